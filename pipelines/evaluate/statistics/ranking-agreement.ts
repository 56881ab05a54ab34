// Measures how well two sets of questions agree on the ranking of the same systems.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import type { RankingAgreement } from "../../../schemas/evaluation/result.ts";
import { seedOf } from "../../text/random.ts";
import { kendallTau, roundForRanking } from "./kendall.ts";
import {
  type Interval,
  meanStatistic,
  percentileInterval,
  resampledValues,
  type Statistic,
  valueOf,
} from "./resampling.ts";
import { groupBySystem, scoreTable } from "./score-table.ts";

interface RankingInput {
  /** Scores of systems with the same names, on our questions and on others. */
  readonly ourScores: readonly ScoreRow[];
  readonly theirScores: readonly ScoreRow[];
  readonly metric: Metric;
  /** Source of the other questions. */
  readonly otherSource: string;
}

/** A set of items, with each system's mean over it as a statistic. */
interface ItemSet {
  readonly items: number;
  readonly means: readonly Statistic[];
}

function itemSetOf(systems: readonly (readonly ScoreRow[])[], metric: Metric): ItemSet {
  const { itemIds, values, weights } = scoreTable(systems, metric);
  const means = values.map(column =>
    meanStatistic({
      values: Array.from(column, value => (Number.isNaN(value) ? null : value)),
      weights: [...weights],
    }),
  );
  return { items: itemIds.length, means };
}

/** τ of two lists of means; null if a system has no mean. */
function tauOf(
  first: readonly (number | null)[],
  second: readonly (number | null)[],
): number | null {
  const [firstMeans, secondMeans] = [first, second].map(means =>
    means.flatMap(mean => (mean === null ? [] : roundForRanking(mean))),
  ) as [number[], number[]];
  return firstMeans.length === first.length && secondMeans.length === second.length
    ? kendallTau(firstMeans, secondMeans)
    : null;
}

/** τ of resamples. The items of the two sets are drawn independently; within a set, the same items are drawn for all systems. */
function resampledTaus(ours: ItemSet, theirs: ItemSet): (number | null)[] {
  const [ourResamples, theirResamples] = [
    resampledValues(ours.means, seedOf("ranking", "ours")),
    resampledValues(theirs.means, seedOf("ranking", "theirs")),
  ];
  return (ourResamples[0] ?? []).map((_, index) =>
    tauOf(
      ourResamples.map(means => means[index] ?? null),
      theirResamples.map(means => means[index] ?? null),
    ),
  );
}

const clampToBounds = (tau: number): number => Math.min(1, Math.max(-1, tau));

/**
 * Noise in either ranking lowers τ, and resampling adds the same amount of noise again. So the τ of resamples are
 * below the observed one by about as much as that one is below the τ of infinitely many items. The lower bound of the
 * percentile interval is therefore kept. The upper bound is the lower bound of the resamples mirrored about the
 * observed τ: the reverse percentile of Davison and Hinkley (1997), Bootstrap Methods and their Application, section
 * 5.2.
 */
function intervalAround(tau: number, resampled: readonly (number | null)[]): Interval {
  const { low, high } = percentileInterval(resampled);
  if (low === null || high === null) return { low, high };
  return {
    low: Math.min(low, clampToBounds(2 * tau - high)),
    high: Math.max(high, clampToBounds(2 * tau - low)),
  };
}

/**
 * Kendall's τ-b between the rankings of the systems that have a mean on both sets, in the order of their names. The interval is
 * a bootstrap over the items of both sets, for the τ of infinitely many items. Its bounds are null with fewer than two items in either
 * set, or if τ is null. Its coverage was simulated with 24 systems and 60 items or more on either side:
 * if the systems differ clearly, it covers τ in nine of ten cases. If most systems are equal except for noise, or both sets
 * rank them the same, it does so in a third to three quarters of cases: the observed τ is then too low, and more items are needed.
 */
export function rankingAgreement({
  ourScores,
  theirScores,
  metric,
  otherSource,
}: RankingInput): RankingAgreement {
  const hasValue = (rows: readonly ScoreRow[]) => rows.some(({ values }) => values[metric] != null);
  const theirRows = new Map(groupBySystem(theirScores));
  const systems = groupBySystem(ourScores)
    .map(([system, ourRows]) => ({ system, ourRows, theirRows: theirRows.get(system) ?? [] }))
    .filter(shared => hasValue(shared.ourRows) && hasValue(shared.theirRows));
  const ourSet = itemSetOf(
    systems.map(shared => shared.ourRows),
    metric,
  );
  const theirSet = itemSetOf(
    systems.map(shared => shared.theirRows),
    metric,
  );
  const [ourMeans, theirMeans] = [ourSet.means.map(valueOf), theirSet.means.map(valueOf)];
  const tau = tauOf(ourMeans, theirMeans);
  const canBeResampled = tau !== null && ourSet.items > 1 && theirSet.items > 1;
  return {
    metric,
    other: otherSource,
    systems: systems.flatMap(({ system }, index) => {
      const [ourMean, theirMean] = [ourMeans[index], theirMeans[index]];
      return ourMean == null || theirMean == null
        ? []
        : [{ system, ours: ourMean, theirs: theirMean }];
    }),
    tau,
    ...(canBeResampled
      ? intervalAround(tau, resampledTaus(ourSet, theirSet))
      : { low: null, high: null }),
    items: { ours: ourSet.items, theirs: theirSet.items },
  };
}
