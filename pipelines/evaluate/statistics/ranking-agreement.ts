// Agreement of two sets of questions on the ranking of the same systems.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import type { RankingAgreement } from "../../../schemas/evaluation/result.ts";
import { seedOf } from "../../text/random.ts";
import { kendallTau, levelMean } from "./kendall.ts";
import {
  type Interval,
  meanStatistic,
  percentileInterval,
  resampledValues,
  type Statistic,
  valueOf,
} from "./resampling.ts";
import { bySystem, scoreTable } from "./score-table.ts";

export interface TwoSets {
  /** Scores of the same systems, by their names, on our questions and on others. */
  readonly ours: readonly ScoreRow[];
  readonly theirs: readonly ScoreRow[];
  readonly metric: Metric;
  /** Source of the other questions. */
  readonly other: string;
}

/** A set of items, with each system's mean over it. */
interface SetOfItems {
  readonly items: number;
  readonly means: readonly Statistic[];
}

function readSet(systems: readonly (readonly ScoreRow[])[], metric: Metric): SetOfItems {
  const { itemIds, values, weights } = scoreTable(systems, metric);
  const means = values.map(column =>
    meanStatistic({
      values: Array.from(column, value => (Number.isNaN(value) ? null : value)),
      weights: [...weights],
    }),
  );
  return { items: itemIds.length, means };
}

/** τ of two lists of means; null if a system has none. */
function tauOf(
  first: readonly (number | null)[],
  second: readonly (number | null)[],
): number | null {
  const [one, other] = [first, second].map(means =>
    means.flatMap(mean => (mean === null ? [] : levelMean(mean))),
  ) as [number[], number[]];
  return one.length === first.length && other.length === second.length
    ? kendallTau(one, other)
    : null;
}

/** τ of resamples. The items of both sets are drawn independently; within a set, the same items for all systems. */
function resampledTaus(ours: SetOfItems, theirs: SetOfItems): (number | null)[] {
  const [drawnOurs, drawnTheirs] = [
    resampledValues(ours.means, { seed: seedOf("ranking", "ours") }),
    resampledValues(theirs.means, { seed: seedOf("ranking", "theirs") }),
  ];
  return (drawnOurs[0] ?? []).map((_, index) =>
    tauOf(
      drawnOurs.map(means => means[index] ?? null),
      drawnTheirs.map(means => means[index] ?? null),
    ),
  );
}

const withinBounds = (tau: number): number => Math.min(1, Math.max(-1, tau));

/**
 * Noise in either ranking lowers τ, and resampling adds the same amount again. So the τ of resamples are below the observed one by about as much as
 * that is below the τ of infinitely many items. The percentile interval's lower end is therefore kept. Its upper end is the lower end of
 * the resamples mirrored at the observed τ: the reverse percentile of Davison and Hinkley (1997), Bootstrap Methods and their Application, section 5.2.
 */
function intervalAround(tau: number, resampled: readonly (number | null)[]): Interval {
  const { low, high } = percentileInterval(resampled);
  if (low === null || high === null) return { low, high };
  return {
    low: Math.min(low, withinBounds(2 * tau - high)),
    high: Math.max(high, withinBounds(2 * tau - low)),
  };
}

/**
 * Kendall's τ-b between the rankings of the systems that have a mean on both sets, in the order of their names. The interval is
 * a bootstrap over the items of both sets, for the τ of infinitely many items. It is null with fewer than two items in either
 * set, or if τ is null. Its coverage was simulated with 24 systems and 60 items or more on either side
 * (tests/bench/ranking-validity.ts). If the systems differ clearly, it covers τ in nine of ten cases. If most are equal except for noise, or both sets
 * rank them the same, it does in a third to three quarters: the observed τ is then too low, and more items are needed.
 */
export function rankingAgreement({ ours, theirs, metric, other }: TwoSets): RankingAgreement {
  const hasValue = (rows: readonly ScoreRow[]) => rows.some(({ values }) => values[metric] != null);
  const others = new Map(bySystem(theirs));
  const shared = bySystem(ours).flatMap(([system, own]) => {
    const found = others.get(system) ?? [];
    return hasValue(own) && hasValue(found) ? [{ system, own, found }] : [];
  });
  const sets = {
    ours: readSet(
      shared.map(({ own }) => own),
      metric,
    ),
    theirs: readSet(
      shared.map(({ found }) => found),
      metric,
    ),
  };
  const means = { ours: sets.ours.means.map(valueOf), theirs: sets.theirs.means.map(valueOf) };
  const tau = tauOf(means.ours, means.theirs);
  const isDrawn = tau !== null && sets.ours.items > 1 && sets.theirs.items > 1;
  return {
    metric,
    other,
    systems: shared.flatMap(({ system }, place) => {
      const [ourMean, theirMean] = [means.ours[place], means.theirs[place]];
      return ourMean == null || theirMean == null
        ? []
        : [{ system, ours: ourMean, theirs: theirMean }];
    }),
    tau,
    ...(isDrawn
      ? intervalAround(tau, resampledTaus(sets.ours, sets.theirs))
      : { low: null, high: null }),
    items: { ours: sets.ours.items, theirs: sets.theirs.items },
  };
}
