// What `rules` answers for the CoFE-RAG wing.

import type { Answerer } from "../answerer.ts";
import { cofeQuestionsAnswer } from "./cofe-questions-answer.ts";
import { reviewAnswer } from "./review-answer.ts";
import { titleAnswer } from "./title-answer.ts";

export const cofeAnswerers: readonly Answerer[] = [titleAnswer, cofeQuestionsAnswer, reviewAnswer];
