// The plain RAG answers each task by its own instruction, from the passages it retrieved.

import { expect, test } from "vitest";
import { baselineAnswersStage } from "../../../pipelines/evaluate/baseline/answers.ts";
import type { RetrievalRow } from "../../../schemas/evaluation/baseline.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { documents } from "../../../schemas/items/documents.ts";
import { aTruth, passage } from "../../support/evaluation-rows.ts";
import { aDocument } from "../../support/items.ts";
import { scriptedContext } from "../../support/stage-context.ts";
import { cases } from "../../support/cases.ts";

const contexts = [
  passage("It was founded in 1998.", { documentId: "d1" }),
  passage("It rained.", { documentId: "gone" }),
  passage(null, { documentId: "d1" }),
];
const retrieval = (system: string): RetrievalRow => ({
  id: "r1",
  itemId: "i1",
  system,
  language: "en",
  retrieved: contexts,
  reranked: null,
  contexts,
});
const run = async (
  type: string,
  system = "512-0-bm25-4",
  { answer = " In 1998. ", output }: { answer?: string; output?: number | undefined } = {},
) => {
  const tasks = ["question", "summarization", "continuation", "correction"];
  const { context, asked } = scriptedContext<{
    truths: typeof truths;
    documents: typeof documents;
  }>(
    { truths: [aTruth({ type })], documents: [aDocument()] },
    Object.fromEntries(tasks.map(name => [`baseline/${name}`, [{ answer }]])),
  );
  const { rows } = await baselineAnswersStage(output).each(retrieval(system), context);
  return { row: predictions.row.parse(rows[0]), asked };
};

cases<[type: string, prompt: string]>(
  "evaluate/baseline/answers",
  "%s is asked by %s",
  async (type, prompt) => {
    expect((await run(type)).asked.map(asked => asked.prompt)).toEqual([prompt]);
  },
);

test("the answer is a prediction of its setting, with what was retrieved and read", async () => {
  expect((await run("factual")).row).toMatchObject({
    itemId: "i1",
    system: "512-0-bm25-4",
    answer: "In 1998.",
    retrieved: contexts,
    reranked: null,
    contexts,
  });
});

test("a setting with subjects puts the document's name before each passage, where it is known", async () => {
  const texts = async (system: string) =>
    (await run("factual", system)).asked[0]!.variables.passages.map(
      ({ text }: { text: string }) => text,
    );
  expect(await texts("512-0-bm25-4-subject")).toEqual([
    "Alder Mills: It was founded in 1998.",
    "It rained.",
  ]);
  expect(await texts("512-0-bm25-4")).toEqual(["It was founded in 1998.", "It rained."]);
});

test("an answer is cut after as many tokens as it may have", async () => {
  const answer = "It was founded in 1998 by two brothers.";
  const answered = async (output?: number) =>
    (await run("factual", "512-0-bm25-4", { answer, output })).row.answer;
  expect(await answered()).toBe(answer);
  expect(await answered(4)).toBe("It was founded in");
  expect(await answered(1000)).toBe(answer);
});
