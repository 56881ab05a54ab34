// The answerers of the plain RAG's prompts: they take sentences from the passages, so that a sweep runs anywhere.

import { closedBookPrompt } from "../../../schemas/evaluation/prompts.ts";
import { type Answerer, answers } from "../answerer.ts";
import { continuationAnswerer } from "./continuation-answer.ts";
import { correctionAnswerer } from "./correction-answer.ts";
import { questionAnswerer } from "./question-answer.ts";
import { summarizationAnswerer } from "./summarization-answer.ts";

/** Code knows nothing that it was not shown. */
const closedBookAnswerer = answers(closedBookPrompt, () => ({ answer: null }));

export const baselineAnswerers: readonly Answerer[] = [
  questionAnswerer,
  summarizationAnswerer,
  continuationAnswerer,
  correctionAnswerer,
  closedBookAnswerer,
];
