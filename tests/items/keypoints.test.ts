// Keypoints are single claims on evidence that exists, invent nothing, and conclude where a conclusion is due.

import { expect, test } from "vitest";
import { keypointsProblem, toKeypoints } from "../../pipelines/items/keypoint-claims.ts";
import { keypointsStage } from "../../pipelines/items/keypoints.ts";
import { keypoints } from "../../schemas/items/records.ts";
import { anAnswer, aQuestion } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const point = (claim: string, kind: "fact" | "conclusion" = "fact", evidence = [1]) => ({
  claim,
  kind,
  evidence,
});
const fine = point("Alder Mills was founded on May 3rd, 1998.");

test("a claim in the answer's values, in any format, has no problem", () => {
  expect(keypointsProblem(anAnswer(), [fine])).toBeUndefined();
});

test.each([
  ["evidence that is not there", [point("x", "fact", [4])], /no sentences 4/],
  ["a blank claim", [fine, point(" ")], /needs its claim/],
  ["an invented number", [point("It was founded in 1999.")], /1999/],
])("%s is told", (_, points, message) => {
  expect(keypointsProblem(anAnswer(), points)).toMatch(message);
});

test("all faults are told at once, in the language of the answer", () => {
  const answer = anAnswer({
    language: "zh",
    question: aQuestion({ type: "comparison", language: "zh" }),
  });
  expect(
    keypointsProblem(answer, [point("它成立于1999年。", "fact", [4]), point(" ")])?.split("\n"),
  ).toEqual([
    "没有编号为 4 的句子。",
    '要有一条要点是结论（kind 为 "conclusion"）。',
    "每条要点都要写明 claim。",
    "答案里没有说到1999年。",
  ]);
});

test("claims may number what an answer lists, and no further than there are claims", () => {
  const answer = anAnswer({
    language: "zh",
    answer: "一共两次异议，都已答复。",
    question: aQuestion({ language: "zh", question: "客户提过几次异议？" }),
  });
  expect(
    keypointsProblem(answer, [point("第一次异议已答复。"), point("第二次异议已答复。")]),
  ).toBeUndefined();
  expect(keypointsProblem(answer, [point("第五次异议已答复。")])).toBe("答案里没有说到第五。");
});

test("a claim given twice is kept once, its evidence too", () => {
  const rows = toKeypoints(anAnswer(), [
    point("One.", "fact", [1, 1]),
    point(" One. "),
    point("Two."),
  ]).map(row => keypoints.row.parse(row));
  expect(rows.map(({ id, claim, spans }) => [id, claim, spans.length])).toEqual([
    ["a1/k1", "One.", 1],
    ["a1/k2", "Two.", 1],
  ]);
});

test("the stage names each sentence's document and asks again for what does not fit", async () => {
  const { context, asked } = scriptedContext(
    {},
    { "items/keypoints": [{ keypoints: [point("x", "fact", [2])] }, { keypoints: [fine] }] },
  );
  const outcome = await keypointsStage.each(anAnswer(), context);
  expect(asked[0]?.variables.evidence).toMatchObject([{ number: 1, document: "Alder Mills" }]);
  expect(asked[0]?.complaints).toEqual(["There are no sentences 2.", undefined]);
  expect(outcome.rows).toHaveLength(1);
});

test("an unanswerable question has one conclusion, written without asking", async () => {
  const { context, asked } = scriptedContext({}, {});
  const question = aQuestion({ type: "unanswerable" });
  const outcome = await keypointsStage.each(
    anAnswer({ question, answer: "Unable to answer.", evidence: [] }),
    context,
  );
  expect(asked).toEqual([]);
  expect(outcome.rows).toMatchObject([
    { kind: "conclusion", spans: [], claim: expect.stringContaining(question.question) },
  ]);
});

test("of a correction whose sentences are its evidence, those put right are the keypoints, and nobody is asked", async () => {
  const [given, right] = [
    "It has 40 rooms. It opened in 1961.",
    "It has 40 rooms. It opened in 1958.",
  ];
  const evidence = [
    { number: 1, span: { documentId: "d1", start: 17, end: 35 }, text: "It opened in 1958." },
  ];
  const question = aQuestion({
    wing: "crud",
    type: "correction",
    question: `The Marn hotel is for sale.\n\n${given}`,
  });
  const ask = async (found: typeof evidence, script = {}) => {
    const { context, asked } = scriptedContext({}, script);
    const { rows } = await keypointsStage.each(
      anAnswer({ question, answer: right, evidence: found }),
      context,
    );
    return { asked, rows: rows.map(row => keypoints.row.parse(row)) };
  };
  const known = await ask(evidence);
  expect(known.asked).toEqual([]);
  expect(known.rows).toMatchObject([
    { claim: "It opened in 1958.", kind: "fact", spans: [evidence[0]?.span] },
  ]);
  const worded = evidence.map(one => ({ ...one, text: "The doors opened in 1958." }));
  const replies = { "items/keypoints": [{ keypoints: [point("It opened in 1958.")] }] };
  expect((await ask(worded, replies)).asked).toHaveLength(1);
});
