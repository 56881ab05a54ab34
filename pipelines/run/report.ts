// The report of a run, one HTML file.

/** Writes report.html into the run directory and returns its path. PipelineError("bad-input") if it holds no run. */
export const report = async (directory: string): Promise<string> =>
  (await import("../report/page.ts")).writeReport(directory);
