// The lead of one system over another, item by item, on one scale for all metrics.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { PipelineError } from "../../engine/errors.ts";
import { goodness, senseOf } from "../metric-sense.ts";
import { scoreTable } from "../statistics/score-table.ts";
import type { Difference } from "./mean-interval.ts";

/** An item on which both have a value. */
export interface PairedLead extends Difference {
  readonly itemId: string;
  /** Values in the metric's own unit. */
  readonly first: number;
  readonly second: number;
}

// Metrics without a value for single items.
const ofNoItem: readonly Metric[] = ["bleu-corpus"];

/** Whether a metric can decide between two systems. */
export const decides = (metric: Metric): boolean =>
  goodness(metric, senseOf(metric).min) !== null && !ofNoItem.includes(metric);

/** PipelineError("wrong-use") for a metric that has no better side, or no bounds. */
export function refuseUndecided(metric: Metric): void {
  if (decides(metric)) return;
  throw new PipelineError("wrong-use", `${metric} cannot decide between two systems.`, {
    hint: "It describes answers without saying how good they are, or has no value for individual items. Use another, for example: --metric evidence-recall",
  });
}

/**
 * The items on which both systems have a value, in the order of their ids; the second minus the first, as goodness from 0 to 1. The rows of
 * each list belong to one system.
 */
export function pairLeads(
  first: readonly ScoreRow[],
  second: readonly ScoreRow[],
  metric: Metric,
): PairedLead[] {
  const { itemIds, values, weights } = scoreTable([first, second], metric);
  return itemIds.flatMap((itemId, place) => {
    const [one, other] = [values[0]?.[place] as number, values[1]?.[place] as number];
    const [before, after] = [goodness(metric, one), goodness(metric, other)];
    return Number.isNaN(one) || Number.isNaN(other) || before === null || after === null
      ? []
      : [
          {
            itemId,
            first: one,
            second: other,
            value: after - before,
            weight: weights[place] as number,
          },
        ];
  });
}
