// Asks of each keypoint whether the answer covers it, contradicts it, or does neither (RAGEval §3.5.2: completeness, hallucination, irrelevance).

import {
  type KeypointJudgementRow,
  keypointJudgements,
} from "../../../schemas/evaluation/judgements.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import { keypointVerdictsPrompt } from "../../../schemas/evaluation/prompts.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { type Ask, defineStage, made } from "../../engine/stage.ts";
import { taskOf } from "../tasks.ts";
import { idsProblem, inOrderOf } from "./every-id.ts";
import { emptyAnswer, judgedOf, saysNothing } from "./judged.ts";

type Verdicts = KeypointJudgementRow["verdicts"];

/** A verdict for each keypoint of the item, in its order; none where it has no keypoints. An empty answer does nothing with any, and no model is asked. */
export async function judgeKeypoints(
  ask: Ask,
  { type, question, keypoints, language }: TruthRow,
  answer: string,
): Promise<Verdicts> {
  if (keypoints === null || keypoints.length === 0) return [];
  if (saysNothing(answer))
    return keypoints.map(({ id }) => ({
      keypointId: id,
      verdict: "neither",
      reason: emptyAnswer[language],
    }));
  const given = keypoints.map(({ id }) => id);
  const check = ({ verdicts }: { verdicts: readonly { readonly id: string }[] }) =>
    idsProblem(
      given,
      verdicts.map(({ id }) => id),
      language,
    );
  const { verdicts } = await ask(
    keypointVerdictsPrompt,
    language,
    { task: taskOf(type), question, answer, keypoints },
    { check },
  );
  return inOrderOf(given, verdicts).map(({ id, verdict, reason }) => ({
    keypointId: id,
    verdict,
    reason,
  }));
}

export const keypointJudgementsStage = defineStage({
  name: "evaluate/keypoint-judgements",
  module: import.meta.filename,
  prompts: [keypointVerdictsPrompt],
  judges: true,
  over: predictions,
  lookup: { truths },
  writes: keypointJudgements,
  only: ({ answer }) => answer !== null,
  async each(prediction, { ask, tables }) {
    const verdicts = await judgeKeypoints(
      ask,
      tables.truths.get(prediction.itemId),
      prediction.answer ?? "",
    );
    return made(
      verdicts.length === 0
        ? []
        : [{ id: `${prediction.id}/keypoints`, ...judgedOf(prediction), verdicts }],
    );
  },
});
