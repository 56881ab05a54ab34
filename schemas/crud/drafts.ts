// Drafts of all six tasks of the CRUD-RAG wing.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Derivation } from "../items/derivation.ts";
import { Span } from "../items/documents.ts";
import { Language } from "../items/item-types.ts";

const draftFields = {
  id: z.string(),
  planId: z.string(),
  language: Language,
  domain: z.string(),
  /** The event, the beginning, the question, or the text with errors. */
  question: z.string().min(1),
  answer: z.string().min(1),
  /** Documents searched for its references. */
  documentIds: z.array(z.string()).min(1),
};

export const SummarizationRow = z.strictObject({ ...draftFields, heldOutId: z.string() });
export type SummarizationRow = z.output<typeof SummarizationRow>;

export const ContinuationRow = z.strictObject({ ...draftFields, heldOutId: z.string() });
export type ContinuationRow = z.output<typeof ContinuationRow>;

/** The sentences that the answer rests on, as the model cited them. */
const spans = z.array(Span).min(1);

export const QaSingleRow = z.strictObject({ ...draftFields, spans, thoughts: z.string() });
export type QaSingleRow = z.output<typeof QaSingleRow>;

/** The five steps from articles on one event to a question that needs them all. */
export const Thoughts = z.strictObject({
  /** How the articles are related. */
  event: z.string(),
  common: z.string(),
  differences: z.string(),
  /** A first question on different focus points. */
  question: z.string(),
  /** How its parts were made dependent on one another. */
  rebuilt: z.string(),
});
export type Thoughts = z.output<typeof Thoughts>;

export const QaMultiRow = z.strictObject({
  ...draftFields,
  spans,
  thoughts: Thoughts,
  derivations: z.array(Derivation),
});
export type QaMultiRow = z.output<typeof QaMultiRow>;

/** Wrong words in a text and what they should be. */
export const Mark = z.strictObject({
  wrong: z.string().min(1),
  right: z.string(),
  reason: z.string(),
});
export type Mark = z.output<typeof Mark>;

export const CorrectionRow = z.strictObject({
  ...draftFields,
  beginning: z.string().min(1),
  /** With errors. */
  continuation: z.string().min(1),
  marks: z.array(Mark).min(1),
  /** Annotated in UHGEval, or planted in a new article. */
  origin: z.enum(["annotated", "planted"]),
  /** The sentences that prove the correction, if errors were planted and are therefore known. */
  spans: z.array(Span).default([]),
});
export type CorrectionRow = z.output<typeof CorrectionRow>;

export const summarizations = artifactOf("crud/summarization", SummarizationRow);
export const continuations = artifactOf("crud/continuation", ContinuationRow);
export const qaSingles = artifactOf("crud/qa-single", QaSingleRow);
export const qaMultis = artifactOf("crud/qa-multi", QaMultiRow);
export const corrections = artifactOf("crud/correction", CorrectionRow);
