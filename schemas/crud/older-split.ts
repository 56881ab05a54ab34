// Figures of an earlier split, which the report shows next to those of the split that replaces it.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { CrudTask, Language } from "../items/item-types.ts";

/** One task of a split in one language. */
export const OlderSplitRow = z.strictObject({
  /** `<type>/<language>`. */
  id: z.string(),
  type: CrudTask,
  language: Language,
  items: z.int().min(0),
  /** First and last day of the articles that the items were built from; null if none is dated. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  /** Mean lengths in UTF-16 units. */
  meanQuestion: z.number().min(0),
  meanAnswer: z.number().min(0),
  /** Articles that the items were built from: gold and held-out ones. */
  documents: z.int().min(0),
});
export type OlderSplitRow = z.output<typeof OlderSplitRow>;

export const olderSplitRows = artifactOf("crud/older", OlderSplitRow);
