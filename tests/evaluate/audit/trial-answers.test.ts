// A trial is answered as its condition says, and its answer judged by the keypoints.

import { expect, test } from "vitest";
import { trialAnswersStage } from "../../../pipelines/evaluate/audit/trial-answers.ts";
import { trialVerdictsStage } from "../../../pipelines/evaluate/audit/trial-verdicts.ts";
import {
  type TrialRow,
  trialAnswers,
  trialVerdicts,
} from "../../../schemas/evaluation/findings.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { aTruth } from "../../support/evaluation-rows.ts";
import { scriptedContext } from "../../support/stage-context.ts";

const trial = (over: Partial<TrialRow> = {}): TrialRow => ({
  id: "t1",
  itemId: "i1",
  language: "en",
  condition: "references",
  documentId: null,
  passages: ["a", "b"],
  ...over,
});
const run = async (row: TrialRow, answer: string | null, type = "factual") => {
  const script = {
    "baseline/closed-book": [{ answer }],
    "baseline/question": [{ answer }],
    "baseline/correction": [{ answer }],
  };
  const { context, asked } = scriptedContext<{ truths: typeof truths }>(
    { truths: [aTruth({ type })] },
    script,
  );
  const { rows } = await trialAnswersStage.each(row, context);
  return { row: trialAnswers.row.parse(rows[0]), asked };
};

test("references are numbered passages of the task's own prompt", async () => {
  const { row, asked } = await run(trial(), "In 1998.");
  expect(asked.map(({ prompt }) => prompt)).toEqual(["baseline/question"]);
  expect(asked[0]!.variables.passages).toEqual([
    { number: 1, text: "a" },
    { number: 2, text: "b" },
  ]);
  expect(row).toMatchObject({ id: "t1", condition: "references", answer: "In 1998." });
});

test("a correction is tried by its own prompt", async () => {
  expect((await run(trial(), "x", "correction")).asked[0]!.prompt).toBe("baseline/correction");
});

test("what the question says is its own words: no model answers", async () => {
  const { row, asked } = await run(trial({ condition: "question", passages: [] }), null);
  expect(asked).toEqual([]);
  expect(row.answer).toBe(aTruth({}).question);
});

test("an answer is judged by each keypoint, and who does not know is not judged", async () => {
  const verdicts = ["k1", "k2"].map(id => ({ id, reason: "so", verdict: "covered" }));
  const judge = async (answer: string | null) => {
    const { context, asked } = scriptedContext<{ truths: typeof truths }>(
      { truths: [aTruth({})] },
      { "judge/keypoints": [{ verdicts }] },
    );
    const { rows } = await trialVerdictsStage.each(
      { id: "t1", itemId: "i1", language: "en", condition: "references", documentId: null, answer },
      context,
    );
    return { row: trialVerdicts.row.parse(rows[0]), asked: asked.length };
  };
  expect(await judge("In 1998.")).toMatchObject({
    row: { verdicts: [{ keypointId: "k1", verdict: "covered" }, { keypointId: "k2" }] },
    asked: 1,
  });
  expect(await judge(null)).toMatchObject({ row: { verdicts: [] }, asked: 0 });
});
