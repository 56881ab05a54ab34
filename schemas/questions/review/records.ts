// The last look at each item: who looks at what, and what comes of it.

import { z } from "zod";
import { artifactOf } from "../../define.ts";
import { Language } from "../../items/item-types.ts";
import { Measures } from "../../items/measures.ts";
import { Evidence } from "../../items/records.ts";

/** Items-to-be that one reader looks at, each by itself, in the order of the shortlist. */
export const SheetRow = z.strictObject({
  id: z.string(),
  language: Language,
  entries: z.array(z.strictObject({ keysId: z.string(), number: z.int().min(1) })).min(1),
});
export type SheetRow = z.output<typeof SheetRow>;

/** What may be wrong with an item, as its last reader names it. */
export const Fault = z.enum([
  "unclear-question",
  "names-document-oddly",
  "gives-itself-away",
  "wrong-answer",
  "incomplete-answer",
  "insufficient-evidence",
  "excess-evidence",
  "artificial",
  "trivial",
  "common-knowledge",
]);
export type Fault = z.output<typeof Fault>;

/** How one candidate looked to a reader who saw the item alone, and what it rests on without the lines that prove nothing. */
export const ReviewRow = z.strictObject({
  id: z.string(),
  language: Language,
  keysId: z.string(),
  proposalId: z.string(),
  number: z.int().min(1),
  faults: z.array(Fault),
  /** What is wrong, in a sentence; "" if nothing. */
  why: z.string(),
  evidence: z.array(Evidence),
  measures: Measures,
});
export type ReviewRow = z.output<typeof ReviewRow>;

export const sheets = artifactOf("questions/sheets", SheetRow);
export const reviews = artifactOf("questions/reviews", ReviewRow);
