// A system's scores on two splits, linked to one scale through systems that did not change in between.

import { z } from "zod";
import { Metric, Summary } from "./metrics.ts";

/** A value with its 95% interval; the bounds are null if the system's mean is 0 or 1. */
const Estimate = Summary.pick({ value: true, low: true, high: true }).extend({ value: z.number() });

/** One part of a change between splits. */
const Part = z.strictObject({
  /** Difference in logits, with the metric scaled to 0 … 1. */
  logits: Estimate,
  /** In the metric's own unit. */
  points: Estimate,
});

/** The numbers of items of one type and language in both splits. */
const Cell = z.strictObject({
  type: z.string(),
  language: z.string(),
  older: z.int(),
  newer: z.int(),
});

export const LinkedMetric = z.strictObject({
  metric: Metric,
  /** The system's means over the compared cells, which have the same weights in both splits. */
  older: z.number(),
  newer: z.number(),
  /** The newer mean on the older split's scale: what the current system would score there. A mean of 0 or 1 is moved inwards by half an item. */
  equated: z.number(),
  /** What an unchanged system would have gained or lost: newer − equated. */
  news: Part,
  /** The rest: equated − older. */
  system: Part,
  /** Names of the frozen systems. */
  anchors: z.array(z.string()),
  /** Standard deviation, in logits, of `news` across the frozen systems; null with only one. */
  spread: z.number().nullable(),
  /** The part of `spread` that the sampling of items does not explain. */
  disagreement: z.number().nullable(),
  /** Number of compared items: those on which the system and all frozen ones have a value. */
  items: z.strictObject({ older: z.int(), newer: z.int() }),
  /** Cells with too few items in either split. */
  leftOut: z.array(Cell),
});
export type LinkedMetric = z.output<typeof LinkedMetric>;

export const SplitLink = z.strictObject({
  /** The folders of both evaluations, and their systems' names. */
  older: z.strictObject({ path: z.string(), system: z.string() }),
  newer: z.strictObject({ path: z.string(), system: z.string() }),
  metrics: z.array(LinkedMetric),
  /** Systems that were scored on both splits but do not count as unchanged, each with the reason. */
  notFrozen: z.array(z.strictObject({ system: z.string(), because: z.string() })),
  /** Metrics that the system has on both splits, but that no frozen system has, or has only on too few items. */
  unlinked: z.array(Metric),
  /** Why nothing is linked, and which command would help; null if something is. */
  refusal: z.string().nullable(),
});
export type SplitLink = z.output<typeof SplitLink>;
