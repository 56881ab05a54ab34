// A benchmark packed for committing with a system's code: its items with the text of their evidence, without a corpus.

import { z } from "zod";
import { Language } from "../items/item-types.ts";
import { KeypointKind, Truth } from "../items/records.ts";

/** The files of the folder. */
export const packFiles = {
  manifest: "benchmark.json",
  items: "items.jsonl",
  documents: "documents.jsonl",
} as const;

/** A span of a document. Offsets count code points; the end is exclusive. */
const PackedSpan = z.strictObject({
  documentId: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  text: z.string().min(1),
});
export type PackedSpan = z.output<typeof PackedSpan>;

export const PackedItem = z.strictObject({
  id: z.string().min(1),
  language: Language,
  type: z.string(),
  domain: z.string(),
  split: z.enum(["dev", "test"]),
  question: z.string().min(1),
  ...Truth.shape,
  answer: z.string(),
  /** Ids within the item: k1, k2 … */
  keypoints: z.array(
    z.strictObject({ id: z.string(), claim: z.string().min(1), kind: KeypointKind }),
  ),
  /** What the answer rests on, and other places in the corpus that say the same. */
  evidence: z.array(
    z.strictObject({ ...PackedSpan.shape, alternatives: z.array(PackedSpan).optional() }),
  ),
});
export type PackedItem = z.output<typeof PackedItem>;

/** A document that contains evidence. */
export const PackedDocument = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Path or address, in a form fit for publication; null for a generated document. */
  source: z.string().nullable(),
  licence: z.string().nullable(),
});
export type PackedDocument = z.output<typeof PackedDocument>;

const Counts = z.record(z.string(), z.int());

export const PackManifest = z.looseObject({
  format: z.literal("ragwright-pack"),
  version: z.literal(1),
  canary: z.string(),
  wing: z.string().nullable(),
  models: z.array(z.string()),
  items: z.int(),
  /** Number of the run's items that did not fit or exceeded the number requested. */
  leftOut: z.int(),
  languages: Counts,
  types: Counts,
});
export type PackManifest = z.output<typeof PackManifest>;
