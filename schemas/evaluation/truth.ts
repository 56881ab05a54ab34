// The ground truth of an item, from our own dataset or a published one.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Span } from "../items/documents.ts";
import { Language } from "../items/item-types.ts";
import { Evidence, ItemRow, Truth } from "../items/records.ts";

/** A span of a document that the answer rests on. */
export const TruthReference = z.strictObject({
  text: z.string().min(1),
  /** Its place; null if the dataset gives only its text. */
  span: Span.nullable(),
  /** Other places in the corpus that say the same: retrieving any of them counts. */
  alternatives: Evidence.shape.alternatives,
});
export type TruthReference = z.output<typeof TruthReference>;

export const TruthRow = z.strictObject({
  /** The item's id. */
  id: z.string(),
  language: Language,
  /** Our type (ItemType) if it is known, otherwise the dataset's name for it. */
  type: z.string(),
  domain: z.string(),
  /** The input of a system: a question, an event, a beginning, a text with errors. */
  question: z.string(),
  answer: z.string(),
  /** The names by which the question refers to its documents. */
  subjects: z.array(z.string()),
  documentIds: z.array(z.string()),
  /** Null if the dataset has no references at all; empty if there is nothing to retrieve. */
  references: z.array(TruthReference).nullable(),
  /** Ids within the item: k1, k2 … */
  keypoints: z.array(z.strictObject({ id: z.string(), claim: z.string().min(1) })).nullable(),
  keywords: z
    .strictObject({ coarse: z.array(z.string()), fine: z.array(z.array(z.string())) })
    .nullable(),
  /** Which documents are relevant, and where in them; null if the dataset does not say. */
  labels: z
    .array(
      z.strictObject({
        documentId: z.string(),
        grade: z.int().min(1),
        countsForMrr: z.boolean(),
        spans: z.array(Span),
      }),
    )
    .nullable(),
  /** RAGQuestEval's questions about the reference answer, with the dataset's answers (null if left open); null if there are no questions. */
  quest: z
    .array(z.strictObject({ id: z.string(), question: z.string(), answer: z.string().nullable() }))
    .nullable(),
  /** Present if the answers to `quest` were read from the reference alone, not written with the questions. */
  questIsRead: z.literal(true).optional(),
  split: z.enum(["dev", "test"]).nullable(),
  /** `others`: questions used to compare rankings of systems, which are scored separately on them, as `others/<system>`. */
  set: z.enum(["ours", "others"]).default("ours"),
  /** Other ids that predictions may use for the item: those of its exports. */
  otherIds: z.array(z.string()),
  ...Truth.shape,
  twinOf: ItemRow.shape.twinOf,
  /** For a counterfactual twin whose original run was named: the original answer, and the system's answer there (null if there is none). */
  original: z.strictObject({ answer: z.string(), said: z.string().nullable() }).optional(),
});
export type TruthRow = z.output<typeof TruthRow>;

export const truths = artifactOf("evaluate/truths", TruthRow);
