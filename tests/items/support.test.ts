// What of a reverse task's reference stands in the corpus is found fact by fact, and nothing rewrites the reference.

import { expect, test } from "vitest";
import { keypointsStage } from "../../pipelines/items/keypoints.ts";
import { referencesStage } from "../../pipelines/items/references.ts";
import { refinementStage } from "../../pipelines/items/refinement.ts";
import {
  answers,
  type AnswerRow,
  keypoints,
  type QuestionRow,
  references,
} from "../../schemas/items/records.ts";
import { aDocument, aQuestion } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { cases } from "../support/cases.ts";

const summary =
  "Alder Mills was founded on 3 May 1998. It employs 214 people. It sold a site in Rendal.";
const question: QuestionRow = aQuestion({
  wing: "crud",
  type: "summarization",
  question: "Alder Mills",
  answer: summary,
  subjects: [],
  documentIds: ["d1", "d2"],
  heldOutIds: ["d0"],
});
const documents = [
  aDocument(),
  aDocument({ id: "d2", name: "Rendal", text: "Rendal lies on a river. It has 900 inhabitants." }),
];
const facts = [
  { claim: "Alder Mills was founded on 3 May 1998.", sentences: [1] },
  { claim: "Alder Mills employs 214 people.", sentences: [3, 3] },
  { claim: "Alder Mills sold a site in Rendal.", sentences: [] as number[] },
];

const find = async (replies: object[]) => {
  const { context, asked } = scriptedContext({ documents }, { "items/support": replies });
  return { asked, outcome: await referencesStage.each(question, context as never) };
};

test("each fact carries its sentences, and documents that state nothing fall away", async () => {
  const row = references.row.parse((await find([{ facts }])).outcome.rows[0]);
  expect(row.question.documentIds).toEqual(["d1"]);
  expect(row.evidence.map(({ text }) => text)).toEqual([
    "Alder Mills was founded on 3 May 1998 in Corrie.",
    "It employs 214 people.",
  ]);
  expect(row.facts.map(({ evidence }) => evidence)).toEqual([[1], [2], []]);
});

cases<[name: string, wrong: { claim: string; sentences: number[] }[], complaint: string]>(
  "items/support",
  "%s is asked for again",
  async (_, wrong, complaint) => {
    const { asked, outcome } = await find([{ facts: wrong }, { facts }]);
    expect(asked[0]?.complaints[0]).toMatch(new RegExp(complaint));
    expect(outcome.outcome).toBe("made");
  },
);

test("a reference of which nothing stands in the corpus is rejected", async () => {
  const none = facts.map(fact => ({ ...fact, sentences: [] }));
  expect((await find([{ facts: none }])).outcome).toMatchObject({
    outcome: "rejected",
    code: "not-reconstructable",
  });
});

test("refinement leaves the reference as it was, without asking; keypoints are its facts, with spans where supported", async () => {
  const row = references.row.parse((await find([{ facts }])).outcome.rows[0]);
  const { context, asked } = scriptedContext({ documents });
  const refined = await refinementStage({ rounds: 2 }).each(row, context as never);
  const answer: AnswerRow = answers.row.parse(refined.rows[0]);
  expect([answer.answer, asked]).toEqual([summary, []]);
  const points = (await keypointsStage.each(answer, context as never)).rows.map(point =>
    keypoints.row.parse(point),
  );
  expect(points.map(({ claim, spans }) => [claim, spans.length])).toEqual([
    ["Alder Mills was founded on 3 May 1998.", 1],
    ["Alder Mills employs 214 people.", 1],
    ["Alder Mills sold a site in Rendal.", 0],
  ]);
});
