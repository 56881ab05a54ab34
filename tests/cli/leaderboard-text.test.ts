// All systems of a run on the terminal.

import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { leaderboardText } from "../../pipelines/cli/leaderboard-text.ts";
import { leaderboardOf } from "../../pipelines/evaluate/leaderboard/leaderboard.ts";
import { evaluatedSystem as system } from "../support/evaluated-systems.ts";

const all = Array.from({ length: 8 }, () => 1);
const none = all.map(() => 0);
const near = all.map((_, at) => (at === 0 ? 0.5 : 1));

const lines = (text: string) => stripVTControlCharacters(text).split("\n");

test("who is ahead, by how much, and who cannot be told from it stand beneath the table", () => {
  const board = leaderboardOf([
    system("A", { "evidence-recall": all }),
    system("B", { "evidence-recall": near, mrr: all }),
    system("C", { "evidence-recall": none }),
    system("few", { "evidence-recall": [1] }),
  ]);
  const told = lines(leaderboardText(board, "A"));
  expect(told).toContain(
    "All 3 systems of this run, on the 8 of 8 items that all of them answered (evaluations/leaderboard.json):",
  );
  // B is behind by 0.5 of 8; of bootstrap intervals of one differing item the low end is 0.
  expect(told.find(line => line.startsWith("evidence-recall:"))).toMatch(
    /^evidence-recall: A has the highest value, ahead of B by 0\.0625 \(0\.0000 – 0\.\d+\), but 1 of 2 others do not differ significantly from it/,
  );
  expect(told).toContain("Left out: few of few: too few items in common (1 of its 1 items).");
  const cells = told.map(line =>
    line
      .trim()
      .split(/[│\s]{2,}/)
      .filter(cell => cell !== ""),
  );
  expect(cells).toContainEqual(["A", "1.0000", "–", "1.0000 – 1.0000"]);
  expect(cells).toContainEqual(["C", "0.0000", "–", "0.0000 – 0.0000"]);
});

test("latency and cost stand beside quality where any is known", () => {
  const measured = { milliseconds: 1500, failedTries: 0, inputTokens: null, outputTokens: null };
  const board = leaderboardOf([
    system("A", { mrr: all }, { measured: new Map([["i00", { ...measured, cost: 0.0021 }]]) }),
    system("B", { mrr: none }),
  ]);
  const told = leaderboardText(board, "B");
  expect(told).toContain("seconds, p50");
  expect(told).toContain("1.50");
  expect(told).toContain("0.0021");
});

test("a sweep that is all there is has its own table already", () => {
  const sweep = { evaluation: "baseline" };
  const board = leaderboardOf([
    system("A", { mrr: all }, sweep),
    system("B", { mrr: none }, sweep),
  ]);
  expect(leaderboardText(board, "baseline")).toBe("");
  expect(leaderboardText(undefined, "baseline")).toBe("");
});
