// The answerers of all prompts that code can answer, in the order of the wings.

import type { Answerer } from "./answerer.ts";
import { baselineAnswerers } from "./baseline/baseline-answer.ts";
import { plantedErrorsAnswerer } from "./corrections/planted-errors-answer.ts";
import { configAnswerer } from "./documents/config-answer.ts";
import { faithfulnessAnswerer } from "./judge/faithfulness-answer.ts";
import { keypointVerdictsAnswerer } from "./judge/keypoints-answer.ts";
import { familiesAnswerer } from "./questions/families-answer.ts";
import { listsAnswerer } from "./questions/lists-answer.ts";
import { placeAnswerers } from "./places/place-answers.ts";
import { initAnswerer } from "./questions/init-answer.ts";
import { familyAnswerer } from "./documents/family-answer.ts";
import { sectionAnswerer } from "./documents/section-answer.ts";
import { tailAnswerers } from "./tail/tail-answers.ts";

/** All answerers; if several can answer a prompt, the first of them does. */
export const ruleAnswerers: readonly Answerer[] = [
  configAnswerer,
  familyAnswerer,
  sectionAnswerer,
  initAnswerer,
  familiesAnswerer,
  listsAnswerer,
  plantedErrorsAnswerer,
  ...placeAnswerers,
  ...tailAnswerers,
  keypointVerdictsAnswerer,
  faithfulnessAnswerer,
  ...baselineAnswerers,
];
