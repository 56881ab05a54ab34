// Direction and bounds of each metric: whether more or less is better, and the possible values.

import { lowerIsBetter, type Metric, neitherIsBetter } from "../../schemas/evaluation/metrics.ts";

/** Null for a metric that describes an answer without saying how good it is. */
type Better = "more" | "less" | null;

export interface MetricSense {
  readonly better: Better;
  /** The lowest and highest possible values. */
  readonly least: number;
  readonly most: number;
}

type Bounds = Pick<MetricSense, "least" | "most">;

const share: Bounds = { least: 0, most: 1 };
/** Metrics that are not shares from 0 to 1. */
const ownBounds: Partial<Record<Metric, Bounds>> = {
  correctness: { least: 1, most: 5 },
  "sentence-cosine": { least: -1, most: 1 },
  // In decibels.
  "rageval-snr": { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY },
  "answer-length": { least: 0, most: Number.POSITIVE_INFINITY },
};

const betterOf = (metric: Metric): Better =>
  neitherIsBetter.includes(metric) ? null : lowerIsBetter.includes(metric) ? "less" : "more";

/** By default, a share from 0 to 1 for which more is better. */
export const senseOf = (metric: Metric): MetricSense => ({
  better: betterOf(metric),
  ...(ownBounds[metric] ?? share),
});

/** A value from 0 (worst) to 1 (best); null for a metric without bounds or without a better side. */
export function goodness(metric: Metric, value: number): number | null {
  const { better, least, most } = senseOf(metric);
  if (better === null || !Number.isFinite(most - least)) return null;
  const up = (value - least) / (most - least);
  return better === "more" ? up : 1 - up;
}
