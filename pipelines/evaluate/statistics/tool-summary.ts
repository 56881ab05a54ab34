// Summarizes another tool's scores over many answers: means with intervals, as for our own metrics.

import type { ToolScores } from "../../../schemas/evaluation/predictions.ts";
import type { SystemResult } from "../../../schemas/evaluation/result.ts";
import { bootstrap, meanStatistic } from "./resampling.ts";

/** Summarizes the answers of one system that a tool scored; null if there are none. An answer without a value for a metric counts as undefined. */
export function toolSummaryOf(
  answers: Iterable<ToolScores | undefined>,
): SystemResult["toolScores"] {
  const toolScores = [...answers].filter(answer => answer !== undefined);
  const [first] = toolScores;
  if (!first) return null;
  const metrics = [...new Set(toolScores.flatMap(({ values }) => Object.keys(values)))];
  const statistics = metrics.map(metric =>
    meanStatistic({ values: toolScores.map(({ values }) => values[metric] ?? null) }),
  );
  const estimates = bootstrap(statistics);
  return {
    tool: first.tool,
    metrics: metrics.map((metric, index) => {
      const { value, low, high } = estimates[index] ?? { value: null, low: null, high: null };
      const n = statistics[index]?.n ?? 0;
      return { metric, value, low, high, n, undefined: toolScores.length - n };
    }),
  };
}
