// Records of documents (generated or a user's own), spans of their text, and places in their files.

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
  /** Counted from 1. */
  number: z.int().min(1),
  /** The name, if it is a sheet that has one. */
  name: z.string().nullable(),
  /** UTF-16 offset; the place ends where the next of its kind begins. */
  start: z.int().min(0),
  /** The text from here on comes from OCR; absent if the file contains it as text. */
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

/** A document of the corpus. */
export const DocumentRow = z.strictObject({
  id: z.string(),
  language: Language,
  domain: z.string(),
  /** What the document is about, as questions name it: a company, a court, a hospital and a patient. */
  name: z.string(),
  text: z.string().min(1),
  kind: z.enum(["generated", "own"]),
  /** The day it was published (YYYY-MM-DD), if known. */
  published: z.iso.date().nullable().default(null),
  /** The config it was written from; null for a user's own document. */
  configId: z.string().nullable(),
  /** Where each section of a generated document is: UTF-16 offsets, end exclusive. */
  sections: z
    .array(z.strictObject({ id: z.string(), start: z.int().min(0), end: z.int().min(0) }))
    .default([]),
  /** The format of its file; null if it was generated or was given as a record. */
  format: FileFormat.nullable().default(null),
  /** Pages, slides and the like, in the order of their offsets. */
  places: z.array(FilePlace).default([]),
  /** Parts of the file that were not read, described for people: hidden sheets and slides, pages without recognizable text. */
  leftOut: z.array(z.string()).optional(),
  provenance: Provenance,
  /** Fields of a foreign file that this record lacks; they are written back on export. */
  foreign: z.record(z.string(), z.unknown()).nullable(),
});
export type DocumentRow = z.output<typeof DocumentRow>;

export const documents = artifactOf("items/documents", DocumentRow);
/** Documents that no question is about: mixed into the corpus when systems are measured. */
export const distractors = artifactOf("items/distractors", DocumentRow);
