// Computes one system's lead over another, item by item, on the same scale for all metrics.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { PipelineError } from "../../engine/errors.ts";
import { goodness, senseOf } from "../metric-sense.ts";
import { scoreTable } from "../statistics/score-table.ts";
import type { Difference } from "./mean-interval.ts";

/** An item on which both systems have a value. */
export interface PairedLead extends Difference {
  readonly itemId: string;
  /** The systems' values, in the metric's own unit. */
  readonly first: number;
  readonly second: number;
}

// Metrics that have no value for individual items.
const metricsWithoutItemValues: readonly Metric[] = ["bleu-corpus"];

/** Whether a metric can decide between two systems. */
export const canDecide = (metric: Metric): boolean =>
  goodness(metric, senseOf(metric).min) !== null && !metricsWithoutItemValues.includes(metric);

/** Throws PipelineError("wrong-use") for a metric that cannot decide. */
export function requireDecidingMetric(metric: Metric): void {
  if (canDecide(metric)) return;
  throw new PipelineError("wrong-use", `${metric} cannot decide between two systems.`, {
    hint: "It describes without saying whether more is better, or has no value for individual items. Use another, for example: --metric evidence-recall",
  });
}

/**
 * The items on which both systems have a value, in the order of their ids, with the second system's goodness (0 to 1) minus the first's. The rows of
 * each list belong to one system.
 */
export function pairLeads(
  first: readonly ScoreRow[],
  second: readonly ScoreRow[],
  metric: Metric,
): PairedLead[] {
  const { itemIds, values, weights } = scoreTable([first, second], metric);
  return itemIds.flatMap((itemId, index) => {
    const [firstValue, secondValue] = [values[0]?.[index] as number, values[1]?.[index] as number];
    const [firstGoodness, secondGoodness] = [
      goodness(metric, firstValue),
      goodness(metric, secondValue),
    ];
    return Number.isNaN(firstValue) ||
      Number.isNaN(secondValue) ||
      firstGoodness === null ||
      secondGoodness === null
      ? []
      : [
          {
            itemId,
            first: firstValue,
            second: secondValue,
            value: secondGoodness - firstGoodness,
            weight: weights[index] as number,
          },
        ];
  });
}
