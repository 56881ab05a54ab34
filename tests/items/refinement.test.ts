// Refinement stops when nothing changes or its rounds are over, and keeps answer and references in step.

import { expect, test } from "vitest";
import { refinementStage } from "../../pipelines/items/refinement.ts";
import { answers, type ReferenceRow } from "../../schemas/items/records.ts";
import { aDocument, aQuestion, evidenceOf, founded } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const row = (over: Partial<ReferenceRow> = {}): ReferenceRow => ({
  id: "r1",
  language: "en",
  question: aQuestion(),
  evidence: [evidenceOf(founded)],
  facts: [],
  ...over,
});
const reply = (answer: string, sentences: number[], changes: string[] = []) => ({
  answer,
  sentences,
  derivations: [],
  changes,
});
const same = reply(aQuestion().answer, [1]);
const run = async (
  rounds: number,
  replies: object[],
  reference = row(),
  documents = [aDocument()],
) => {
  const { context, asked } = scriptedContext({ documents }, { "items/refinement": replies });
  const outcome = await refinementStage({ rounds }).each(reference, context as never);
  return { asked, outcome, rows: outcome.rows.map(one => answers.row.parse(one)) };
};

test("stops when a round changes nothing, though it names a sentence twice", async () => {
  expect((await run(5, [{ ...same, sentences: [1, 1] }])).asked).toHaveLength(1);
});

test("stops after its rounds though every round changes something, and keeps what was said of each", async () => {
  const { asked, rows } = await run(2, [
    reply("A.", [1], ["one"]),
    reply("It came to B.", [1, 2], ["two"]),
    reply("C.", [1]),
  ]);
  expect(asked).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    answer: "It came to B.",
    changes: ["one", "two"],
    evidence: [{ number: 1 }, { number: 2 }],
  });
});

test("shows what is cited apart from the rest of the document", async () => {
  const { asked } = await run(1, [same]);
  expect([asked[0]?.variables.cited.length, asked[0]?.variables.others.length]).toEqual([1, 2]);
});

test("unknown sentences and empty answers go back to the model", async () => {
  const { asked } = await run(1, [reply("x", [9]), reply(" ", [1]), same]);
  expect(asked[0]?.complaints).toEqual([
    "There are no sentences 9.",
    "The answer may not be empty.",
    undefined,
  ]);
});

test("an answer that loses all its references is rejected", async () => {
  expect((await run(1, [reply("x", [])])).outcome).toMatchObject({
    outcome: "rejected",
    code: "no-references",
  });
});

test("evidence far from question and answer in a long document is not lost", async () => {
  const text = `${Array.from({ length: 900 }, (_, index) => `Alder Mills was founded, says witness ${index}, in a year that nobody knows.`).join("\n")}\nZebra.`;
  const start = text.indexOf("Zebra.");
  const evidence = [
    { number: 1, span: { documentId: "d1", start, end: start + 6 }, text: "Zebra." },
  ];
  expect((await run(0, [], row({ evidence }), [aDocument({ text })])).rows[0]?.evidence).toEqual(
    evidence,
  );
});

test("a user's question loses the documents that no longer support it", async () => {
  const other = aDocument({ id: "d2", text: "Birch sails ferries." });
  const own = row({
    question: aQuestion({ wing: "own", documentIds: ["d1", "d2"] }),
    evidence: [evidenceOf(founded), evidenceOf("Birch sails ferries.", 2, other)],
  });
  expect((await run(1, [same], own, [aDocument(), other])).rows[0]?.question.documentIds).toEqual([
    "d1",
  ]);
});

test("an unanswerable question is passed on as it is", async () => {
  const { rows, asked } = await run(
    3,
    [],
    row({
      question: aQuestion({ type: "unanswerable", answer: "Unable to answer." }),
      evidence: [],
    }),
  );
  expect([rows[0]?.answer, rows[0]?.evidence, asked]).toEqual(["Unable to answer.", [], []]);
});
