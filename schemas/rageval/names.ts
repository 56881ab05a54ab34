// Defines the word lists for invented names of people, organisations and places, one file per language.

import { z } from "zod";
import { Language } from "../items/item-types.ts";

/** One kind of name and its patterns. */
export const NameKind = z.strictObject({
  type: z.enum(["person", "organisation", "place"]),
  /** "hospital", "law firm", "city"; people have the kinds "man" and "woman". */
  kind: z.string().min(1),
  /** Words in a leaf's label or path that call for this kind; a kind without hints is the fallback of its type. */
  hints: z.array(z.string().min(1)),
  /** Parts and ranges of whole numbers in braces: "{city}{street}{1-300}号". */
  patterns: z.array(z.string().min(1)).min(1),
});
export type NameKind = z.output<typeof NameKind>;

/** `schemas/domains/names.<language>.yaml`. The first kind with a matching hint wins, so narrow kinds come first. */
export const Names = z.strictObject({
  language: Language,
  parts: z.record(z.string(), z.array(z.string().min(1)).min(1)),
  /** Parts that keep their value within one document, so that its court and its police are in the same city. */
  shared: z.array(z.string()),
  kinds: z.array(NameKind).min(1),
});
export type Names = z.output<typeof Names>;
