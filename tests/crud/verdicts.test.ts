// A reverse item needs support enough in the corpus and no document that gives its reference away; several documents must all be needed.

import { expect, test } from "vitest";
import { crudVerdictsStage } from "../../pipelines/crud/verdicts.ts";
import { type AnswerRow, type KeypointRow, verdicts } from "../../schemas/items/records.ts";
import { aNewsDocument, crudSettings, flood } from "../support/crud-rows.ts";
import { anAnswer, aQuestion, evidenceOf } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const first = aNewsDocument();
const second = aNewsDocument({
  id: "n2",
  text: "The firm Tolland Pipes, which repaired Harrow Lane, has 48 workers.",
});
const reference =
  "The water came back late at night; a school was closed and buses took another way for more than a week.";
const continuation: AnswerRow = anAnswer({
  question: aQuestion({
    wing: "crud",
    type: "continuation",
    question: "A burst main flooded Harrow Lane.",
    answer: reference,
    subjects: [],
    documentIds: ["n1"],
    heldOutIds: ["n9"],
  }),
  answer: reference,
  evidence: [evidenceOf("The council closed the road for nine days.", 1, first)],
});
const points = (...supported: boolean[]): KeypointRow[] =>
  supported.map((isSupported, at) => ({
    id: `k${at}`,
    answerId: "a1",
    language: "en",
    kind: "fact",
    claim: `fact ${at}`,
    spans: isSupported ? [{ documentId: "n1", start: 0, end: 5 }] : [],
  }));

async function judge(
  answer: AnswerRow,
  { keypoints = points(true), documents = [first, second], replies = [] as object[] } = {},
) {
  const { context, asked } = scriptedContext(
    { documents, keypoints },
    { "crud/completeness": replies },
  );
  const outcome = await crudVerdictsStage({ ...crudSettings, method: "paper", support: 0.5 }).each(
    answer,
    context as never,
  );
  const { accepted, reasons } = verdicts.row.parse(outcome.rows[0]);
  return { asked, accepted, codes: reasons.map(({ code }) => code) };
}

test("half of the facts supported, two at least, is enough; less is not", async () => {
  expect(await judge(continuation, { keypoints: points(true, true, false, false) })).toMatchObject({
    accepted: true,
    codes: [],
  });
  expect((await judge(continuation, { keypoints: points(true, false) })).codes).toEqual([
    "not-reconstructable",
  ]);
  expect((await judge(continuation, { keypoints: points(true, false, false) })).codes).toEqual([
    "not-reconstructable",
  ]);
  expect((await judge(continuation, { keypoints: [] })).codes).toEqual(["not-reconstructable"]);
});

test("a document planted into the corpus that holds the reference is found by the reference alone", async () => {
  const planted = aNewsDocument({
    id: "n7",
    text: `Round-up of the week. ${flood} ${reference} And now the weather.`,
  });
  expect((await judge(continuation, { documents: [first, second, planted] })).codes).toEqual([
    "leaks",
  ]);
});

const both = anAnswer({
  question: aQuestion({
    wing: "crud",
    type: "qa-2-documents",
    question:
      "For how many days was Harrow Lane closed, and how many workers has the firm that repaired it?",
    answer: "",
    subjects: [],
    documentIds: ["n1", "n2"],
  }),
  answer: "The road was closed for nine days; the firm has 48 workers.",
  evidence: [
    evidenceOf("The council closed the road for nine days.", 1, first),
    evidenceOf(second.text, 2, second),
  ],
});

test("a question over two documents is tried without each, on all that the other says", async () => {
  const no = { complete: false, sentences: [], missing: "the workers" };
  const { asked, accepted } = await judge(both, { replies: [no, no] });
  expect(accepted).toBe(true);
  expect(
    asked.map(({ variables }) => variables.sentences.map(({ text }: { text: string }) => text)),
  ).toEqual([[second.text], flood.match(/[^.]+\./g)?.map(text => text.trim())]);
});

test("one that can be answered without one of them is rejected", async () => {
  expect(
    (await judge(both, { replies: [{ complete: true, sentences: [1], missing: "" }] })).codes,
  ).toEqual(["document-not-needed"]);
});
