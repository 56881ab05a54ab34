// Has a judge compare each answer with the item's keypoints, for completeness, hallucination and irrelevance.

import { keypointJudgements } from "../../../schemas/evaluation/judgements.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import { keypointVerdictsPrompt } from "../../../schemas/evaluation/prompts.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { judgementFields, replyUnlessAbstained } from "./judge-helpers.ts";
import { judgeKeypoints } from "./keypoint-verdicts.ts";

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
    const truth = tables.truths.get(prediction.itemId);
    if ((truth.keypoints ?? []).length === 0) return made([]);
    const verdicts = await replyUnlessAbstained(
      judgeKeypoints(ask, truth, prediction.answer ?? ""),
    );
    const row = { id: `${prediction.id}/keypoints`, ...judgementFields(prediction) };
    return made([{ ...row, verdicts: verdicts ?? [] }]);
  },
});
