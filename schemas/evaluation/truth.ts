// What an evaluation needs to know of an item, whichever dataset it stands in: ours, or a published one.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Span } from "../items/documents.ts";
import { Language } from "../items/item-types.ts";
import { Evidence, ItemRow, Truth } from "../items/records.ts";

/** A stretch of a document that the answer rests on. */
export const TruthReference = z.strictObject({
  text: z.string().min(1),
  /** Where it stands; null where the dataset gives its text alone. */
  span: Span.nullable(),
  /** Where else the corpus says the same: whoever finds one of these has found it. */
  alternatives: Evidence.shape.alternatives,
});
export type TruthReference = z.output<typeof TruthReference>;

export const TruthRow = z.strictObject({
  /** Of the item. */
  id: z.string(),
  language: Language,
  /** Ours where the type is known (ItemType), else as the dataset calls it. */
  type: z.string(),
  domain: z.string(),
  /** What a system is given: a question, an event, a beginning, a text with errors. */
  question: z.string(),
  answer: z.string(),
  /** How the question names its documents. */
  subjects: z.array(z.string()),
  documentIds: z.array(z.string()),
  /** Null where the dataset has none at all; empty where nothing is to be found. */
  references: z.array(TruthReference).nullable(),
  /** Ids within the item: k1, k2 … */
  keypoints: z.array(z.strictObject({ id: z.string(), claim: z.string().min(1) })).nullable(),
  keywords: z
    .strictObject({ coarse: z.array(z.string()), fine: z.array(z.array(z.string())) })
    .nullable(),
  /** Which documents are relevant, and where in them; null where the dataset does not say. */
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
  /** RAGQuestEval's questions on the reference answer, with their answers as the dataset has them (null: left open); null where there are none. */
  quest: z
    .array(z.strictObject({ id: z.string(), question: z.string(), answer: z.string().nullable() }))
    .nullable(),
  /** These answers were read from the reference alone, and not written with the questions. */
  questIsRead: z.literal(true).optional(),
  split: z.enum(["dev", "test"]).nullable(),
  /** `others` are questions that a ranking of systems is compared with: their systems are scored apart, as `others/<system>`. */
  set: z.enum(["ours", "others"]).default("ours"),
  /** Further ids that predictions may name it by: those of its exports. */
  otherIds: z.array(z.string()),
  ...Truth.shape,
  twinOf: ItemRow.shape.twinOf,
  /** Of a counterfactual twin, where the run it was made from was named: that item's answer, and what the system answered there (null: nothing). */
  original: z.strictObject({ answer: z.string(), said: z.string().nullable() }).optional(),
});
export type TruthRow = z.output<typeof TruthRow>;

export const truths = artifactOf("evaluate/truths", TruthRow);
