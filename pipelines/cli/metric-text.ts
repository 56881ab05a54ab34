// What metrics say, a line each, as a terminal shows it.

import { metricWords } from "../../schemas/evaluation/metric-words.ts";
import type { Metric } from "../../schemas/evaluation/metrics.ts";

/** Under a table of these metrics. */
export const metricLines = (metrics: readonly Metric[]): string[] =>
  metrics.map(metric => `  ${metric}: ${metricWords.en[metric].line}`);
