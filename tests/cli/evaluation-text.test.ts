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
    "grounded-share is over the 4 items whose answer changed from out/first; left out: 2 whose answer did not change (i-1, i-2), 1 of no item there (i-9).",
  );
  const whole = { ...original, unchanged: [], unpaired: [] };
  expect(evaluationText(resultOf({ systems, original: whole }), "result.json")).toContain(
    "changed from out/first.\n",
  );
});

test("without an original run nothing is said of one", () => {
  expect(evaluationText(resultOf({ systems }), "result.json")).not.toContain("is over the");
});
