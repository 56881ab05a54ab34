// The record of a document, written or a user's own, and of a stretch of it.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Provenance } from "../provenance.ts";
import { Language } from "./item-types.ts";

/** A stretch of a document: UTF-16 offsets into its text, end exclusive. */
export const Span = z.strictObject({
  documentId: z.string(),
  start: z.int().min(0),
  end: z.int().min(1),
});
export type Span = z.output<typeof Span>;

/** Where a page, slide, sheet, row (of a table or of JSON lines) or part of a book begins in the text read from a file. */
export const FilePlace = z.strictObject({
  kind: z.enum(["page", "slide", "sheet", "part", "row"]),
  /** From 1, as a person counts them. */
  number: z.int().min(1),
  /** A sheet's. */
  name: z.string().nullable(),
  /** UTF-16 offset; it goes on to the next of its kind. */
  start: z.int().min(0),
  /** The text from here on was recognised in a picture; absent where the file has it as text. */
  ocr: z.literal(true).optional(),
});
export type FilePlace = z.output<typeof FilePlace>;

export const FileFormat = z.enum([
  "pdf",
  "picture",
  "docx",
  "doc",
  "odt",
  "rtf",
  "epub",
  "pptx",
  "ppt",
  "odp",
  "xlsx",
  "xls",
  "ods",
  "eml",
  "html",
  "markdown",
  "csv",
  "jsonl",
  "text",
]);
export type FileFormat = z.output<typeof FileFormat>;

export const DocumentRow = z.strictObject({
  id: z.string(),
  language: Language,
  domain: z.string(),
  /** What the document is about, as a question names it: a company, a court, hospital and patient. */
  name: z.string(),
  text: z.string().min(1),
  kind: z.enum(["generated", "own"]),
  /** The day it was published (YYYY-MM-DD), where known. */
  published: z.iso.date().nullable().default(null),
  /** The config it was written from, or null for a user's own. */
  configId: z.string().nullable(),
  /** Where each section of a written document stands: UTF-16 offsets, end exclusive. */
  sections: z
    .array(z.strictObject({ id: z.string(), start: z.int().min(0), end: z.int().min(0) }))
    .default([]),
  /** Of the file it was read from; null for what was written, or came as a record. */
  format: FileFormat.nullable().default(null),
  /** In the order of their offsets. */
  places: z.array(FilePlace).default([]),
  /** What of its file was not read, in words: hidden sheets and slides, pages of which no text could be recognised. */
  leftOut: z.array(z.string()).optional(),
  provenance: Provenance,
  /** Fields of a foreign file that ours do not have, written back on export. */
  foreign: z.record(z.string(), z.unknown()).nullable(),
});
export type DocumentRow = z.output<typeof DocumentRow>;

export const documents = artifactOf("items/documents", DocumentRow);
/** Documents of which nothing is asked: the corpus lies among them when systems are measured. */
export const distractors = artifactOf("items/distractors", DocumentRow);
