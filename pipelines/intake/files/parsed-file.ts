// What comes of reading a file: its text with places, or why there is none.

import type { FileFormat, FilePlace } from "../../../schemas/items/documents.ts";
import type { PipelineError } from "../../engine/errors.ts";

export interface ParsedFile {
  readonly format: FileFormat;
  /** What the file itself calls it; null where it says nothing. */
  readonly title: string | null;
  readonly text: string;
  /** In the order of their offsets. */
  readonly places: readonly FilePlace[];
  /** Pages, slides or sheets; null where the format has none. */
  readonly pages: number | null;
  readonly tables: number;
  /** What is not read, in words: hidden sheets and slides, pages of which no text could be recognised. */
  readonly leftOut?: readonly string[];
}

export type FileProblemCode =
  | "empty-file"
  | "no-text"
  | "encrypted"
  | "malformed"
  | "file-too-large"
  | "unknown-encoding"
  | "unknown-file-type"
  | "needs-libreoffice"
  | "needs-package"
  | "took-too-long"
  | "took-too-much-memory"
  | "unreadable-file";

/** Why a file gave no text, for whoever gave the file. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
  readonly code: FileProblemCode;

  constructor(code: FileProblemCode, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

/** An error and what to do about it, in one line. */
export const inWords = ({ message, hint }: PipelineError): string => `${message} ${hint}`;

export interface ParseOptions {
  /** Told of each step of a reading that takes long by its nature. */
  readonly heard?: () => void;
  /** For the recognition of a page's text. */
  readonly secondsForPage?: number;
}

/** Reads one format. Throws FileProblem; anything else it throws is taken for a malformed file. */
export type Parser = (bytes: Buffer, reading?: ParseOptions) => ParsedFile | Promise<ParsedFile>;
