// leaderboard.json: all systems of all evaluations of a run, over the items that all of them have an answer for.

import { z } from "zod";
import { Metric, Summary, Variant } from "./metrics.ts";
import { Performance } from "./performance.ts";
import { LossCounts } from "./result.ts";

/** Why a system stands in no row. */
export const LeftOut = z.enum(["twin", "other-items", "few-items", "other-variant", "no-metric"]);
export type LeftOut = z.output<typeof LeftOut>;

export const LeaderboardRow = z.strictObject({
  /** No two have the same: where evaluations call systems alike, the evaluation stands before it. */
  system: z.string(),
  /** Its folder. */
  evaluation: z.string(),
  /** Documents mixed in that no item is about; null where nothing is known of its corpus. */
  distractors: z.int().nullable(),
  /** A metric that it lacks is absent. Of one metric all have the same `n`: the items on which all that have it have a value. */
  metrics: z.partialRecord(Metric, Summary),
  /** Metrics that it has by another judge than most: left out of its row. */
  otherJudge: z.array(Metric),
  /** Over the same items; null where nothing was measured. */
  performance: Performance.nullable(),
  losses: LossCounts.nullable(),
});
export type LeaderboardRow = z.output<typeof LeaderboardRow>;

/** Who is ahead by a metric that all have. */
export const Standing = z.strictObject({
  metric: Metric,
  best: z.string(),
  /**
   * Every other system, the nearest first: by how much the best is ahead of it, with its 95 % bootstrap interval; `p` by permutation,
   * corrected for the number of systems (Holm).
   */
  others: z.array(
    z.strictObject({
      system: z.string(),
      difference: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      p: z.number().nullable(),
      n: z.int(),
    }),
  ),
});
export type Standing = z.output<typeof Standing>;

const Estimate = z.strictObject({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

/** How hard an item is, and whether it tells better systems from worse ones. */
export const ItemDifficulty = z.strictObject({
  id: z.string(),
  type: z.string(),
  /** With a value on it. */
  systems: z.int(),
  /** The share of them that have the best value there is, with Wilson's interval. */
  solved: Estimate,
  /**
   * Over systems, the correlation of their values on it with the means of their other items, with Fisher's interval; below 0, better systems
   * do worse on it. Null where all have the same value, or no others.
   */
  discrimination: Estimate.extend({ value: z.number() }).nullable(),
});
export type ItemDifficulty = z.output<typeof ItemDifficulty>;

export const TypeDifficulty = z.strictObject({
  type: z.string(),
  items: z.int(),
  /** The mean share of systems that solve an item, with its bootstrap interval over items. */
  solved: Estimate,
});
export type TypeDifficulty = z.output<typeof TypeDifficulty>;

/** By one metric, over the systems that have it. */
export const Difficulty = z.strictObject({
  metric: Metric,
  systems: z.int(),
  /** The hardest first. */
  types: z.array(TypeDifficulty),
  items: z.array(ItemDifficulty),
});
export type Difficulty = z.output<typeof Difficulty>;

/** Who is ahead on the items of one type, domain or language, by the first metric. */
export const GroupStanding = z.strictObject({
  by: z.enum(["type", "domain", "language"]),
  name: z.string(),
  items: z.int(),
  best: z.string(),
  /** Of the best, with its bootstrap interval. */
  value: Estimate,
  /** Systems that cannot be told from it: p of 0.05 and more, corrected for all systems of all groups (Holm). */
  alike: z.array(z.string()),
});
export type GroupStanding = z.output<typeof GroupStanding>;

/** What another judge says of answers that stand in the table. */
export const OtherJudge = z.strictObject({
  judge: z.string(),
  metric: Metric,
  /** Whose answers both judges marked. */
  systems: z.int(),
  /** Ahead by this judge's marks, and by those in the table, over the same items. */
  best: z.string(),
  usualBest: z.string(),
  /** Kendall's τ-b between both rankings; null with fewer than two systems, or where one says the same of all. */
  tau: z.number().nullable(),
  /** Mean over systems of its value less that in the table. */
  difference: z.number(),
});
export type OtherJudge = z.output<typeof OtherJudge>;

export const Leaderboard = z.strictObject({
  format: z.literal(1),
  variant: Variant,
  /** Items that every system below has an answer for, and all that any system has. */
  items: z.int(),
  of: z.int(),
  /** Those that all systems have, in the order of importance; other metrics that some have stand after them. */
  shared: z.array(Metric),
  others: z.array(Metric),
  /** What each of them says, in one line. */
  explained: z.partialRecord(Metric, z.string()),
  /** At most two of the shared metrics: the first is the one by which the systems are ordered. */
  standings: z.array(Standing),
  /** Types, domains and languages with ten items and more, where there are several; none without a metric that all have. */
  groups: z.array(GroupStanding).default([]),
  /** The best first. */
  systems: z.array(LeaderboardRow),
  /** By the judge whose verdicts stand in the table. */
  judges: z.partialRecord(Metric, z.string()),
  /** Those who marked the same answers, by a metric that both have. */
  otherJudges: z.array(OtherJudge).default([]),
  leftOut: z.array(
    z.strictObject({
      system: z.string(),
      evaluation: z.string(),
      reason: LeftOut,
      /** Its items, and those of them that it shares with the systems above. */
      items: z.int(),
      inCommon: z.int(),
    }),
  ),
  /** Of each shared item that has a value by the first metric: by how many systems it has the best value there is. */
  solved: z.record(z.string(), z.int()),
  /** By the first metric; null with fewer than three systems, or without a metric that all have. */
  difficulty: Difficulty.nullable().default(null),
});
export type Leaderboard = z.output<typeof Leaderboard>;
