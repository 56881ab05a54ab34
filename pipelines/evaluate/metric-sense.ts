// Which values of a metric are better, and between which bounds they lie.

import { lowerIsBetter, type Metric, neitherIsBetter } from "../../schemas/evaluation/metrics.ts";

/** Null of a metric that says how an answer is, not how good. */
type Better = "more" | "less" | null;

export interface MetricSense {
  readonly better: Better;
  /** What the best and the worst system can have. */
  readonly least: number;
  readonly most: number;
}

type Bounds = Pick<MetricSense, "least" | "most">;

const share: Bounds = { least: 0, most: 1 };
/** Metrics that are no shares from 0 to 1. */
const ownBounds: Partial<Record<Metric, Bounds>> = {
  correctness: { least: 1, most: 5 },
  "sentence-cosine": { least: -1, most: 1 },
  // In decibels.
  "rageval-snr": { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY },
  "answer-length": { least: 0, most: Number.POSITIVE_INFINITY },
};

const betterOf = (metric: Metric): Better =>
  neitherIsBetter.includes(metric) ? null : lowerIsBetter.includes(metric) ? "less" : "more";

/** A share from 0 to 1 of which more is better, but for the few that are otherwise. */
export const senseOf = (metric: Metric): MetricSense => ({
  better: betterOf(metric),
  ...(ownBounds[metric] ?? share),
});

/** A value from 0, the worst, to 1, the best; null of a metric without bounds or without a better side. */
export function goodness(metric: Metric, value: number): number | null {
  const { better, least, most } = senseOf(metric);
  if (better === null || !Number.isFinite(most - least)) return null;
  const up = (value - least) / (most - least);
  return better === "more" ? up : 1 - up;
}
