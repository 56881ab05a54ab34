// The answerers of the question prompts, one for each type.

import type { Answerer } from "../answerer.ts";
import { comparisonAnswerer } from "./question-comparison.ts";
import { factualAnswerer, integrationAnswerer, unanswerableAnswerer } from "./question-factual.ts";
import { multiHopAnswerer } from "./question-multi-hop.ts";
import { summaryAnswerer } from "./question-summary.ts";
import { timeSequenceAnswerer } from "./question-time-sequence.ts";

/** Questions of all seven types from planned facts, in both languages. */
export const questionAnswerers: readonly Answerer[] = [
  factualAnswerer,
  multiHopAnswerer,
  summaryAnswerer,
  integrationAnswerer,
  comparisonAnswerer,
  timeSequenceAnswerer,
  unanswerableAnswerer,
];
