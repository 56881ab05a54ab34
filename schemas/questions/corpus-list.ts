// Record of a list across all documents of a kind, as code found it: the criteria for its members, and the facts that prove them.

import { z } from "zod";
import { LeafType } from "../rageval/schema.ts";

/** A condition on a leaf's value. */
export const Criterion = z.strictObject({
  path: z.string(),
  label: z.string(),
  type: LeafType,
  test: z.enum(["is", "above", "below", "since", "before", "greatest", "least"]),
  /** The value in the documents' notation; null for the greatest or least among those that meet the other criteria. */
  bound: z.string().min(1).nullable(),
});
export type Criterion = z.output<typeof Criterion>;

/** A subject with the facts that decide whether it is a member. */
const Listed = z.strictObject({
  subject: z.string(),
  /** For each leaf of the criteria, in order, the fact that decides it, with its latest value. */
  factIds: z.array(z.string()).min(1),
});

/** The list itself. */
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
