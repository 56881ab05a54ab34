// Records of the CoFE-RAG wing: titles and fragments of documents, and the plans of the paper's method.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { CofeType, Language } from "../items/item-types.ts";

/** A document's title, found once the document is drawn and put before each of its fragments in a request. */
export const TitleRow = z.strictObject({
  /** The document's id. */
  id: z.string(),
  language: Language,
  domain: z.string(),
  title: z.string().min(1),
});
export type TitleRow = z.output<typeof TitleRow>;

/** A run of whole sentences from a document. */
export const FragmentRow = z.strictObject({
  /** Derived from its text: an edit elsewhere in the document changes neither the id nor the boundaries. */
  id: z.string(),
  documentId: z.string(),
  language: Language,
  domain: z.string(),
  /** The heading above it, as written; null if there is none. */
  section: z.string().nullable(),
  /** Where a person can find it: "page 3", "slides 5–6", "sheet Costs, rows 2–40"; null for a text without such places. */
  place: z.string().nullable(),
  /** UTF-16 offsets into the document's text, end exclusive. */
  start: z.int().min(0),
  end: z.int().min(1),
  /** Counted in o200k. */
  tokens: z.int().min(1),
  text: z.string().min(1),
});
export type FragmentRow = z.output<typeof FragmentRow>;

/** For the paper's method: a fragment to ask about, and the types of question to ask. */
export const CofePlanRow = z.strictObject({
  id: z.string(),
  fragmentId: z.string(),
  documentId: z.string(),
  language: Language,
  domain: z.string(),
  types: z.array(CofeType).min(1),
  /** Its position in the sampling order of its domain and language, from 1. */
  rank: z.int().min(1),
});
export type CofePlanRow = z.output<typeof CofePlanRow>;

export const titles = artifactOf("cofe/titles", TitleRow);
export const fragments = artifactOf("cofe/fragments", FragmentRow);
export const cofePlans = artifactOf("cofe/plans", CofePlanRow);
