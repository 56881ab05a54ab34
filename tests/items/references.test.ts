// References are sentences by number; unknown numbers go back, and a user's question keeps the documents that answer it.

import { describe, expect, test } from "vitest";
import { referencesStage } from "../../pipelines/items/references.ts";
import { type QuestionRow, references } from "../../schemas/items/records.ts";
import { aDocument, aQuestion, founded } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const other = aDocument({ id: "d2", name: "Birch", text: "Birch sails ferries." });
const run = async (question: QuestionRow, script: Record<string, object[]>) => {
  const { context, asked } = scriptedContext({ documents: [aDocument(), other] }, script);
  const outcome = await referencesStage.each(question, context as never);
  return { asked, outcome, rows: outcome.rows.map(row => references.row.parse(row)) };
};

test("a reference is the document's own characters", async () => {
  const { rows } = await run(aQuestion(), { "items/references": [{ sentences: [1] }] });
  expect(rows[0]?.evidence).toEqual([
    { number: 1, text: founded, span: { documentId: "d1", start: 0, end: founded.length } },
  ]);
});

test("evidence that its maker named is taken where it begins, and a question of which some is lost is rejected", async () => {
  const start = founded.indexOf(" ") + 1;
  const span = { documentId: "d1", start, end: founded.length };
  const { rows, asked } = await run(aQuestion({ spans: [span] }), {});
  expect(rows[0]?.evidence).toEqual([{ number: 1, text: founded.slice(start), span }]);
  expect(asked).toEqual([]);
  const nowhere = { documentId: "d1", start: 100_000, end: 100_001 };
  const { outcome } = await run(aQuestion({ spans: [span, nowhere] }), {});
  expect(outcome).toMatchObject({ outcome: "rejected", code: "lost-evidence" });
});

test("unknown sentence numbers are told and asked again", async () => {
  const { asked } = await run(aQuestion(), {
    "items/references": [{ sentences: [1, 7] }, { sentences: [1] }],
  });
  expect(asked[0]?.complaints).toEqual(["There are no sentences 7.", undefined]);
});

test("an answer that nothing supports is rejected", async () => {
  expect(
    (await run(aQuestion(), { "items/references": [{ sentences: [] }] })).outcome,
  ).toMatchObject({ outcome: "rejected", code: "no-references" });
});

test("an unanswerable question keeps its documents and asks nothing, also a user's own", async () => {
  for (const wing of ["rageval", "own"] as const) {
    const { rows, asked } = await run(aQuestion({ wing, type: "unanswerable" }), {});
    expect([rows[0]?.evidence, rows[0]?.question.documentIds, asked]).toEqual([[], ["d1"], []]);
  }
});

describe("a user's question", () => {
  const own = aQuestion({ wing: "own", answer: "", documentIds: ["d1", "d2"] });

  test("gets its answer and only the documents that gave it", async () => {
    const { rows } = await run(own, {
      "items/answer": [{ answerable: true, answer: " On 3 May 1998. ", sentences: [1] }],
    });
    expect(rows[0]?.question).toMatchObject({ answer: "On 3 May 1998.", documentIds: ["d1"] });
  });

  test("is asked again when an answer lacks text or sentences", async () => {
    const { asked } = await run(own, {
      "items/answer": [
        { answerable: true, answer: " ", sentences: [1] },
        { answerable: true, answer: "x", sentences: [] },
        { answerable: true, answer: "x", sentences: [2] },
      ],
    });
    expect(asked[0]?.complaints.map(complaint => complaint !== undefined)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
