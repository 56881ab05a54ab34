// Keypoints are judged one by one, all of them, and only where there is something to judge.

import { expect, test } from "vitest";
import { ReplyError } from "../../../pipelines/engine/errors.ts";
import { faithfulnessStage } from "../../../pipelines/evaluate/judges/faithfulness.ts";
import { keypointJudgementsStage } from "../../../pipelines/evaluate/judges/keypoints.ts";
import { keypointJudgements } from "../../../schemas/evaluation/judgements.ts";
import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { aPrediction, aTruth } from "../../support/evaluation-rows.ts";
import { outcomeFor, scriptedContext } from "../../support/stage-context.ts";

const verdict = (id: string, said = "covered") => ({ id, reason: "so", verdict: said });
const run = (
  replies: object[],
  prediction: Partial<PredictionRow> = {},
  truth: Partial<TruthRow> = {},
) => {
  const { context, asked } = scriptedContext<{ truths: typeof truths }>(
    { truths: [aTruth(truth)] },
    { "judge/keypoints": replies },
  );
  return { asked, outcome: outcomeFor(keypointJudgementsStage, aPrediction(prediction), context) };
};

test("verdicts come in the order of the item's keypoints, under the prediction's id", async () => {
  const { rows } = await run([{ verdicts: [verdict("k2", "neither"), verdict("k1")] }]).outcome;
  expect(rows.map(row => keypointJudgements.row.parse(row))).toEqual([
    {
      id: "p1/keypoints",
      predictionId: "p1",
      itemId: "i1",
      system: "mine",
      language: "en",
      verdicts: [
        { keypointId: "k1", verdict: "covered", reason: "so" },
        { keypointId: "k2", verdict: "neither", reason: "so" },
      ],
    },
  ]);
});

test("a missing and a surplus verdict are asked for again", async () => {
  const { asked, outcome } = run([
    { verdicts: [verdict("k1")] },
    { verdicts: [verdict("k1"), verdict("k2"), verdict("k3")] },
    { verdicts: [verdict("k1"), verdict("k2")] },
  ]);
  expect((await outcome).rows).toHaveLength(1);
  expect(asked[0]!.complaints).toEqual([
    expect.stringContaining("“k2”"),
    expect.stringContaining("“k3”"),
    undefined,
  ]);
});

test("a judge that never completes its list fails the row", async () => {
  await expect(run([{ verdicts: [] }, { verdicts: [] }, { verdicts: [] }]).outcome).rejects.toThrow(
    /Missing/,
  );
});

test("a judge that can prove nothing abstains: a row without verdicts, and no failure", async () => {
  const declines = () => {
    throw new ReplyError("declined", "needs-model", "This needs a model.", null);
  };
  const { context } = scriptedContext<{ truths: typeof truths }>(
    { truths: [aTruth()] },
    { "judge/keypoints": declines, "judge/faithfulness": declines },
  );
  const { rows } = await outcomeFor(keypointJudgementsStage, aPrediction(), context);
  expect(rows).toMatchObject([{ id: "p1/keypoints", verdicts: [] }]);
  const faithful = await outcomeFor(faithfulnessStage, aPrediction(), context);
  expect(faithful.rows).toMatchObject([{ id: "p1/faithfulness", score: null }]);
});

test("an empty answer does nothing with any keypoint, and nobody is asked", async () => {
  const { asked, outcome } = run([], { answer: " \n" });
  expect((await outcome).rows[0]).toMatchObject({
    verdicts: [{ verdict: "neither" }, { verdict: "neither" }],
  });
  expect(asked).toEqual([]);
});

test.each([
  ["no answer", { answer: null }, {}],
  ["no keypoints in the dataset", {}, { keypoints: null }],
  ["no keypoint of the item", {}, { keypoints: [] }],
] as const)("%s leaves no row and asks nobody", async (_, prediction, truth) => {
  const { asked, outcome } = run([], prediction, truth as unknown as Partial<TruthRow>);
  expect([(await outcome).rows, asked]).toEqual([[], []]);
});
