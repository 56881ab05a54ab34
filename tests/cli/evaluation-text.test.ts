// What a terminal says of an evaluation beside its numbers.

import { expect, test } from "vitest";
import { evaluationText } from "../../pipelines/cli/evaluation-text.ts";
import { resultOf, summary, systemOf } from "../support/evaluation-results.ts";

const systems = [systemOf("A", { "grounded-share": summary(0.5, 4) })];
const read = (path: string) => ({ path, hash: "0" });

test("what the grounded share is taken over and leaves out is told and named", () => {
  const original = {
    against: read("out/first"),
    predictions: read("first.jsonl"),
    changed: 4,
    unchanged: ["i-1", "i-2"],
    unpaired: ["i-9"],
  };
  expect(evaluationText(resultOf({ systems, original }), "result.json")).toContain(
    "grounded-share covers the 4 items whose answer differs from the one in out/first; left out: 2 whose answer did not change (i-1, i-2), 1 without an item there (i-9).",
  );
  const whole = { ...original, unchanged: [], unpaired: [] };
  expect(evaluationText(resultOf({ systems, original: whole }), "result.json")).toContain(
    "differs from the one in out/first.\n",
  );
});

test("without an original run nothing is said of one", () => {
  expect(evaluationText(resultOf({ systems }), "result.json")).not.toContain("is over the");
});

test("what another tool gave the answers is a table of its own, and nothing where none did", () => {
  const metrics = [{ metric: "answer_relevancy", ...summary(0.25, 7), undefined: 2 }];
  const scored = systems.map(system => ({
    ...system,
    toolScores: { tool: "ragas" as const, metrics },
  }));
  const text = evaluationText(resultOf({ systems: scored }), "result.json");
  expect(text).toContain("Scores that ragas gave the same answers, according to the file of A:");
  expect(text).toMatch(/answer_relevancy +0\.2500 +\S+ – \S+ +7 +2/);
  expect(evaluationText(resultOf({ systems }), "result.json")).not.toContain("gave the same");
});
