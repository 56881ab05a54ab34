// Chooses the metrics that fit on a terminal, and explains them, one line each.

import { type Metric, metricRecords } from "../../schemas/evaluation/metrics.ts";

/** The metrics that a table of several systems shows if not all computed ones fit. */
const headlineMetrics: readonly Metric[] = [
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

/** Maximum number of metric columns that fit on a terminal. */
const maxColumns = 8;

/** The metrics that a table of several systems shows: all if they fit, otherwise the headline metrics. */
export const shownMetrics = (computed: readonly Metric[]): Metric[] =>
  computed.length <= maxColumns
    ? [...computed]
    : headlineMetrics.filter(metric => computed.includes(metric));

/** The explanations under a table of these metrics. */
export const metricLines = (metrics: readonly Metric[]): string[] =>
  metrics.map(metric => `  ${metric}: ${metricRecords[metric].line.en}`);
