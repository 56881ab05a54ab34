// What a report in Chinese shows of a run: one section, its text, its rows, and the Latin words in it.

import { readFileSync } from "node:fs";
import { writeReport } from "../../pipelines/report/page.ts";
import { plain, sectionOf } from "./page-markup.ts";

/** The markup of one section of the run's page in Chinese; empty where the page has no such section. */
export function chineseSection(run: string, id: string): string {
  const page = readFileSync(writeReport(run, "zh"), "utf8");
  return sectionOf(page, id);
}

/** Words in Latin letters that a reader sees or hears; without codes, and without texts of the run. */
export function latin(markup: string): string[] {
  const own = markup
    .replace(/<code>.*?<\/code>/gs, "")
    .replace(/<span lang="en">.*?<\/span>/gs, "");
  const heard = [...own.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, said]) => said);
  return [...new Set([plain(own), ...heard].join(" ").match(/[a-z][a-z-]+/gi) ?? [])];
}
