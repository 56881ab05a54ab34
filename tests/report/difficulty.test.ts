// Hard types and suspect items in the report, in both languages.

import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { writeReport } from "../../pipelines/report/page.ts";
import { writeLeaderboard } from "../../pipelines/run/leaderboard.ts";
import { freshFolder } from "../support/folder.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { putScored } from "../support/scored-evaluations.ts";
import { plain } from "../support/page-markup.ts";

const at = freshFolder();

function section(language: "en" | "zh"): string {
  writeLeaderboard(at("run"));
  const page = readFileSync(writeReport(at("run"), language), "utf8");
  return page.split('<section id="difficulty">')[1]?.split("</section>")[0] ?? "";
}

// i0 none solves; i1 the better, the more; i2 the worst alone: over its others it is the wrong way round.
const recall = { best: [0, 1, 0, 1], good: [0, 1, 0, 1], fair: [0, 0, 0, 1], poor: [0, 0, 1, 0] };

beforeEach(() => {
  writeSampleRun(at("run"));
  for (const [name, values] of Object.entries(recall))
    putScored(at("run"), name, { "evidence-recall": values });
});

test("it names the types, the items that no system solves, and the suspects", () => {
  const told = plain(section("en"));
  expect(told).toMatch(/^How hard the items are Over 4 items and 4 systems, by Evidence recall/);
  // 0, ½, ¼ and ¾ of the systems: 37.5 %.
  expect(told).toMatch(/Factual \S* ?4 38%/);
  expect(told).toContain("Items that no system solves (too hard, or wrong): 1 Item");
  // i2: 0 0 0 1 beside means of the others ⅔ ⅔ ⅓ 0: −5/12 / √(¾ · 11/36) = −0.870. i3: 1 1 1 0 beside ⅓ ⅓ 0 ⅓: −⅓.
  expect(told).toContain("Suspect items, on which better systems do worse: 2 Item");
  expect(told).toMatch(/i2 Factual 25% 5% – 70% -0\.87 -1\.00 – 0\.55 i3 Factual 75% .* -0\.33/);
});

test("the Chinese page says it in Chinese", () => {
  const told = plain(section("zh"));
  expect(told).toMatch(/^题目有多难 共 4 道题、4 个系统/);
  expect(told).toContain("1 道题没有一个系统答对");
  expect(told).toContain("2 道可疑的题");
  expect(told).not.toMatch(/[Ss]uspect|discrimination|systems/);
});

test("two systems say nothing of it", () => {
  for (const name of ["fair", "poor"]) putScored(at("run"), name, { "evidence-recall": [0] });
  expect(section("en")).toBe("");
});
