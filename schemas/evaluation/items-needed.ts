// What `plan --detect` prints: how many items, over how many documents, a difference between two systems needs.

import { z } from "zod";
import { Metric } from "./metrics.ts";

/** With the 95 % interval of what it was reckoned from. */
const Range = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });

export const ItemsNeeded = z.strictObject({
  metric: Metric,
  /** To be detected, as a share of what the metric can differ by. */
  difference: z.number(),
  /** Both systems answer the same items. */
  design: z.literal("paired"),
  /** Of a two-sided test, and the share of such tests that find a difference of this size. */
  confidence: z.literal(0.95),
  power: z.literal(0.8),
  /** What it is reckoned from: two systems of a run, or where none was named what others found. */
  basis: z.strictObject({
    against: z.string().nullable(),
    systems: z.tuple([z.string(), z.string()]).nullable(),
    items: z.int().nullable(),
    documents: z.int().nullable(),
    /** In words. */
    source: z.string(),
  }),
  /** Standard deviation of an item's difference between the systems. */
  spread: Range,
  /** Correlation of the differences of two items on one document, from 0. */
  correlation: Range,
  /** By how many items stand on each document. */
  sizes: z.array(
    z.strictObject({
      perDocument: z.int(),
      /** How many times the items that it would take if each had a document of its own. */
      designEffect: z.number(),
      documents: Range,
      items: Range,
    }),
  ),
});
export type ItemsNeeded = z.output<typeof ItemsNeeded>;
