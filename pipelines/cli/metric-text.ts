// Meaning of metrics, one line each, as text for a terminal.

import { type Metric, metricRecords } from "../../schemas/evaluation/metrics.ts";

/** The metrics shown first when there are several systems, if computed. */
const headline: readonly Metric[] = [
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

/** As many columns as a terminal holds. */
const FEW = 8;

/** The metrics that a table of several systems shows: all if there are few, else those that are shown first. */
export const shownMetrics = (computed: readonly Metric[]): Metric[] =>
  computed.length <= FEW ? [...computed] : headline.filter(metric => computed.includes(metric));

/** The lines under a table of these metrics. */
export const metricLines = (metrics: readonly Metric[]): string[] =>
  metrics.map(metric => `  ${metric}: ${metricRecords[metric].line.en}`);
