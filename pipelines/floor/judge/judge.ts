// The answerers of the judges' prompts.

import type { Answerer } from "../answerer.ts";
import { correctnessAnswerer } from "./correctness-answer.ts";
import { faithfulnessAnswerer } from "./faithfulness-answer.ts";
import { keypointVerdictsAnswerer } from "./keypoints-answer.ts";
import { otherSupportAnswerer } from "./other-support-answer.ts";
import { questAnswersAnswerer } from "./quest-answers-answer.ts";
import { relevanceAnswerer } from "./relevance-answer.ts";

/** A floor under every judge: what values, names and words show, and nothing of meaning. */
export const judgeAnswerers: readonly Answerer[] = [
  keypointVerdictsAnswerer,
  faithfulnessAnswerer,
  relevanceAnswerer,
  correctnessAnswerer,
  questAnswersAnswerer,
  otherSupportAnswerer,
];
