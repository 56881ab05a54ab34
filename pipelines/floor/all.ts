// Every prompt that code answers, in the order of the wings.

import type { Answerer } from "./answerer.ts";
import { baselineAnswerers } from "./baseline/baseline.ts";
import { cofeAnswerers } from "./cofe/cofe.ts";
import { plantedErrors } from "./corrections/planted-errors.ts";
import { configAnswer } from "./documents/config-answer.ts";
import { oneShotAnswer, zeroShotAnswer } from "./documents/draft-answers.ts";
import { judgeAnswerers } from "./judge/judge.ts";
import { questionAnswerers } from "./questions/questions.ts";
import { sectionAnswer } from "./documents/section-answer.ts";
import { sectionRepairAnswer } from "./documents/section-repair-answer.ts";
import { tailAnswerers } from "./tail/tail.ts";

export const ruleAnswerers: readonly Answerer[] = [
  configAnswer,
  sectionAnswer,
  sectionRepairAnswer,
  zeroShotAnswer,
  oneShotAnswer,
  ...questionAnswerers,
  plantedErrors,
  ...cofeAnswerers,
  ...tailAnswerers,
  ...judgeAnswerers,
  ...baselineAnswerers,
];
