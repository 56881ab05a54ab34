// Judges each answer by the item's keypoints, which gives completeness, hallucination and irrelevance.

import { keypointJudgements } from "../../../schemas/evaluation/judgements.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import { keypointVerdictsPrompt } from "../../../schemas/evaluation/prompts.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { judgedOf } from "./judged.ts";
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
