// What metrics say, a line each, as a terminal shows it.

import { metricWords } from "../../schemas/evaluation/metric-words.ts";
import type { Metric } from "../../schemas/evaluation/metrics.ts";

/** What several systems are looked at for first; of these the ones there are. */
export const headline: readonly Metric[] = [
  "evidence-recall",
  "rageval-recall",
  "rageval-eir",
  "mrr",
  "hit-at-5",
  "cofe-recall",
  "cofe-accuracy",
  "completeness",
  "hallucination",
  "irrelevance",
  "correctness",
  "right-answer-rate",
  "stale-answer-rate",
  "rouge-l",
  "crud-bleu",
  "quest-recall",
  "quest-precision",
  "answer-length",
];

/** Under a table of these metrics. */
export const metricLines = (metrics: readonly Metric[]): string[] =>
  metrics.map(metric => `  ${metric}: ${metricWords.en[metric].line}`);
