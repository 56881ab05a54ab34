// Predictions: what a RAG system retrieved, reranked, read and answered for an item.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";
import { Measured } from "./performance.ts";

/** A passage as a system identifies it: by its text, its place in a document, its document, or several of these. */
export const Passage = z.strictObject({
  /** Id of the chunk, if the system has one. */
  id: z.string().nullable(),
  documentId: z.string().nullable(),
  /** UTF-16 offsets into the document, end exclusive; both or neither. */
  start: z.int().min(0).nullable(),
  end: z.int().min(0).nullable(),
  text: z.string().nullable(),
  score: z.number().nullable(),
});
export type Passage = z.output<typeof Passage>;

/** A list of passages, best first; null if the system does not report it. */
const passages = z.array(Passage).nullable();

export const ScoringTool = z.enum(["ragas", "deepeval"]);

/** Scores that another evaluation tool gave an answer, from its result file: shown next to our metrics, never mixed with them. */
export const ToolScores = z.strictObject({
  tool: ScoringTool,
  /** By the tool's own name for a metric; null if it gave no value. */
  values: z.record(z.string().min(1), z.number().nullable()),
});
export type ToolScores = z.output<typeof ToolScores>;

export const PredictionRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  /** Name of the system, or of a baseline's setting. */
  system: z.string(),
  language: Language,
  /** Null if only retrieval was done. */
  answer: z.string().nullable(),
  retrieved: passages,
  /** The passages after reranking; null if there is no reranker. */
  reranked: passages,
  /** What the answer was written from. */
  contexts: passages,
  /** Absent if not measured. */
  measured: Measured.optional(),
  /** Absent if no other tool scored it. */
  toolScores: ToolScores.optional(),
});
export type PredictionRow = z.output<typeof PredictionRow>;

export const predictions = artifactOf("evaluate/predictions", PredictionRow);

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** For each field of a passage, its names in common libraries; the first one with a value counts. */
const passageFieldNames = {
  id: ["id", "chunk_id", "chunkId", "node_id", "id_"],
  documentId: ["documentId", "document_id", "doc_id", "docId"],
  source: ["source", "path", "file_path", "url", "uri", "file", "file_name", "filename"],
  page: ["page_label", "page", "page_number", "pageNumber"],
  start: ["start"],
  end: ["end"],
  text: ["text", "content", "page_content", "pageContent"],
  score: ["score"],
} as const;

/** Gives a passage's fields our names. Its own fields take precedence over those that a library keeps in metadata. */
function canonicalFields(value: unknown): unknown {
  if (!isObject(value)) return value;
  const node = isObject(value["node"]) ? value["node"] : value;
  const fieldSources = [value, node, ...(isObject(node["metadata"]) ? [node["metadata"]] : [])];
  return Object.fromEntries(
    Object.entries(passageFieldNames).map(([field, names]) => [
      field,
      fieldSources
        .flatMap(fields => names.map(fieldName => fields[fieldName]))
        .find(value => value !== undefined && value !== null),
    ]),
  );
}

const stringOrNumber = z.union([z.string(), z.number()]).nullish();

/**
 * A passage in a file or reply, read tolerantly: only its text, only the id of a document or chunk, or any of these fields,
 * under our names or those of common libraries, even in their `metadata`.
 */
export const SimplePassage = z.preprocess(
  canonicalFields,
  z.union([
    z.string(),
    z.object({
      id: stringOrNumber,
      documentId: stringOrNumber,
      /** Path, address or file name of its document. */
      source: z.string().nullish().catch(null),
      /** Page of its document, from 1. */
      page: stringOrNumber.catch(null),
      start: z.int().min(0).nullish(),
      end: z.int().min(0).nullish(),
      text: z.string().nullish(),
      score: z.number().nullish(),
    }),
  ]),
);
export type SimplePassage = z.output<typeof SimplePassage>;

const simplePassages = z.array(SimplePassage).nullish();

/** A prediction in the simple format, one line per item, read tolerantly: everything but the id may be missing. */
export const SimplePrediction = z.object({
  id: z.union([z.string().min(1), z.int()]),
  answer: z.string().nullish(),
  retrieved: simplePassages,
  reranked: simplePassages,
  contexts: simplePassages,
  measured: Measured.nullish().catch(null),
});
export type SimplePrediction = z.output<typeof SimplePrediction>;

/** One of a user's own chunks, read tolerantly: with its offsets or its text, ideally both. */
export const OwnChunk = z.object({
  id: z.union([z.string().min(1), z.int()]),
  documentId: z.union([z.string(), z.number()]).nullish(),
  /** Offsets in code points, as in all files that enter or leave. */
  start: z.int().min(0).nullish(),
  end: z.int().min(0).nullish(),
  text: z.string().nullish(),
});
export type OwnChunk = z.output<typeof OwnChunk>;
