// All systems of a run in the report: one table and one plot that say the same.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadPlotLibrary } from "../../pipelines/report/evaluation/plot-library.ts";
import { writeReport } from "../../pipelines/report/page.ts";
import { writeLeaderboard } from "../../pipelines/run/leaderboard.ts";
import { Leaderboard } from "../../schemas/evaluation/leaderboard.ts";
import { freshFolder } from "../support/folder.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { putScored } from "../support/scored-evaluations.ts";
import { plain, rows, sectionOf } from "../support/page-markup.ts";

await loadPlotLibrary();

const at = freshFolder();

function page(): string {
  writeLeaderboard(at("run"));
  return readFileSync(writeReport(at("run")), "utf8");
}

/** Three systems, of three evaluations, the first of which answered two items more. */
function writeThree(): void {
  writeSampleRun(at("run"));
  putScored(at("run"), "keen", {
    "evidence-recall": [1, 1, 1, 0.5, 1, 1, 1, 1, 0, 0],
    "rouge-l": [0.5, 0.5, 0.25, 0.25, 0.5, 0.5, 0.5, 0.5, 0, 0],
  });
  putScored(at("run"), "dull", {
    "evidence-recall": [0, 0.5, 0, 0, 1, 0, 0.5, 0],
    "rouge-l": [0.125, 0.125, 0.25, 0, 0, 0, 0.25, 0.25],
    mrr: [1, 1, 1, 1, 1, 1, 1, 1],
  });
  putScored(at("run"), "middling", {
    "evidence-recall": [0.5, 0.5, 1, 0, 1, 0.5, 0.5, 0.5],
    "rouge-l": [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9],
  });
}

/** The dots of the first plot, with the ends of their lines, as the values that the axis gives them. */
function drawn(markup: string) {
  const plot = /<svg role="img".*?<\/svg>/s.exec(markup)?.[0] ?? "";
  const ticks = [...plot.matchAll(/translate\(([\d.]+),[\d.]+\)"[^>]*>(\d\.\d)</g)].map(
    ([, place, value]) => [Number(place), Number(value)] as const,
  );
  const [[from = 0, low = 0] = [], [to = 1, high = 1] = []] = [ticks[0], ticks.at(-1)];
  const valueAt = (place: number) => low + ((place - from) / (to - from)) * (high - low);
  const dots = [...plot.matchAll(/<circle[^>]*cx="([\d.]+)"/g)].map(([, place]) =>
    valueAt(Number(place)),
  );
  const lines = [...plot.matchAll(/<path[^>]*d="M([\d.]+),[\d.]+L([\d.]+),[\d.]+"/g)].map(
    ([, start, end]) => [valueAt(Number(start)), valueAt(Number(end))] as const,
  );
  return { dots, lines, ends: [low, high] };
}

test("systems of several evaluations stand in one table, over the items that all answered", () => {
  writeThree();
  const shown = sectionOf(page(), "leaderboard");
  expect(plain(shown)).toContain("on the 8 of 10 items that all of them answered");
  // keen: 7.5 of 8; middling: 4.5 of 8; dull: 2 of 8. Only dull has an MRR.
  expect(rows(shown).map(row => row.replace(/ \d\.\d+ to \d\.\d+/g, ""))).toEqual([
    "System Evidence recall n 8 ROUGE-L n 8 MRR n 8",
    "keen 0.938 0.438 –",
    "middling 0.563 0.900 –",
    "dull 0.250 0.125 1.000",
  ]);
});

test("each dot and interval of the plot is the value that stands in the table", () => {
  writeThree();
  const shown = sectionOf(page(), "leaderboard");
  const cells = rows(shown)
    .slice(1)
    .flatMap(row => [...row.matchAll(/(\d\.\d+) (\d\.\d+) to (\d\.\d+)/g)].slice(0, 2))
    .map(([, ...numbers]) => numbers.map(Number));
  const { dots, lines, ends } = drawn(shown);
  expect(ends).toEqual([0, 1]);
  expect(dots).toHaveLength(6);
  for (const [place, [value = 0]] of cells.entries()) expect(dots[place]).toBeCloseTo(value, 2);
  const told = cells.filter(([, low, high]) => low !== high);
  const wide = lines.filter(([low, high]) => Math.abs(low - high) > 0.001);
  expect(wide).toHaveLength(told.length);
  for (const [place, [, low = 0, high = 0]] of told.entries()) {
    expect(wide[place]?.[0]).toBeCloseTo(low, 2);
    expect(wide[place]?.[1]).toBeCloseTo(high, 2);
  }
});

test("the table stands in a file beside the evaluations, whose own tables are folded", () => {
  writeThree();
  const results = sectionOf(page(), "results");
  const file = join(at("run"), "evaluations", "leaderboard.json");
  expect(Leaderboard.parse(JSON.parse(readFileSync(file, "utf8")))).toMatchObject({ items: 8 });
  expect([...results.matchAll(/<details><summary>(\w+)<\/summary>/g)].map(([, of]) => of)).toEqual([
    "dull",
    "keen",
    "middling",
  ]);
});

test("who is left out stands beneath with the reason, and a result that cannot be read is in no table", () => {
  writeThree();
  putScored(at("run"), "brief", { "evidence-recall": [1] });
  putScored(at("run"), "as published", { mrr: [1, 1, 1, 1, 1, 1, 1, 1] }, { variant: "published" });
  const shown = plain(sectionOf(page(), "leaderboard"));
  expect(shown).toContain("Left out: brief of brief, too few items in common (1 of its 1 items).");
  expect(shown).toContain(
    "Left out: as published of as published, its metrics were computed with the other",
  );
});

test("one evaluation alone has no table of all, and none of an earlier one stays", () => {
  writeSampleRun(at("run"));
  putScored(at("run"), "keen", { mrr: [1, 0] });
  putScored(at("run"), "dull", { mrr: [0, 0] });
  expect(page()).toContain('id="leaderboard"');
  putScored(at("run"), "dull", { mrr: [0] });
  expect(page()).not.toContain('id="leaderboard"');
  expect(existsSync(join(at("run"), "evaluations", "leaderboard.json"))).toBe(false);
});

test("who is best for which type, domain and language stands folded beneath, in both languages", () => {
  writeSampleRun(at("run"));
  const half = Array.from({ length: 24 }, (_, place) => place % 2);
  const typeOf = (place: number) => (place < 12 ? "factual" : "summary");
  putScored(
    at("run"),
    "first",
    { mrr: half.map((value, place) => (place < 12 ? 1 : value)) },
    { typeOf },
  );
  putScored(
    at("run"),
    "second",
    { mrr: half.map((value, place) => (place < 12 ? value : 1)) },
    { typeOf },
  );
  const english = sectionOf(page(), "leaderboard");
  expect(plain(english)).toContain("The best for each type, domain and language, by MRR");
  expect(rows(english)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^type factual 12 first 1\.000 .* second$/),
      expect.stringMatching(/^type summary 12 second 1\.000 .* first$/),
    ]),
  );
  const chinese = readFileSync(writeReport(at("run"), "zh"), "utf8");
  expect(plain(sectionOf(chinese, "leaderboard"))).toContain("题型“事实” 12 first");
});
