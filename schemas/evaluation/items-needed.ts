// The output of `plan --detect`: how many items, across how many documents, it takes to detect a difference between two systems.

import { z } from "zod";
import { Metric } from "./metrics.ts";

/** A value with its 95% interval. */
const Range = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });

export const ItemsNeeded = z.strictObject({
  metric: Metric,
  /** The difference to detect, as a share of the metric's range. */
  difference: z.number(),
  /** In a paired design, both systems answer the same items. */
  design: z.literal("paired"),
  /** Confidence of a two-sided test, and its power for a difference of this size. */
  confidence: z.literal(0.95),
  power: z.literal(0.8),
  /** What the estimate is based on: two systems of a run or, if no run was named, published findings. */
  basis: z.strictObject({
    against: z.string().nullable(),
    systems: z.tuple([z.string(), z.string()]).nullable(),
    items: z.int().nullable(),
    documents: z.int().nullable(),
    /** The source, in words. */
    source: z.string(),
  }),
  /** Standard deviation of the per-item difference between the systems. */
  spread: Range,
  /** Correlation, from 0 to 1, of the differences on two items about the same document. */
  correlation: Range,
  /** One size for each number of items per document. */
  sizes: z.array(
    z.strictObject({
      perDocument: z.int(),
      /** Factor by which the number of items is multiplied, compared with one item per document. */
      designEffect: z.number(),
      documents: Range,
      items: Range,
    }),
  ),
});
export type ItemsNeeded = z.output<typeof ItemsNeeded>;
