// The report's first screen: what follows from the run, in both languages, and every section under its heading.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writeReport } from "../../pipelines/report/page.ts";
import { writeLeaderboard } from "../../pipelines/run/leaderboard.ts";
import { Metric, metricRecords } from "../../schemas/evaluation/metrics.ts";
import { putDecisions } from "../support/evaluation-results.ts";
import { freshFolder } from "../support/folder.ts";
import { sampleItems } from "../support/sample-items.ts";
import { putItems, putRun, writeSampleRun } from "../support/sample-run.ts";
import { putScored } from "../support/scored-evaluations.ts";

const at = freshFolder();
function page(language?: "zh" | "en"): string {
  writeLeaderboard(at("run"));
  return readFileSync(writeReport(at("run"), language), "utf8");
}
const overviewOf = (markup: string) =>
  (markup.split(`<section id="overview">`)[1]?.split("</section>")[0] ?? "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

const measures = {
  proof: "reading" as const,
  asker: null,
  proposed: 4,
  read: 4,
  right: 5,
  alone: 4,
  known: false,
  passages: 1,
  lexicalRank: 1,
  linked: null,
  weight: null,
};

test("how hard the items are is said of those of which it is known", () => {
  writeSampleRun(at("run"));
  const [a, b, c, ...others] = sampleItems;
  putItems(at("run"), [
    { ...a!, measures },
    { ...b!, measures: { ...measures, passages: 2, lexicalRank: 9 } },
    { ...c!, measures: { ...measures, passages: 3, lexicalRank: null, known: true } },
    ...others,
  ]);
  const said = overviewOf(page());
  // 1 of 2 ranked first; 2 of 3 in several passages; 1 of 3 known.
  expect(said).toContain("finds the evidence for 50.0% at once. 66.7% need two or more passages.");
  expect(said).toContain("33.3% could, in a reader’s estimate, be answered without the documents");
});

test("who judged the items is named: code, the model, and how many people decided on", () => {
  putRun(at("run"), { model: { model: "openai:large", name: "large" } });
  const [a, b, ...others] = sampleItems;
  putItems(at("run"), [
    { ...a!, measures },
    { ...b!, measures: { ...measures, proof: "construction" } },
    ...others,
  ]);
  const unread = others.length;
  expect(overviewOf(page())).toContain(
    `Code: 1, true by construction. Read blind by large: 1. Unread: ${unread}. No item was reviewed by a person.`,
  );
  putDecisions(at("run"), [
    { itemId: a!.id, language: "en", decision: "accepted" },
    { itemId: b!.id, language: "en", decision: "rejected" },
  ]);
  expect(overviewOf(page())).toContain("People reviewed 2 and accepted 1.");
});

test("a system is called ahead only where all others are surely behind; else it is said who cannot be told from it", () => {
  writeSampleRun(at("run"));
  const ones = Array.from({ length: 12 }, () => 1);
  putScored(at("run"), "keen", { "evidence-recall": ones });
  putScored(at("run"), "dull", { "evidence-recall": ones.map(() => 0) });
  expect(overviewOf(page())).toContain(
    "By Evidence recall, keen (1.000) is ahead of dull by 1.000 (1.000 to 1.000), and its lead over all others is significant.",
  );
  putScored(at("run"), "near", {
    "evidence-recall": ones.map((one, place) => (place === 0 ? 0 : one)),
  });
  expect(overviewOf(page())).toContain(
    "keen has the highest value (1.000), ahead of near by 0.083 (0.000 to 0.250), but 1 of 2 others are not significantly behind.",
  );
});

test("on no item that no system solved, and on all that all did, stands the share", () => {
  writeSampleRun(at("run"));
  putScored(at("run"), "keen", { "evidence-recall": [1, 1, 0.5, 1] });
  putScored(at("run"), "dull", { "evidence-recall": [1, 0, 0, 0] });
  expect(overviewOf(page())).toContain(
    "No system has the full score on 25.0%; all have it on 25.0% (of 4).",
  );
});

test("a run without evaluations says how to have some", () => {
  writeSampleRun(at("run"));
  expect(overviewOf(page())).toContain("ragwright baseline RUN");
});

test("a Chinese page speaks Chinese on its first screen, in its table and its headings", () => {
  writeSampleRun(at("run"));
  putScored(at("run"), "keen", { "evidence-recall": [1, 1, 0.5, 1] });
  putScored(at("run"), "dull", { "evidence-recall": [1, 0, 0, 0] });
  const chinese = page("zh");
  expect(chinese).toContain('<html lang="zh">');
  expect(overviewOf(chinese)).toContain("按证据召回率，keen 数值最高（0.875）");
  const headings = [...chinese.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, text]) => text ?? "");
  expect(headings.length).toBeGreaterThan(8);
  expect(headings.filter(text => !/\p{Script=Han}/u.test(text))).toEqual([]);
  expect(chinese).toContain(metricRecords["evidence-recall"].line.zh);
});

test("every metric has a label and one line in both languages, and no two share either", () => {
  for (const language of ["en", "zh"] as const) {
    const labels = Metric.options.map(metric => metricRecords[metric].label[language]);
    const lines = Metric.options.map(metric => metricRecords[metric].line[language]);
    expect(new Set(labels).size).toBe(Metric.options.length);
    expect(new Set(lines).size).toBe(Metric.options.length);
    expect(lines.filter(line => line.includes("\n") || line.length > 120)).toEqual([]);
  }
});

test("what a metric says stands beneath the tables that have it", () => {
  writeSampleRun(at("run"));
  putScored(at("run"), "keen", { "evidence-recall": [1, 1] });
  putScored(at("run"), "dull", { "evidence-recall": [1, 0] });
  const shown = page().split(`<section id="leaderboard">`)[1]?.split("</section>")[0] ?? "";
  expect(shown).toContain(metricRecords["evidence-recall"].line.en.replaceAll("'", "&#39;"));
  expect(shown).not.toContain(metricRecords["rouge-l"].line.en);
});
