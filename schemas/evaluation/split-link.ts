// A system's scores on two splits brought to one scale by systems that did not change in between.

import { z } from "zod";
import { Metric } from "./metrics.ts";

/** With its 95 % interval, which is null where the system's mean is 0 or 1. */
const Estimate = z.strictObject({
  value: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

/** A part of a change. */
const Part = z.strictObject({
  /** Difference of logits, the metric brought to 0 … 1. */
  logits: Estimate,
  /** In the metric's own unit. */
  points: Estimate,
});

/** Items of one task type in one language. */
const Cell = z.strictObject({
  type: z.string(),
  language: z.string(),
  older: z.int(),
  newer: z.int(),
});

export const LinkedMetric = z.strictObject({
  metric: Metric,
  /** The system's means over the compared cells, these weighing alike in both splits. */
  older: z.number(),
  newer: z.number(),
  /** The newer mean on the older split's scale: what the system of now would have there. A mean of 0 or 1 counts as half an item away from it. */
  equated: z.number(),
  /** What a system that did not change would have gained or lost: newer − equated. */
  news: Part,
  /** What is left: equated − older. */
  system: Part,
  /** Names of the frozen systems. */
  anchors: z.array(z.string()),
  /** Standard deviation, in logits, of what the news made of them; null with one alone. */
  spread: z.number().nullable(),
  /** The part of it that drawing other items does not explain. */
  disagreement: z.number().nullable(),
  /** Compared: those on which the system and all frozen ones have a value. */
  items: z.strictObject({ older: z.int(), newer: z.int() }),
  /** Too few on either side to be compared. */
  leftOut: z.array(Cell),
});
export type LinkedMetric = z.output<typeof LinkedMetric>;

export const SplitLink = z.strictObject({
  /** The folders of both evaluations, and their systems' names. */
  older: z.strictObject({ path: z.string(), system: z.string() }),
  newer: z.strictObject({ path: z.string(), system: z.string() }),
  metrics: z.array(LinkedMetric),
  /** Scored on both splits, and not taken as unchanged: why not. */
  notFrozen: z.array(z.strictObject({ system: z.string(), because: z.string() })),
  /** What the system has on both splits and no frozen system with it, or on too few items. */
  unlinked: z.array(Metric),
  /** Where nothing is linked: why not, and what to type. */
  refusal: z.string().nullable(),
});
export type SplitLink = z.output<typeof SplitLink>;
