// What a RAG system did with an item: what it retrieved, reranked, read, and answered.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";
import { Measured } from "./performance.ts";

/** A passage as a system names it: by text, by place in a document, by document, or by several of these. */
export const Passage = z.strictObject({
  /** Of the chunk, where the system has one. */
  id: z.string().nullable(),
  documentId: z.string().nullable(),
  /** UTF-16 offsets into the document, end exclusive; both or neither. */
  start: z.int().min(0).nullable(),
  end: z.int().min(0).nullable(),
  text: z.string().nullable(),
  score: z.number().nullable(),
});
export type Passage = z.output<typeof Passage>;

/** Best first; null where the system does not tell. */
const passages = z.array(Passage).nullable();

export const ScoringTool = z.enum(["ragas", "deepeval"]);

/** What another evaluation tool gave an answer, as its result file tells: shown beside our metrics, and never mixed with them. */
export const ToolScores = z.strictObject({
  tool: ScoringTool,
  /** By the tool's own name of a metric; null where it came to none. */
  values: z.record(z.string().min(1), z.number().nullable()),
});
export type ToolScores = z.output<typeof ToolScores>;

export const PredictionRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  /** Whose it is: the name of the predictions, or of a baseline's setting. */
  system: z.string(),
  language: Language,
  /** Null where only retrieval was done. */
  answer: z.string().nullable(),
  retrieved: passages,
  /** What a reranker made of them; null where none is used. */
  reranked: passages,
  /** What the answer was written from. */
  contexts: passages,
  /** Absent where nobody measured it. */
  measured: Measured.optional(),
  /** Absent where no other tool scored it. */
  toolScores: ToolScores.optional(),
});
export type PredictionRow = z.output<typeof PredictionRow>;

export const predictions = artifactOf("evaluate/predictions", PredictionRow);

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What common libraries call the fields of a passage; of several the first that says something counts. */
const passageNames = {
  id: ["id", "chunk_id", "chunkId", "node_id", "id_"],
  documentId: ["documentId", "document_id", "doc_id", "docId"],
  source: ["source", "path", "file_path", "url", "uri", "file", "file_name", "filename"],
  page: ["page_label", "page", "page_number", "pageNumber"],
  start: ["start"],
  end: ["end"],
  text: ["text", "content", "page_content", "pageContent"],
  score: ["score"],
} as const;

/** What a library keeps beside the passage's own fields counts after these. */
function ownFields(value: unknown): unknown {
  if (!isFields(value)) return value;
  const inner = isFields(value["node"]) ? value["node"] : value;
  const places = [value, inner, ...(isFields(inner["metadata"]) ? [inner["metadata"]] : [])];
  return Object.fromEntries(
    Object.entries(passageNames).map(([field, names]) => [
      field,
      places
        .flatMap(fields => names.map(name => fields[name]))
        .find(found => found !== undefined && found !== null),
    ]),
  );
}

const name = z.union([z.string(), z.number()]).nullish();

/**
 * A passage as files and replies give it, read tolerantly: its text alone, the id of a document or chunk alone, or any of these fields,
 * under our names or those of common libraries, also in their `metadata`.
 */
export const SimplePassage = z.preprocess(
  ownFields,
  z.union([
    z.string(),
    z.object({
      id: name,
      documentId: name,
      /** Path, address or file name of its document. */
      source: z.string().nullish().catch(null),
      /** Of its document, from 1 as people count. */
      page: name.catch(null),
      start: z.int().min(0).nullish(),
      end: z.int().min(0).nullish(),
      text: z.string().nullish(),
      score: z.number().nullish(),
    }),
  ]),
);
export type SimplePassage = z.output<typeof SimplePassage>;

const simplePassages = z.array(SimplePassage).nullish();

/** The simple form, one line an item; all but the id may be missing. Read tolerantly. */
export const SimplePrediction = z.object({
  id: z.union([z.string().min(1), z.int()]),
  answer: z.string().nullish(),
  retrieved: simplePassages,
  reranked: simplePassages,
  contexts: simplePassages,
  measured: Measured.nullish().catch(null),
});
export type SimplePrediction = z.output<typeof SimplePrediction>;

/** One line of a user's own chunks: place or text, best both. Read tolerantly. */
export const OwnChunk = z.object({
  id: z.union([z.string().min(1), z.int()]),
  documentId: z.union([z.string(), z.number()]).nullish(),
  /** Code points, as all that leaves or enters by file. */
  start: z.int().min(0).nullish(),
  end: z.int().min(0).nullish(),
  text: z.string().nullish(),
});
export type OwnChunk = z.output<typeof OwnChunk>;
