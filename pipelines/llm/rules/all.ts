// Every prompt that code answers, in the order of the wing.

import type { Answerer } from "./answerer.ts";
import { configAnswer } from "./config-answer.ts";
import { factsAnswer } from "./facts-answer.ts";
import { questionAnswerers } from "./questions.ts";
import { schemaAnswer } from "./schema-answer.ts";
import { sectionAnswer } from "./section-answer.ts";

export const ruleAnswerers: readonly Answerer[] = [schemaAnswer, configAnswer, sectionAnswer, factsAnswer, ...questionAnswerers];
