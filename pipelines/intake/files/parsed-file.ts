// Results of reading a file: its text with places, or why there is none.

import type { FileFormat, FilePlace } from "../../../schemas/items/documents.ts";
import type { PipelineError } from "../../engine/errors.ts";

/** What a parser finds in a file. */
export interface ParsedFile {
  /** The title given in the file; null or blank if there is none. */
  readonly title: string | null;
  readonly text: string;
  /** Ordered by offset. */
  readonly places: readonly FilePlace[];
  /** What was not read, in words: hidden sheets and slides, pages whose text could not be recognized. */
  readonly leftOut?: readonly string[];
}

export interface FileContent extends ParsedFile {
  readonly format: FileFormat;
}

/** Why a file has no text, as a sentence to follow the file's name. */
export interface FileFailure {
  readonly code: FileProblemCode;
  readonly detail: string;
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
  /** Called after each step of a long parse. */
  readonly onProgress?: () => void;
  /** Time limit for recognizing the text of one page. */
  readonly secondsForPage?: number;
}

/** Reads one format. Throws FileProblem; any other error means a malformed file. */
export type Parser = (bytes: Buffer, options?: ParseOptions) => ParsedFile | Promise<ParsedFile>;
