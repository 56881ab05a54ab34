// Fetches a batch's results into response files, and adds a line for each request without a result, so that the files are complete.

import { createWriteStream, existsSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { explainDiskErrors, replaceFile } from "../../engine/files.ts";
import { readLines, inspectTail } from "../../engine/lines.ts";
import { lapseCodes, numberedFiles, readResponse, requestKeys, waveOf } from "./responses.ts";
import type { BatchService, BatchState } from "./service.ts";
import { RetryableError } from "../limits/retry.ts";

export interface FetchedReplies {
  /** Number of requests that got a reply or an error of their own. */
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

/** Downloads to a temporary file, then keeps the readable lines: one bad line must not stop a run whose replies are paid for. */
async function download(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const partPath = `${path}.part`;
  await pipeline(chunks, createWriteStream(partPath)).catch((error: unknown) => {
    rmSync(partPath, { force: true });
    return explainDiskErrors(partPath, () => {
      throw error;
    });
  });
  if (inspectTail(partPath).torn)
    throw new RetryableError(
      "garbled",
      `The download of ${basename(path)} was cut off in the middle of a line.`,
    );
  const unusable: string[] = [];
  replaceFile(path, usableLines(partPath, unusable));
  if (unusable.length > 0) replaceFile(path.replace(/\.jsonl$/, "-unusable.txt"), unusable);
  rmSync(partPath);
}

function readOutcomes(
  folder: string,
  wave: number,
  excludedPath: string,
): Map<string, "reply" | "error" | "lapsed"> {
  const outcomes = new Map<string, "reply" | "error" | "lapsed">();
  for (const { path } of numberedFiles(folder, "responses").filter(
    file => file.wave === wave && file.path !== excludedPath,
  )) {
    for (const { text } of readLines(path)) {
      const response = readResponse(text);
      if (!response) continue;
      if (response.kind !== "error") outcomes.set(response.id, "reply");
      else if (!outcomes.has(response.id))
        outcomes.set(response.id, response.lapsed ? "lapsed" : "error");
    }
  }
  return outcomes;
}

const lapseMessages: Record<string, string> = {
  [lapseCodes.expired]: "The batch expired before it reached this request.",
  [lapseCodes.cancelled]: "The batch was cancelled before it reached this request.",
};

/** Writes a file that reopens the requests of a finished batch that got neither a reply nor an error. */
export function recordMissing(
  folder: string,
  file: string,
  code = "no_reply",
): FetchedReplies & { readonly addedCount: number } {
  const wave = waveOf(file);
  const path = join(folder, `responses-${wave}-missing.jsonl`);
  const outcomes = readOutcomes(folder, wave, path);
  const requests = join(folder, file);
  const keys = existsSync(requests) ? [...requestKeys(requests)] : [];
  const missing = keys.filter(key => !outcomes.has(key));
  const error = {
    code,
    message: lapseMessages[code] ?? "The batch returned nothing usable for this request.",
  };
  if (missing.length > 0)
    replaceFile(
      path,
      missing.map(key => `${JSON.stringify({ custom_id: key, response: null, error })}\n`),
    );
  const finishedCount = [...outcomes.values()].filter(outcome => outcome !== "lapsed").length;
  return {
    done: finishedCount + (code in lapseMessages ? 0 : missing.length),
    unanswered: keys.filter(key => outcomes.get(key) !== "reply"),
    addedCount: missing.length,
  };
}

const lapseCodeOf = ({ status }: BatchState) =>
  status === "expired" || status === "cancelled" ? lapseCodes[status] : undefined;

/** Fetches all results of a finished batch. Idempotent: doing it twice gives the same files. */
export async function fetchReplies(
  { folder, file }: { readonly folder: string; readonly file: string },
  batch: BatchState,
  service: BatchService,
  signal: AbortSignal,
): Promise<FetchedReplies> {
  const stem = join(folder, `responses-${waveOf(file)}`);
  if (batch.outputFile !== null)
    await download(`${stem}.jsonl`, service.content(batch.outputFile, signal));
  if (batch.errorFile !== null)
    await download(`${stem}-errors.jsonl`, service.content(batch.errorFile, signal));
  return recordMissing(folder, file, lapseCodeOf(batch));
}
