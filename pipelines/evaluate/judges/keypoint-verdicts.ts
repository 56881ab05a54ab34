// Has a judge decide for each keypoint whether an answer covers it, contradicts it, or does neither (RAGEval §3.5.2).

import type { KeypointJudgementRow } from "../../../schemas/evaluation/judgements.ts";
import { keypointVerdictsPrompt } from "../../../schemas/evaluation/prompts.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import type { Ask } from "../../engine/stage.ts";
import { taskOf } from "../item-task.ts";
import { idProblemOf, sortByIds } from "./verdict-ids.ts";
import { emptyAnswerReason, isBlank } from "./judge-helpers.ts";

type Verdicts = KeypointJudgementRow["verdicts"];

/** A verdict for each keypoint of the item, in order; empty if it has none. For an empty answer, all are `neither`, and no model is called. */
export async function judgeKeypoints(
  ask: Ask,
  { type, question, keypoints, language }: TruthRow,
  answer: string,
): Promise<Verdicts> {
  if (keypoints === null || keypoints.length === 0) return [];
  if (isBlank(answer))
    return keypoints.map(({ id }) => ({
      keypointId: id,
      verdict: "neither",
      reason: emptyAnswerReason[language],
    }));
  const keypointIds = keypoints.map(({ id }) => id);
  const { verdicts } = await ask(
    keypointVerdictsPrompt,
    language,
    { task: taskOf(type), question, answer, keypoints },
    { check: reply => idProblemOf(keypointIds, reply.verdicts, language) },
  );
  return sortByIds(keypointIds, verdicts).map(({ id, verdict, reason }) => ({
    keypointId: id,
    verdict,
    reason,
  }));
}
