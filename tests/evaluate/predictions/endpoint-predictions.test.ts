// The stage that asks a user's own RAG: what goes out, and places of passages that come back.

import { expect, test } from "vitest";
import { endpointPredictionsStage } from "../../../pipelines/evaluate/predictions/endpoint-predictions.ts";
import { knownDocuments } from "../../../pipelines/evaluate/evidence/known-documents.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { scriptedContext } from "../../support/stage-context.ts";
import { aTruth, passage } from "../../support/evaluation-rows.ts";

const documents = knownDocuments([
  { id: "d-1", name: "Mill", text: "🏭 Corrie Mill", otherIds: ["7"] },
]);
const stage = endpointPredictionsStage({ system: "mine", documents });
const truth = (type: string, over: Partial<TruthRow>) =>
  aTruth({
    id: "item-1",
    type,
    question: "Which mill?",
    answer: "Corrie Mill",
    documentIds: ["d-1"],
    references: [],
    keypoints: null,
    ...over,
  });

async function predict(reply: object, type = "factual", over: Partial<TruthRow> = {}) {
  const wholeReply = { answer: null, retrieved: null, reranked: null, contexts: null, ...reply };
  const { context, asked } = scriptedContext({}, { "baseline/endpoint": [wholeReply] });
  const outcome = await stage.each(truth(type, over), context);
  return { outcome, asked: asked.map(({ variables }) => variables) };
}

test("what goes out tells neither the answer nor that there is none", async () => {
  const types = ["unanswerable", "qa-2-documents", "continuation"];
  const sent = await Promise.all(
    types.map(async type => (await predict({ answer: "x" }, type)).asked[0]),
  );
  expect(sent).toEqual(
    ["question", "question", "continuation"].map(type => ({
      id: "item-1",
      input: "Which mill?",
      type,
      language: "en",
      asOf: null,
      parts: null,
    })),
  );
});

test("of a correction both parts go out apart", async () => {
  const question = "Corrie Mill burned down.\n\nIt was built in 1904.";
  const { asked } = await predict({ answer: "x" }, "correction", { question });
  expect(asked[0]).toMatchObject({
    input: question,
    parts: { beginning: "Corrie Mill burned down.", continuation: "It was built in 1904." },
  });
});

test("the day as of which an item is asked goes out with it", async () => {
  const { asked } = await predict({ answer: "x" }, "factual", { asOf: "2021-03-05" });
  expect(asked[0]).toMatchObject({ input: "Which mill?", asOf: "2021-03-05" });
});

test("code points become offsets into the document, by any of its ids", async () => {
  const { outcome } = await predict({
    answer: "Corrie Mill",
    retrieved: [{ documentId: 7, start: 2, end: 8 }, "text"],
  });
  const retrieved = [passage("Corrie", { documentId: "d-1", start: 3, end: 9 }), passage("text")];
  const row = { itemId: "item-1", system: "mine", answer: "Corrie Mill", retrieved };
  expect(outcome).toMatchObject({
    outcome: "made",
    rows: [{ ...row, reranked: null, contexts: null }],
  });
  expect(outcome.rows.map(row => predictions.row.parse(row))).toEqual(outcome.rows);
});

test("a place beyond its document fails the row with what came", async () => {
  await expect(
    predict({ contexts: [{ documentId: "d-1", start: 0, end: 99 }] }),
  ).rejects.toMatchObject({
    kind: "contract",
    code: "bad-place",
    message: expect.stringContaining("contexts.0: 0 to 99 extends beyond"),
    rawReply: expect.stringContaining("99"),
  });
});
