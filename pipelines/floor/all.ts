// Every prompt that code answers, in the order of the wings.

import type { Answerer } from "./answerer.ts";
import { baselineAnswerers } from "./baseline/baseline.ts";
import { cofeAnswerers } from "./cofe/cofe.ts";
import { configAnswer } from "./documents/config-answer.ts";
import { oneShotAnswer, zeroShotAnswer } from "./documents/draft-answers.ts";
import { factsAnswer } from "./facts/facts-answer.ts";
import { judgeAnswerers } from "./judge/judge.ts";
import { newsAnswerers } from "./news/news.ts";
import { newsMultiAnswerers } from "./news-multi/news-multi.ts";
import { questionAnswerers } from "./questions/questions.ts";
import { schemaAnswer } from "./schema/schema-answer.ts";
import { schemaRefinementAnswer } from "./schema/schema-refinement.ts";
import { sectionAnswer } from "./documents/section-answer.ts";
import { sectionRepairAnswer } from "./documents/section-repair-answer.ts";
import { tailAnswerers } from "./tail/tail.ts";

export const ruleAnswerers: readonly Answerer[] = [
  schemaAnswer,
  schemaRefinementAnswer,
  configAnswer,
  sectionAnswer,
  sectionRepairAnswer,
  zeroShotAnswer,
  oneShotAnswer,
  factsAnswer,
  ...questionAnswerers,
  ...newsAnswerers,
  ...newsMultiAnswerers,
  ...cofeAnswerers,
  ...tailAnswerers,
  ...judgeAnswerers,
  ...baselineAnswerers,
];
