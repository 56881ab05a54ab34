// Every prompt that code answers, in the order of the wing.

import type { Answerer } from "./answerer.ts";
import { configAnswer } from "./config-answer.ts";
import { oneShotAnswer, zeroShotAnswer } from "./draft-answers.ts";
import { factsAnswer } from "./facts-answer.ts";
import { questionAnswerers } from "./questions.ts";
import { schemaAnswer } from "./schema-answer.ts";
import { schemaRefinementAnswer } from "./schema-refinement.ts";
import { sectionAnswer } from "./section-answer.ts";
import { sectionRepairAnswer } from "./section-repair-answer.ts";
import { tailAnswerers } from "./tail.ts";

export const ruleAnswerers: readonly Answerer[] = [schemaAnswer, schemaRefinementAnswer, configAnswer, sectionAnswer, sectionRepairAnswer, zeroShotAnswer, oneShotAnswer, factsAnswer, ...questionAnswerers, ...tailAnswerers];
