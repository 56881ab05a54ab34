// leaderboard.json: all systems of all evaluations of a run, over the items that all of them answered.

import { z } from "zod";
import { Metric, Summary, Variant } from "./metrics.ts";
import { Performance } from "./performance.ts";
import { Comparison, LossCounts } from "./result.ts";

/** Why a system has no row. */
export const LeftOut = z.enum(["twin", "other-items", "few-items", "other-variant", "no-metric"]);
export type LeftOut = z.output<typeof LeftOut>;

export const LeaderboardRow = z.strictObject({
  /** A unique name: if two evaluations have systems of the same name, it is preceded by the evaluation's name. */
  system: z.string(),
  /** Folder of its evaluation. */
  evaluation: z.string(),
  /** Number of distractors in its corpus; null if its corpus is not known. */
  distractors: z.int().nullable(),
  /** A metric that it lacks is absent. `n` is the same for all systems: the number of items on which every system with the metric has a value. */
  metrics: z.partialRecord(Metric, Summary),
  /** Metrics left out of its row because a different judge scored them than for most systems. */
  otherJudge: z.array(Metric),
  /** Over the same items; null if nothing was measured. */
  performance: Performance.nullable(),
  losses: LossCounts.nullable(),
});
export type LeaderboardRow = z.output<typeof LeaderboardRow>;

/** Which system is ahead by a metric that all systems have. */
export const Standing = z.strictObject({
  metric: Metric,
  best: z.string(),
  /**
   * Every other system, closest first: how far the best is ahead of it, with a 95% bootstrap interval. `p` comes
   * from a permutation test, corrected for the number of systems (Holm).
   */
  others: z.array(
    z.strictObject({
      system: z.string(),
      ...Comparison.omit({ metric: true, first: true, second: true }).shape,
    }),
  ),
});
export type Standing = z.output<typeof Standing>;

const Estimate = Summary.pick({ value: true, low: true, high: true });

/** How hard an item is, and whether it separates better systems from worse ones. */
export const ItemDifficulty = z.strictObject({
  id: z.string(),
  type: z.string(),
  /** Number of systems with a value for it. */
  systems: z.int(),
  /** Share of these systems with the best possible value, with Wilson's interval. */
  solved: Estimate,
  /**
   * Correlation, across systems, of its value with the mean of the other items, with Fisher's interval. If it is
   * below 0, better systems do worse on it. Null if all have the same value, or there are no other items.
   */
  discrimination: Estimate.extend({ value: z.number() }).nullable(),
});
export type ItemDifficulty = z.output<typeof ItemDifficulty>;

export const TypeDifficulty = z.strictObject({
  type: z.string(),
  items: z.int(),
  /** Mean share of systems that solve an item, with its bootstrap interval over items. */
  solved: Estimate,
});
export type TypeDifficulty = z.output<typeof TypeDifficulty>;

/** Difficulty by one metric, across the systems that have it. */
export const Difficulty = z.strictObject({
  metric: Metric,
  systems: z.int(),
  /** Hardest first. */
  types: z.array(TypeDifficulty),
  items: z.array(ItemDifficulty),
});
export type Difficulty = z.output<typeof Difficulty>;

/** Which system is ahead on the items of one type, domain or language, by the first metric. */
export const GroupStanding = z.strictObject({
  by: z.enum(["type", "domain", "language"]),
  name: z.string(),
  items: z.int(),
  best: z.string(),
  /** Value of the best system, with its bootstrap interval. */
  value: Estimate,
  /** Systems that are not significantly worse: p ≥ 0.05, corrected for all systems of all groups (Holm). */
  alike: z.array(z.string()),
});
export type GroupStanding = z.output<typeof GroupStanding>;

/** Another judge's scores for answers in the table. */
export const OtherJudge = z.strictObject({
  judge: z.string(),
  metric: Metric,
  /** Number of systems whose answers both judges scored. */
  systems: z.int(),
  /** The leader by this judge's scores, and by those in the table, over the same items. */
  best: z.string(),
  usualBest: z.string(),
  /** Kendall's τ-b of the two rankings; null with fewer than two systems, or if one judge gives all systems the same score. */
  tau: z.number().nullable(),
  /** Mean, across systems, of this judge's value minus the one in the table. */
  difference: z.number(),
});
export type OtherJudge = z.output<typeof OtherJudge>;

export const Leaderboard = z.strictObject({
  format: z.literal(1),
  variant: Variant,
  /** Number of items that every system below answered, and number of items that any of them answered. */
  items: z.int(),
  of: z.int(),
  /** Metrics that all systems have, in order of importance, and others that only some have. */
  shared: z.array(Metric),
  others: z.array(Metric),
  /** One line of explanation for each of these metrics. */
  explained: z.partialRecord(Metric, z.string()),
  /** At most two of the shared metrics: the first one orders the systems. */
  standings: z.array(Standing),
  /** Types, domains and languages with at least ten items, if there are several; empty without a shared metric. */
  groups: z.array(GroupStanding).default([]),
  /** Best first. */
  systems: z.array(LeaderboardRow),
  /** The judge whose verdicts are in the table, by metric. */
  judges: z.partialRecord(Metric, z.string()),
  /** Other judges of the same answers, by a metric that they share with the table. */
  otherJudges: z.array(OtherJudge).default([]),
  leftOut: z.array(
    z.strictObject({
      system: z.string(),
      evaluation: z.string(),
      reason: LeftOut,
      /** Number of its items, and of those that it shares with the systems above. */
      items: z.int(),
      inCommon: z.int(),
    }),
  ),
  /** For each shared item with a value by the first metric: how many systems have the best possible value. */
  solved: z.record(z.string(), z.int()),
  /** By the first metric; null with fewer than three systems, or without a shared metric. */
  difficulty: Difficulty.nullable().default(null),
});
export type Leaderboard = z.output<typeof Leaderboard>;
