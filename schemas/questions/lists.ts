// A list over all documents of a kind, as code found it: what singles out its members, and the facts that show it.

import { z } from "zod";
import { LeafType } from "../rageval/schema.ts";

/** What a leaf must say. */
export const Criterion = z.strictObject({
  path: z.string(),
  label: z.string(),
  type: LeafType,
  test: z.enum(["is", "above", "below", "since", "before", "greatest", "least"]),
  /** As documents write it; null for the greatest and the least of those that meet the other criteria. */
  bound: z.string().min(1).nullable(),
});
export type Criterion = z.output<typeof Criterion>;

const Listed = z.strictObject({
  subject: z.string(),
  /** Of each leaf of the criteria in turn the fact that decides it, as it last held. */
  factIds: z.array(z.string()).min(1),
});

export const CorpusList = z.strictObject({
  criteria: z.array(Criterion).min(1).max(2),
  /** All subjects that meet it. */
  members: z.array(Listed).min(1),
  /** Some that do not, though they come near. */
  others: z.array(Listed),
  /** Whether a value that no longer holds would make another list. */
  isLatest: z.boolean(),
});
export type CorpusList = z.output<typeof CorpusList>;
