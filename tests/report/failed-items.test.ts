// The page's failed items: all of them, the worst first, with what was asked, expected, said and retrieved, and why.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writeReport } from "../../pipelines/report/page.ts";
import { resultOf, putResult } from "../support/evaluation-results.ts";
import { putFailedEvaluation } from "../support/failed-evaluation.ts";
import { freshFolder } from "../support/folder.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { plain } from "../support/page-markup.ts";

const at = freshFolder();

function failedSection(said?: string): string {
  writeSampleRun(at("run"));
  putFailedEvaluation(at("run"), "mine", said);
  const page = readFileSync(writeReport(at("run")), "utf8");
  return page.split('<section id="failed">')[1]?.split("</section>")[0] ?? "";
}

test("every failed item stands there, the worst first, and none that is right", () => {
  const items = [...failedSection().matchAll(/<details class="failed.*?<\/details>/gs)].map(
    ([item]) => plain(item),
  );
  expect(items.map(item => /Question (\d)/.exec(item)?.[1])).toEqual(["1", "0", "2"]);
  expect(items[0]).toBe(
    "retrieval: evidence not retrieved · Question 1? said Factual · i1 why said Question Question 1? said Expected Alder Mills was founded in 1998 and employs 214 people. Got Answer 1. said Retrieved said : said",
  );
  expect(items[1]).toContain("Retrieved Nothing.");
});

test("an item bears the mark of each cause, its language and type, and each choice says how many it leaves", () => {
  const section = failedSection();
  expect(plain(section.split('<div class="chooser">')[1]?.split("</div>")[0] ?? "")).toBe(
    "Why all (3) evidence not retrieved (2) numbers or dates in the answer that are in no passage (2) Language all (3) Chinese (2) English (1) Type all (3) Factual (3)",
  );
  // The worst: both causes, Chinese, factual.
  expect(/<details class="([^"]+)"/.exec(section)?.[1]).toBe("failed f0-0-0 f0-0-1 f0-1-0 f0-2-0");
  expect(plain(section)).toContain(
    "3 of the 4 chunk boundaries that split evidence come right after “Ltd.”",
  );
});

test("what a system or a corpus says is text", () => {
  const section = failedSection("<img src=x onerror=alert(1)>");
  expect(section).toContain("&lt;img src=x");
  expect(section).not.toContain("<img");
});

test("a run whose evaluations diagnosed nothing has no such section", () => {
  writeSampleRun(at("plain"));
  putResult(at("plain"), "mine", resultOf());
  expect(readFileSync(writeReport(at("plain")), "utf8")).not.toContain('<section id="failed">');
});
