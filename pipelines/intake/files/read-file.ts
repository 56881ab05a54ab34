// Reads files of any format: checks their type and size, and returns the text with its places or the reason why there is none.

import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { FileFormat } from "../../../schemas/items/documents.ts";
import type { FileLimits } from "../../../schemas/file-limits.ts";
import { readOrdinary } from "../../engine/ordinary-file.ts";
import { inOrder } from "../in-order.ts";
import { type FilePool, openFilePool, type PoolLimits } from "./file-pool.ts";
import { formats } from "./formats.ts";
import { type FileContent, FileProblem, type FileFailure } from "./parsed-file.ts";
import { parseFile, parseFailureOf } from "./parse-file.ts";
import { sniffFormat } from "./sniff-format.ts";

export interface ReadLimits extends PoolLimits {
  /** Maximum size of a file. */
  readonly bytes: number;
  /** Maximum size of a plain-text file: anything larger is a dump, not a document. */
  readonly textBytes: number;
}

const MB = 1024 * 1024;
const defaultLimits: ReadLimits = {
  bytes: 100 * MB,
  textBytes: 20 * MB,
  seconds: 120,
  megabytes: 1024,
  threads: 2,
};

/** The limits set in a run's settings; any others keep their defaults. */
export const limitsOf = (settings: FileLimits | undefined): Partial<ReadLimits> =>
  settings === undefined
    ? {}
    : { seconds: settings.seconds, megabytes: settings.memory, bytes: settings.size * MB };

/** Reads files concurrently and yields them in the given order; no more are in memory than there are threads. The detail of a failure begins with the path. */
export async function* readFiles(
  paths: readonly string[],
  limits: Partial<ReadLimits> = {},
): AsyncGenerator<FileContent | FileFailure> {
  const allLimits = { ...defaultLimits, ...limits };
  const pool = openFilePool(allLimits);
  try {
    yield* inOrder(paths, allLimits.threads, path => readFileWith(pool, path, allLimits));
  } finally {
    await pool.close();
  }
}

/** The next result of `readFiles`, for callers that iterate over the paths themselves. */
export async function nextFile(
  files: ReturnType<typeof readFiles>,
): Promise<FileContent | FileFailure> {
  const { value, done } = await files.next();
  if (done) throw new Error("there are fewer files than paths");
  return value;
}

/** Reads a file; rejects only if no thread could start. */
async function readFileWith(
  pool: FilePool,
  path: string,
  limits: ReadLimits,
): Promise<FileContent | FileFailure> {
  const file = await openFile(path, limits);
  const outcome =
    "code" in file
      ? file
      : // Plain text needs no parser, so no thread is started for it.
        await (file.format === "text" ? parseFile : pool.parse)(file.bytes, file.format);
  return "code" in outcome ? { ...outcome, detail: `${path}: ${outcome.detail}` } : outcome;
}

async function openFile(
  path: string,
  { bytes: maxBytes, textBytes }: ReadLimits,
): Promise<{ bytes: Buffer; format: FileFormat } | FileFailure> {
  try {
    const stats = await stat(path);
    if (!stats.isFile())
      return {
        code: "unreadable-file",
        detail: stats.isDirectory() ? "it is a folder." : "it is not an ordinary file.",
      };
    if (stats.size > maxBytes) return tooLarge(maxBytes);
    const bytes = readOrdinary(path);
    const format = sniffFormat(bytes, path);
    return formats[format].isPlainText && bytes.length > textBytes
      ? tooLarge(textBytes)
      : { bytes, format };
  } catch (error) {
    if (error instanceof FileProblem) return parseFailureOf(error);
    return {
      code: "unreadable-file",
      detail: basename(path).includes("\uFFFD")
        ? "its name is not valid UTF-8 (invalid bytes are shown as \uFFFD): rename it."
        : error instanceof Error
          ? error.message
          : String(error),
    };
  }
}

const tooLarge = (maxBytes: number): FileFailure => ({
  code: "file-too-large",
  detail: `it is larger than ${Math.round((maxBytes / MB) * 10) / 10} MB: split it.`,
});
