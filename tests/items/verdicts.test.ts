// An answer is accepted, or rejected with every reason; an unanswerable one is looked up in the whole corpus first.

import { expect, test } from "vitest";
import { verdictsStage } from "../../pipelines/items/verdicts.ts";
import { type AnswerRow, verdicts } from "../../schemas/items/records.ts";
import { aDocument, anAnswer, aQuestion } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const run = async (answer: AnswerRow, replies: object[] = [], document = aDocument()) => {
  const { context, asked } = scriptedContext(
    { documents: [document] },
    { "items/answerability": replies },
  );
  const outcome = await verdictsStage.each(answer, context as never);
  return { asked, outcome, verdict: verdicts.row.parse(outcome.rows[0]) };
};
const unanswerable = anAnswer({
  question: aQuestion({
    type: "unanswerable",
    question: "How many people does Alder Mills employ?",
  }),
  answer: "Unable to answer.",
  evidence: [],
});

test("a sound answer is accepted without asking", async () => {
  const { verdict, asked } = await run(anAnswer());
  expect([verdict.accepted, verdict.reasons, asked]).toEqual([true, [], []]);
});

test("a faulty one is rejected with every reason, and its verdict is kept", async () => {
  const { outcome, verdict } = await run(
    anAnswer({ question: aQuestion({ question: "When was it founded?" }), answer: "In 1999." }),
  );
  expect(outcome).toMatchObject({ outcome: "rejected", code: verdict.reasons[0]?.code });
  expect(verdict.reasons.map(({ code }) => code)).toEqual(
    expect.arrayContaining(["names-no-subject", "unsupported-number"]),
  );
});

test("an unanswerable question that the corpus answers is rejected with the sentence", async () => {
  const { asked, verdict } = await run(unanswerable, [
    { answerable: true, sentences: [99] },
    { answerable: true, sentences: [1] },
  ]);
  expect(asked[0]?.complaints).toEqual(["There are no sentences 99.", undefined]);
  expect(verdict.reasons).toEqual([
    { code: "answered-in-corpus", detail: asked[0]?.variables.sentences[0].text },
  ]);
});

test("one that it does not answer is accepted", async () => {
  expect((await run(unanswerable, [{ answerable: false, sentences: [] }])).verdict.accepted).toBe(
    true,
  );
});

test("a sentence that shares no word with the question does not answer it", async () => {
  const document = aDocument({
    name: "Rota",
    text: "The engineer on duty reads a page within 5 minutes of the call.",
  });
  const question = { ...unanswerable.question, question: "What is the pay of Ida Marsh?" };
  const { verdict } = await run(
    { ...unanswerable, question: { ...question, subjects: ["Ida Marsh"] } },
    [{ answerable: true, sentences: [1] }],
    document,
  );
  expect(verdict.reasons).toEqual([]);
});
