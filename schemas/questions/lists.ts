// A list over all documents of a kind, as code found it: the criteria for its members, and the facts that prove them.

import { z } from "zod";
import { LeafType } from "../rageval/schema.ts";

/** A condition on a leaf's value. */
export const Criterion = z.strictObject({
  path: z.string(),
  label: z.string(),
  type: LeafType,
  test: z.enum(["is", "above", "below", "since", "before", "greatest", "least"]),
  /** As documents write it; null for the greatest or least among those that meet the other criteria. */
  bound: z.string().min(1).nullable(),
});
export type Criterion = z.output<typeof Criterion>;

const Listed = z.strictObject({
  subject: z.string(),
  /** For each leaf of the criteria in turn, the fact that decides it, as it last held. */
  factIds: z.array(z.string()).min(1),
});

export const CorpusList = z.strictObject({
  criteria: z.array(Criterion).min(1).max(2),
  /** All subjects that meet the criteria. */
  members: z.array(Listed).min(1),
  /** Some near misses. */
  others: z.array(Listed),
  /** Whether an outdated value would change the list. */
  isLatest: z.boolean(),
});
export type CorpusList = z.output<typeof CorpusList>;
