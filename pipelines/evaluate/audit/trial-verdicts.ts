// Judges the answer given in each trial by the item's keypoints.

import { trialAnswers, trialVerdicts } from "../../../schemas/evaluation/findings.ts";
import { keypointVerdictsPrompt } from "../../../schemas/evaluation/prompts.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { judgeKeypoints } from "../judges/keypoint-verdicts.ts";

export const trialVerdictsStage = defineStage({
  name: "audit/trial-verdicts",
  module: import.meta.filename,
  prompts: [keypointVerdictsPrompt],
  judges: true,
  over: trialAnswers,
  lookup: { truths },
  writes: trialVerdicts,
  async each(trial, { ask, tables }) {
    const { answer, itemId } = trial;
    const verdicts =
      answer === null ? [] : await judgeKeypoints(ask, tables.truths.get(itemId), answer);
    return made([{ ...trial, verdicts }]);
  },
});
