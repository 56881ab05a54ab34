// The report of a run, one HTML file.

export { writeReport as report } from "../report/page.ts";
