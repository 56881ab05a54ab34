// What is handed to the tail: drafts in the order of the plans, none whose gold is missing, none whose answer the corpus holds.

import { expect, test } from "vitest";
import { crudQuestionsStage } from "../../pipelines/crud/questions.ts";
import { proofOfAll } from "../../pipelines/crud/story-material.ts";
import type { CorrectionRow, QaSingleRow, SummarizationRow } from "../../schemas/crud/drafts.ts";
import { questions } from "../../schemas/items/records.ts";
import { aCrudPlan, aNewsDocument } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const draft = {
  language: "en" as const,
  domain: "news",
  question: "What flooded?",
  answer: "Harrow Lane.",
  documentIds: ["n1"],
};
const summarization: SummarizationRow = {
  ...draft,
  id: "s1",
  planId: "plan-s",
  documentIds: ["n1", "n2"],
  heldOutId: "n9",
};
const single: QaSingleRow = {
  ...draft,
  id: "q1",
  planId: "plan-q",
  spans: [{ documentId: "n1", start: 0, end: 5 }],
  thoughts: "",
};
const correction: CorrectionRow = {
  ...draft,
  id: "c1",
  planId: "plan-c",
  beginning: "b",
  continuation: "c",
  marks: [{ wrong: "a", right: "b", reason: "" }],
  origin: "planted",
  spans: [],
};
const plans = [
  aCrudPlan({ id: "plan-c", type: "correction" }),
  aCrudPlan({ id: "plan-q" }),
  aCrudPlan({ id: "plan-s", type: "summarization", documentIds: ["n9"] }),
];

function hand(corpus: string[]) {
  const documents = corpus.map(id => aNewsDocument({ id }));
  const { context } = scriptedContext({
    summarizations: [summarization],
    continuations: [],
    qaSingles: [single],
    qaMultis: [],
    corrections: [correction],
    documents,
  });
  const { rows, dropped = [] } = crudQuestionsStage({
    method: "paper",
    quotas: { items: 6, mix: {} },
  }).all(plans, context as never);
  return { rows: rows.map(row => questions.row.parse(row)), dropped };
}

test("drafts become questions of their plan's type, with what was held out for them", () => {
  const { rows, dropped } = hand(["n1", "n2"]);
  expect(
    rows.map(({ type, originId, heldOutIds, documentIds }) => [
      type,
      originId,
      heldOutIds,
      documentIds,
    ]),
  ).toEqual([
    ["correction", "c1", [], ["n1"]],
    ["qa-1-document", "q1", [], ["n1"]],
    ["summarization", "s1", ["n9"], ["n1", "n2"]],
  ]);
  expect(dropped).toEqual([]);
});

test("a gold that the corpus lacks is found, and its item left out", () => {
  const { rows, dropped } = hand(["n2"]);
  expect(rows.map(({ type }) => type)).toEqual(["summarization"]);
  expect(dropped.map(({ id, code }) => [id, code])).toEqual([
    ["plan-c", "gold-missing"],
    ["plan-q", "gold-missing"],
  ]);
});

test("a held-out article that somebody put back into the corpus is found", () => {
  expect(hand(["n1", "n2", "n9"]).dropped).toMatchObject([
    { id: "plan-s", code: "answer-in-corpus" },
  ]);
});

test("evidence of a story's task is what proves its claims, each place once; all places where none is told", () => {
  const at = (documentId: string, start: number) => ({ documentId, start, end: start + 9 });
  const claims = [
    { claim: "one", spans: [at("n1", 0), at("n2", 0)], needed: [at("n2", 0)] },
    { claim: "two", spans: [at("n2", 0), at("n3", 40)], needed: [at("n2", 0), at("n3", 40)] },
    { claim: "three", spans: [at("n3", 10)] },
  ];
  expect(proofOfAll(claims)).toEqual([at("n2", 0), at("n3", 40), at("n3", 10)]);
  expect(proofOfAll([])).toEqual([]);
});
