// The answerers of the news prompts: events with a summary, single-document questions, and RAGQuestEval questions.

import type { Answerer } from "../answerer.ts";
import { completenessAnswerer } from "./completeness-answer.ts";
import { eventsAnswerer } from "./events-answer.ts";
import { qaSingleAnswerer } from "./qa-single-answer.ts";
import { questEvalAnswerer } from "./quest-eval-answer.ts";

/** In both languages. */
export const newsAnswerers: readonly Answerer[] = [eventsAnswerer, qaSingleAnswerer, completenessAnswerer, questEvalAnswerer];
