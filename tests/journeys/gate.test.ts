// Bounds for CI from the command line: what an empty, a refusing or a single-minded system must not pass.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { ragwright } from "../support/cli.ts";
import { alder, sampleItems } from "../support/sample-items.ts";
import { putDocuments, putItems, putRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";
import { linesOf } from "./rows.ts";

const folder = newFolder();
const run = join(folder, "run");
const put = (name: string, ...rows: readonly object[]): string => {
  writeFileSync(join(folder, name), linesOf(rows));
  return name;
};
const evaluate = (predictions: string, ...more: string[]) =>
  ragwright(["evaluate", predictions, "--against", "run", ...more], { cwd: folder });
const gateOf = (name: string) =>
  (
    JSON.parse(
      readFileSync(join(run, "evaluations", name, "result.json"), "utf8"),
    ) as EvaluationResult
  ).gate!;
const keptBy = (name: string) =>
  gateOf(name).bounds.flatMap(({ kept, metric }) => (kept ? [metric] : []));

test("one prediction of five, an empty file, refusals and one text for all pass no gate; --allow-missing passes the first, with a warning", {
  timeout: 180_000,
}, async () => {
  putRun(run);
  putDocuments(run);
  putItems(run);
  const same = (answer: string) => sampleItems.map(({ id }) => ({ id, answer, retrieved: [] }));
  const one = put("one.jsonl", { id: "item-0", answer: "On 3 May 1998." });
  const gated = (path: string, ...more: string[]) =>
    evaluate(path, "--model", "rules", "--fail-under", ...more);
  const words = "rouge-l=0.3,crud-bleu=0.3,completeness=0.5";
  const judged = "hallucination=0.2,correctness=3,pass=0.5,relevance=0.5";
  const [alone, empty, refusals, repeated, allowed, unbounded] = await Promise.all([
    gated(one, words),
    gated(put("empty.jsonl"), words),
    gated(put("refusals.jsonl", ...same("Unable to answer.")), `${words},${judged}`),
    gated(put("same.jsonl", ...same(alder.text)), `${words},${judged}`),
    gated(one, "rouge-l=0.3", "--allow-missing", "--name", "allowed"),
    evaluate(one, "--allow-missing"),
  ]);
  expect([alone, empty, refusals, repeated, allowed, unbounded].map(({ code }) => code)).toEqual([
    1, 1, 1, 1, 0, 2,
  ]);
  expect(alone.out).toMatch(
    /^4 of 5 items have no prediction and are not included in the values: item-1, [^]*\nrouge-l is 0\.2000, below 0\.3; 4 of 5 items have no prediction or no value and count as the worst value\n/,
  );
  expect(empty.err).toContain("empty.jsonl: it is empty");
  // One item cannot be answered; to the others a refusal says nothing false, and nothing else.
  expect(refusals.out).toMatch(/completeness is 0\.\d+, below 0\.5\n/);
  // By rules nothing is marked.
  expect(refusals.out).toContain("This needs a model: --model openai:NAME");
  expect([keptBy("one"), keptBy("refusals"), keptBy("same")]).toEqual([[], ["hallucination"], []]);
  const warning = "--allow-missing: the bounds leave out 4 of 5 items, which have no prediction.";
  expect(allowed.out).toContain(`WARNING ${warning}`);
  expect(gateOf("allowed")).toEqual({
    warning,
    bounds: [expect.objectContaining({ metric: "rouge-l", items: 1, kept: true })],
  });
});
