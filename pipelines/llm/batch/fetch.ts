// Fetches a batch's results into response files, and adds what it left undone, so that the files are complete.

import { createWriteStream, existsSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { onDisk, replaceFile } from "../../engine/files.ts";
import { readLines, wholeSize } from "../../engine/lines.ts";
import { lapses, numberedFiles, readResponse, requestKeys, waveOf } from "./responses.ts";
import type { BatchService, BatchState } from "./service.ts";
import { RetryableError } from "../limits/retry.ts";

export interface Brought {
  /** Requests that got a reply or an error of their own. */
  readonly done: number;
  /** Keys of the file's requests that have no reply. */
  readonly unanswered: readonly string[];
}

function* usableLines(path: string, unusable: string[]): Generator<string> {
  for (const { text } of readLines(path)) {
    if (text.trim() === "") continue;
    if (readResponse(text)) yield `${text}\n`;
    else unusable.push(`${text}\n`);
  }
}

/** Streams to a temporary file, then keeps the readable lines: one bad line must not stop a run whose replies are paid for. */
async function bring(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${path}.part`;
  await pipeline(pieces, createWriteStream(part)).catch((error: unknown) => {
    rmSync(part, { force: true });
    return onDisk(part, () => {
      throw error;
    });
  });
  if (wholeSize(part).torn)
    throw new RetryableError(
      "garbled",
      `The download of ${basename(path)} was cut off in the middle of a line.`,
    );
  const unusable: string[] = [];
  replaceFile(path, usableLines(part, unusable));
  if (unusable.length > 0) replaceFile(path.replace(/\.jsonl$/, "-unusable.txt"), unusable);
  rmSync(part);
}

function outcomesIn(
  folder: string,
  wave: number,
  except: string,
): Map<string, "reply" | "error" | "lapsed"> {
  const outcomes = new Map<string, "reply" | "error" | "lapsed">();
  for (const { path } of numberedFiles(folder, "responses").filter(
    file => file.wave === wave && file.path !== except,
  )) {
    for (const { text } of readLines(path)) {
      const read = readResponse(text);
      if (!read) continue;
      if (read.kind !== "error") outcomes.set(read.id, "reply");
      else if (!outcomes.has(read.id)) outcomes.set(read.id, read.lapsed ? "lapsed" : "error");
    }
  }
  return outcomes;
}

const messages: Record<string, string> = {
  [lapses.expired]: "The batch expired before it reached this request.",
  [lapses.cancelled]: "The batch was cancelled before it reached this request.",
};

/** Records the requests of a finished batch that got neither a reply nor an error as open again. */
export function fillIn(
  folder: string,
  file: string,
  code = "no_reply",
): Brought & { readonly filled: number } {
  const wave = waveOf(file);
  const path = join(folder, `responses-${wave}-missing.jsonl`);
  const outcomes = outcomesIn(folder, wave, path);
  const requests = join(folder, file);
  const keys = existsSync(requests) ? [...requestKeys(requests)] : [];
  const missing = keys.filter(key => !outcomes.has(key));
  const error = {
    code,
    message: messages[code] ?? "The batch returned nothing usable for this request.",
  };
  if (missing.length > 0)
    replaceFile(
      path,
      missing.map(key => `${JSON.stringify({ custom_id: key, response: null, error })}\n`),
    );
  const finished = [...outcomes.values()].filter(outcome => outcome !== "lapsed").length;
  return {
    done: finished + (code in messages ? 0 : missing.length),
    unanswered: keys.filter(key => outcomes.get(key) !== "reply"),
    filled: missing.length,
  };
}

const codeOf = ({ status }: BatchState) =>
  status === "expired" || status === "cancelled" ? lapses[status] : undefined;

/** Fetches all results of a finished batch. Idempotent: doing it twice gives the same files. */
export async function bringReplies(
  { folder, file }: { readonly folder: string; readonly file: string },
  batch: BatchState,
  service: BatchService,
  signal: AbortSignal,
): Promise<Brought> {
  const stem = join(folder, `responses-${waveOf(file)}`);
  if (batch.outputFile !== null)
    await bring(`${stem}.jsonl`, service.content(batch.outputFile, signal));
  if (batch.errorFile !== null)
    await bring(`${stem}-errors.jsonl`, service.content(batch.errorFile, signal));
  return fillIn(folder, file, codeOf(batch));
}
