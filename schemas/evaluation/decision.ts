// decision.json: which of two systems is better, by how much, how certain that is, what would overturn it, and what the systems cost.

import { z } from "zod";
import { Metric } from "./metrics.ts";

/** How far the second system is ahead of the first, as a share (−1 to 1) of the metric's range. Above 0, the second is better, even for a metric where lower is better. */
export const Lead = z.strictObject({
  /** Null without items; the bounds are null with too few items. */
  difference: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  n: z.int(),
});
export type Lead = z.output<typeof Lead>;

/** `alike`: the difference is smaller than the given margin. */
export const Verdict = z.enum(["first", "second", "alike", "undecided"]);
export type Verdict = z.output<typeof Verdict>;

/** What the decision is based on: values that code computes, people's verdicts, or an unvalidated judge. */
export const Basis = z.enum(["code", "people", "judge"]);
export type Basis = z.output<typeof Basis>;

export const Grouping = z.enum(["type", "language", "domain", "format"]);
export type Grouping = z.output<typeof Grouping>;

/** The lead on items of one group; its interval is widened for multiple comparisons. */
export const GroupLead = z.strictObject({
  grouping: Grouping,
  group: z.string(),
  ...Lead.shape,
  verdict: Verdict,
});
export type GroupLead = z.output<typeof GroupLead>;

/** The decision repeated with one thing changed. */
export const Check = z.strictObject({
  kind: z.enum(["second-judge", "without-doubted", "without-group", "coverage-weights"]),
  /** The judge, the number of doubted items, or the group; empty for coverage weights. */
  name: z.string(),
  grouping: Grouping.nullable(),
  ...Lead.shape,
  verdict: Verdict,
  /** `overturned`: the other system is ahead; `weaker`: no longer decided; `decided`: now decided, unlike before. */
  outcome: z.enum(["stands", "weaker", "overturned", "decided"]),
});
export type Check = z.output<typeof Check>;

export const Spent = z.strictObject({
  /** USD per answer, seconds for the median answer, and tokens per answer; each is null if the predictions do not report it. */
  cost: z.number().nullable(),
  seconds: z.number().nullable(),
  tokens: z.number().nullable(),
});
export type Spent = z.output<typeof Spent>;

const DecidedSystem = z.strictObject({
  name: z.string(),
  predictions: z.strictObject({ path: z.string(), hash: z.string() }),
  /** Number of items for which it has no prediction. */
  missing: z.int(),
  /** Mean over the compared items, in the metric's own unit; null without items. */
  value: z.number().nullable(),
  spent: Spent,
});

export const Decision = z.strictObject({
  format: z.literal(1),
  against: z.string(),
  first: DecidedSystem,
  second: DecidedSystem,
  /** Number of items in the run or its split, and of those that both systems answered. */
  items: z.int(),
  both: z.int(),
  metric: Metric,
  basis: Basis,
  /** The model that judged; null if no model did. */
  judge: z.string().nullable(),
  /** Smaller differences do not matter; null if no margin was given. */
  margin: z.number().nullable(),
  lead: Lead,
  verdict: Verdict,
  /** People's verdicts, if at least one item has them for both answers; `judge` is the lead by the judge alone. */
  people: z
    .strictObject({ items: z.int(), needed: z.int(), reliance: z.number().nullable(), judge: Lead })
    .nullable(),
  /** The lead by an unvalidated judge, if the decision is based on another metric. */
  unproved: z
    .strictObject({ metric: Metric, judge: z.string(), lead: Lead, verdict: Verdict })
    .nullable(),
  /**
   * `items`: how many there are to examine, in random order. `decidedAfter`: how many it took to decide; null if undecided.
   * `asked`: for how many of them this run called the judge. Null if the items were not examined one after another.
   */
  sequence: z
    .strictObject({
      randomSeed: z.int(),
      items: z.int(),
      decidedAfter: z.int().nullable(),
      asked: z.int().nullable(),
    })
    .nullable(),
  /** For endpoints: how many items were sent to them, in random order, and whether that was enough to decide; null for files. */
  asked: z
    .strictObject({ items: z.int(), of: z.int(), decided: z.boolean() })
    .nullable()
    .default(null),
  /** The difference that these items can detect, and how many more items or verdicts are needed to detect `size`. */
  needed: z
    .strictObject({
      detectable: z.number(),
      size: z.number(),
      more: z.int(),
      of: z.enum(["items", "verdicts"]),
    })
    .nullable(),
  groups: z.array(GroupLead),
  checks: z.array(Check),
  /** The lead by other metrics that both systems have. */
  metrics: z.array(
    z.strictObject({
      metric: Metric,
      first: z.number(),
      second: z.number(),
      ...Lead.shape,
      verdict: Verdict,
    }),
  ),
  /** Answers written to files for people to judge: items drawn at random from those on which the two differ; null if people are not needed. */
  forPeople: z.strictObject({ items: z.int(), files: z.array(z.string()) }).nullable(),
  program: z.string(),
});
export type Decision = z.output<typeof Decision>;
