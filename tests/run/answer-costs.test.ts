// What an answer took, in the words of several writers of prediction files.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAnswerCosts } from "../../pipelines/run/answer-costs.ts";
import { predictions } from "../../schemas/evaluation/predictions.ts";
import { freshFolder } from "../support/folder.ts";
import { putRunJson } from "../support/run-files.ts";
import { putRows } from "../support/sample-run.ts";

const at = freshFolder();

test.each([
  [
    "as predict measures it",
    { measured: { milliseconds: 1500, inputTokens: 90, outputTokens: 10, cost: 0.25 } },
  ],
  ["as OpenAI writes it", { latency: 1.5, usage: { total_tokens: 100 }, cost: 0.25 }],
  [
    "in other names",
    { latencyMs: 1500, costUsd: 0.25, usage: { inputTokens: 90, outputTokens: 10 } },
  ],
])("what an answer took is read, %s", (_, told) => {
  writeFileSync(at("p.jsonl"), `${JSON.stringify({ id: "i1", answer: "Yes.", ...told })}\n`);
  expect(readAnswerCosts(at("p.jsonl"))).toEqual({ cost: 0.25, seconds: 1.5, tokens: 100 });
});

test("what no line says is not known", () => {
  writeFileSync(at("p.jsonl"), `${JSON.stringify({ id: "i1", answer: "Yes." })}\n`);
  expect(readAnswerCosts(at("p.jsonl"))).toEqual({ cost: null, seconds: null, tokens: null });
});

test("of a system of an evaluation it is read from its rows", () => {
  const folder = at("evaluation");
  putRunJson(folder, { inputs: [], stages: [] });
  const measured = {
    milliseconds: 1500,
    inputTokens: 90,
    outputTokens: 10,
    cost: 0.25,
    failedTries: 0,
  };
  const row = { id: "p1", itemId: "i1", system: "a", language: "en" as const, answer: "Yes." };
  const lists = { retrieved: null, reranked: null, contexts: null };
  putRows(folder, predictions, [{ input: "p1", made: [{ ...row, ...lists, measured }] }]);
  writeFileSync(join(folder, "result.json"), "{}");
  expect(readAnswerCosts(join(folder, "a"))).toEqual({ cost: 0.25, seconds: 1.5, tokens: 100 });
});
