// What is told of each task: wanted, made, and what became of the rest.

import { expect, test } from "vitest";
import { crudQuotasStage } from "../../pipelines/crud/task-quotas.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { aNewsDocument } from "../support/crud-rows.ts";
import { aQuestion } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const cell = { type: "qa-1-document", language: "en", domain: "news" } as const;
const planned = [1, 2, 3].map(rank => ({
  ...cell,
  id: `p${rank}`,
  documentIds: [`n${rank}`],
  shared: [],
  rank,
}));
const asked = ["q1", "q2"].map(id => aQuestion({ id, ...cell }));
const verdict = {
  id: "q2/verdict",
  answerId: "q2",
  questionId: "q2",
  language: "en" as const,
  accepted: false,
  reasons: [{ code: "duplicate", detail: "It was asked before." }],
};

function toldOf(items: number, mix: Readonly<Record<string, number>>) {
  const { context } = scriptedContext({
    documents: [aNewsDocument({ id: "n1" })],
    planned,
    questions: asked,
    verdicts: [verdict],
  });
  const made = [{ ...cell, id: "i1" }] as unknown as ItemRow[];
  return crudQuotasStage({ items, mix }, { stories: false })
    .all(made, context as never)
    .rows.map(({ type, target, made, because }) => [type, target, made, because]);
}

test("a task that is short says how many candidates there were and what became of them", () => {
  expect(toldOf(2, { "qa-1-document": 1 })).toEqual([
    [
      "qa-1-document",
      2,
      1,
      "1 of 2: 3 candidates in these documents, 1 declined or failed, 1 duplicate.",
    ],
  ]);
});

test("a task that has all it wants says nothing; one that so few items cannot hold says from how many on they do", () => {
  expect(toldOf(1, { "qa-1-document": 3, continuation: 1 })).toEqual([
    ["qa-1-document", 1, 1, null],
    [
      "continuation",
      0,
      0,
      "1 items are too few for this type to get one at its weight; 3 would be enough.",
    ],
  ]);
});
