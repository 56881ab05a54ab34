// Whether two sets of questions rank the same systems alike.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import type { RankingAgreement } from "../../../schemas/evaluation/result.ts";
import { seedOf } from "../../text/random.ts";
import { kendallTau } from "./kendall.ts";
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
  /** Where the other questions came from. */
  readonly other: string;
}

/** The mean of each system over one set of items. */
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

// Means that differ by rounding alone are level.
const rounded = (value: number): number => Math.round(value * 1e12);

/** τ of two lists of means; null where a system has none. */
function tauOf(
  first: readonly (number | null)[],
  second: readonly (number | null)[],
): number | null {
  const [mine, theirs] = [first, second].map(means =>
    means.flatMap(mean => (mean === null ? [] : rounded(mean))),
  ) as [number[], number[]];
  return mine.length === first.length && theirs.length === second.length
    ? kendallTau(mine, theirs)
    : null;
}

/** The items of both sets are drawn apart, and in each set the same items for all systems. */
function resampledTaus(ours: SetOfItems, theirs: SetOfItems): (number | null)[] {
  const [mine, other] = [
    resampledValues(ours.means, { seed: seedOf("ranking", "ours") }),
    resampledValues(theirs.means, { seed: seedOf("ranking", "theirs") }),
  ];
  return (mine[0] ?? []).map((_, index) =>
    tauOf(
      mine.map(means => means[index] ?? null),
      other.map(means => means[index] ?? null),
    ),
  );
}

const withinBounds = (tau: number): number => Math.min(1, Math.max(-1, tau));

/**
 * Noise in either ranking lowers τ, and resampling adds as much noise again. So the τ of resamples lie below the one seen about as far as
 * that lies below the one with endlessly many items. The percentile interval's lower end therefore stands. Its upper end is the lower end of
 * the resamples turned over at the τ seen: the reverse percentile of Davison and Hinkley (1997), Bootstrap Methods and their Application, section 5.2.
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
 * Kendall's τ-b between the rankings of the systems that have a mean on both sets, these in the order of their names. The interval is
 * by bootstrap over the items of both sets, for the τ that endlessly many items would show. It is null with fewer than two items in either
 * set, and where τ is null. How often it holds that τ was simulated with 24 systems and 60 items or more on either side
 * (tests/bench/ranking-validity.ts). Where the systems lie apart it does in nine of ten cases. Where most are level but for noise, or both sets
 * rank them the same, it does in a third to three quarters: there the τ seen is too low, and more items are wanted.
 */
export function rankingAgreement({ ours, theirs, metric, other }: TwoSets): RankingAgreement {
  const hasValue = (rows: readonly ScoreRow[]) => rows.some(({ values }) => values[metric] != null);
  const others = new Map(bySystem(theirs));
  const shared = bySystem(ours).flatMap(([system, mine]) => {
    const found = others.get(system) ?? [];
    return hasValue(mine) && hasValue(found) ? [{ system, mine, found }] : [];
  });
  const sets = {
    ours: readSet(
      shared.map(({ mine }) => mine),
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
      const [mine, found] = [means.ours[place], means.theirs[place]];
      return mine == null || found == null ? [] : [{ system, ours: mine, theirs: found }];
    }),
    tau,
    ...(isDrawn
      ? intervalAround(tau, resampledTaus(sets.ours, sets.theirs))
      : { low: null, high: null }),
    items: { ours: sets.ours.items, theirs: sets.theirs.items },
  };
}
