// Word lists from which invented persons, organisations and places are put together, one file a language.

import { z } from "zod";
import { Language } from "../items/item-types.ts";

/** One kind of name and how it is built. */
export const NameKind = z.strictObject({
  type: z.enum(["person", "organisation", "place"]),
  /** "hospital", "law firm", "city"; persons have the kinds "man" and "woman". */
  kind: z.string().min(1),
  /** Words in a leaf's label or path that call for this kind; a kind without hints is what its type falls back on. */
  hints: z.array(z.string().min(1)),
  /** Parts in braces, ranges of whole numbers likewise: "{city}{street}{1-300}号". */
  patterns: z.array(z.string().min(1)).min(1),
});
export type NameKind = z.output<typeof NameKind>;

/** `schemas/domains/names.<language>.yaml`. The first kind whose hint is met wins, so narrow kinds stand first. */
export const Names = z.strictObject({
  language: Language,
  parts: z.record(z.string(), z.array(z.string().min(1)).min(1)),
  /** Parts that keep their value within one document, so that its court and its police are of one city. */
  shared: z.array(z.string()),
  kinds: z.array(NameKind).min(1),
});
export type Names = z.output<typeof Names>;
