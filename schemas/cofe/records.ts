// The records of the CoFE-RAG wing: titles and fragments of documents, and what the paper's method plans of them.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { CofeType, Language } from "../items/item-types.ts";

/** What a document is called, found once it is drawn and put before each of its fragments that is asked. */
export const TitleRow = z.strictObject({
  /** The document's. */
  id: z.string(),
  language: Language,
  domain: z.string(),
  title: z.string().min(1),
});
export type TitleRow = z.output<typeof TitleRow>;

/** A stretch of whole sentences of a document. */
export const FragmentRow = z.strictObject({
  /** Follows from its text: an edit elsewhere in the document changes neither it nor its borders. */
  id: z.string(),
  documentId: z.string(),
  language: Language,
  domain: z.string(),
  /** The heading it stands under, as it is written; null where there is none. */
  section: z.string().nullable(),
  /** Where a person finds it: "page 3", "slide 5–6", "sheet Costs, rows 2–40"; null for a text without such places. */
  place: z.string().nullable(),
  /** UTF-16 offsets into the document's text, end exclusive. */
  start: z.int().min(0),
  end: z.int().min(1),
  /** Of o200k. */
  tokens: z.int().min(1),
  text: z.string().min(1),
});
export type FragmentRow = z.output<typeof FragmentRow>;

/** By the paper's method: a fragment to be asked of, and for which types of question. */
export const CofePlanRow = z.strictObject({
  id: z.string(),
  fragmentId: z.string(),
  documentId: z.string(),
  language: Language,
  domain: z.string(),
  types: z.array(CofeType).min(1),
  /** Its place in the draw of its domain and language, from 1. */
  rank: z.int().min(1),
});
export type CofePlanRow = z.output<typeof CofePlanRow>;

export const titles = artifactOf("cofe/titles", TitleRow);
export const fragments = artifactOf("cofe/fragments", FragmentRow);
export const cofePlans = artifactOf("cofe/plans", CofePlanRow);
