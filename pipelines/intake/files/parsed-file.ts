// Results of reading a file: its text with places, or why there is none.

import type { FileFormat, FilePlace } from "../../../schemas/items/documents.ts";
import type { PipelineError } from "../../engine/errors.ts";

export interface ParsedFile {
  readonly format: FileFormat;
  /** The title given in the file; null if there is none. */
  readonly title: string | null;
  readonly text: string;
  /** Ordered by offset. */
  readonly places: readonly FilePlace[];
  /** Number of pages, slides or sheets; null if the format has none. */
  readonly pages: number | null;
  readonly tables: number;
  /** What was not read, in words: hidden sheets and slides, pages whose text could not be recognised. */
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

/** Why a file has no text, as a message to the user. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
  readonly code: FileProblemCode;

  constructor(code: FileProblemCode, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

/** An error and what to do about it, in one line. */
export const messageWithHint = ({ message, hint }: PipelineError): string => `${message} ${hint}`;

export interface ParseOptions {
  /** Called after each step of a parse that takes long. */
  readonly onProgress?: () => void;
  /** Time limit for recognising the text of one page. */
  readonly secondsForPage?: number;
}

/** Reads one format. Throws FileProblem; any other error means a malformed file. */
export type Parser = (bytes: Buffer, reading?: ParseOptions) => ParsedFile | Promise<ParsedFile>;
