// The direction and bounds of each metric: whether more or less is better, and which values are possible.

import { type Metric, metricRecords } from "../../schemas/evaluation/metrics.ts";

/** Null for a metric that describes without saying whether more is better. */
type Better = "more" | "less" | null;

export interface MetricSense {
  readonly better: Better;
  /** The lowest and highest possible values. */
  readonly min: number;
  readonly max: number;
}

/** The default is a share from 0 to 1 for which more is better. */
export function senseOf(metric: Metric): MetricSense {
  const { better = "more", bounds: [min, max] = [0, 1] } = metricRecords[metric];
  return { better, min, max };
}

/** A value scaled from 0 (worst) to 1 (best); null for a metric with no bounds or no preferred direction. */
export function goodness(metric: Metric, value: number): number | null {
  const { better, min, max } = senseOf(metric);
  if (better === null || !Number.isFinite(max - min)) return null;
  const scaled = (value - min) / (max - min);
  return better === "more" ? scaled : 1 - scaled;
}
