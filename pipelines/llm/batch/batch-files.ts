// Calls models by file: requests are parked, written as a wave, and answered by files that are fetched or added by hand.

import { basename } from "node:path";
import { ParkedError, ReplyError } from "../../engine/errors.ts";
import { countOf } from "../../engine/grouping.ts";
import type { JobsFile } from "./jobs-file.ts";
import {
  type BatchError,
  type BatchResponses,
  numberedFiles,
  openResponses,
  replyAt,
  requestKeys,
} from "./responses.ts";
import {
  compareInFileOrder,
  type OpenRequest,
  type WaveLimits,
  type WaveRequest,
  writeFiles,
} from "./waves.ts";
import { chatBody } from "../endpoints/chat.ts";
import type { Model, ModelReply, ModelRequest, ModelSettings } from "../model.ts";

/** The Batch API's limits for one file: if a person handles the files, there should be as few as possible. */
const manualLimits: WaveLimits = { requests: 50_000, bytes: 190_000_000 };
/** About a million tokens per file: an account's queue may hold only two million, and a file enters it as a whole. */
const queueLimits: WaveLimits = { requests: 10_000, bytes: 4_000_000 };

/** A request that has failed in this many waves since the run was started fails its row. */
const maxFailedWaves = 3;

export interface ParkedModel {
  readonly name: string;
  readonly settings: ModelSettings;
  /** Base URL of the Batch API its files go to, without credentials; null if a person handles them. */
  readonly endpoint?: string | null | undefined;
  /** How requests are phrased for that endpoint; the full dialect if absent. */
  readonly phrasing?: Parameters<typeof chatBody>[2];
}

/** Decides how many of the open requests may be written now, counted from the first. */
export type Admit = (open: readonly WaveRequest[]) => Promise<number>;

interface WaveFile {
  /** Full path. */
  readonly file: string;
  readonly requests: number;
}

export interface Wave {
  readonly writtenFiles: readonly WaveFile[];
  /** Files of earlier waves with requests of this run that still have no reply. */
  readonly waitingFiles: readonly WaveFile[];
}

interface BatchReport {
  readonly replies: number;
  /** Requests that were refused or failed, without a reply in another file. */
  readonly errors: number;
  /** Replies to requests that are in no request file. */
  readonly unknownReplies: number;
}

export interface BatchFiles {
  /** Returns a reply, or throws ParkedError if it is not there yet, or ReplyError if the request itself was refused. */
  complete(model: ParkedModel, request: ModelRequest): Promise<ModelReply>;
  /**
   * Writes each open request once; requests waiting in an earlier wave are not written again, and those not admitted
   * stay open. Called once after each pass of the pipeline; covers the requests made since the last call.
   */
  writeWave(admit?: Admit): Promise<Wave>;
  /** Name of the last file a request was written to; empty if there is none. */
  fileOf(key: string): string;
  /** Reads reply files that are new or have changed. */
  refresh(): void;
  report(): BatchReport;
}

interface RequestInFile {
  readonly file: string;
  readonly wave: number;
}

function readRequests(folder: string): Map<string, RequestInFile> {
  const requestsInFiles = new Map<string, RequestInFile>();
  for (const { path, wave } of numberedFiles(folder, "requests"))
    for (const key of requestKeys(path)) requestsInFiles.set(key, { file: path, wave });
  return requestsInFiles;
}

const lineOf = (model: ParkedModel, request: ModelRequest) =>
  `${JSON.stringify({ custom_id: request.key, method: "POST", url: "/v1/chat/completions", body: chatBody(model, request, model.phrasing) })}\n`;

const countByFile = (files: readonly string[]): WaveFile[] =>
  [...countOf(files)].map(([file, requests]) => ({ file, requests }));

/** Throws ReplyError for an error that another try would not fix. */
function checkError({ isFinal, waveCount, message }: BatchError): void {
  const fail = (code: string, reason: string) => new ReplyError("technical", code, reason, null);
  if (isFinal) throw fail("bad-request", `The batch refused the request: ${message}`);
  if (waveCount >= maxFailedWaves)
    throw fail(
      "unavailable",
      `The request failed in ${waveCount} batches, most recently with ${message}`,
    );
}

/** The request's earlier error, and its open request if other rows make the same one. */
type EarlierState = readonly [error: BatchError | undefined, open: OpenRequest | undefined];

function createOpenRequest(
  model: ParkedModel,
  request: ModelRequest,
  [error, open]: EarlierState,
): OpenRequest {
  if (error) checkError(error);
  const { key, stage, row, tryNumber, prompt, maxInputTokens, maxReplyTokens } = request;
  return {
    sizes: { key, stage, model: model.name, maxInputTokens, maxReplyTokens },
    rows: new Set(open?.rows).add(row),
    tryNumber,
    prompt: prompt.name,
    endpoint: model.endpoint ?? null,
    line: lineOf(model, request),
  };
}

function reportOf(
  requestsInFiles: ReadonlyMap<string, RequestInFile>,
  { replies, errors }: Pick<BatchResponses, "replies" | "errors">,
): BatchReport {
  const failedKeys = [...errors.keys()].filter(key => !replies.has(key));
  const unknownKeys = [...replies.keys(), ...failedKeys].filter(key => !requestsInFiles.has(key));
  return {
    replies: replies.size,
    errors: failedKeys.length,
    unknownReplies: unknownKeys.length,
  };
}

export interface BatchFilesOptions {
  /** Present if the run itself submits the files: records which endpoint a file is for. */
  readonly jobs?: JobsFile | undefined;
  readonly limits?: WaveLimits | undefined;
  readonly now?: () => number;
}

/** Opens a run's `batch/` folder: `requests-N.jsonl`, each with its index, and `responses-N.jsonl`. Shared by all models of a run. */
export function openBatchFiles(
  folder: string,
  { jobs, limits = jobs ? queueLimits : manualLimits, now = Date.now }: BatchFilesOptions = {},
): BatchFiles {
  const requestsInFiles = readRequests(folder);
  const { replies, errors, refresh } = openResponses(folder);
  const queue = new Map<string, OpenRequest>();
  const waitingKeys = new Set<string>();
  // A transient error reopens the request, unless a later wave already contains it.
  const isWaiting = (key: string) => {
    const { wave } = requestsInFiles.get(key) ?? {};
    return wave !== undefined && wave > (errors.get(key)?.wave ?? 0);
  };
  return {
    complete: async (model, request) => {
      const { key } = request;
      const replyLine = replies.get(key);
      if (replyLine) return replyAt(replyLine, request);
      if (isWaiting(key)) waitingKeys.add(key);
      else queue.set(key, createOpenRequest(model, request, [errors.get(key), queue.get(key)]));
      throw new ParkedError(`Request ${key.slice(0, 12)} is waiting for its reply file.`);
    },
    writeWave: async (admit = requests => Promise.resolve(requests.length)) => {
      const keys = [...waitingKeys].filter(key => isWaiting(key) && !replies.has(key));
      const waitingFiles = countByFile(keys.map(key => requestsInFiles.get(key)?.file ?? ""));
      waitingKeys.clear();
      const requests = [...queue.values()].sort(compareInFileOrder);
      const admittedCount =
        requests.length > 0 ? await admit(requests.map(({ sizes }) => sizes)) : 0;
      const admittedRequests = requests.slice(0, Math.max(0, admittedCount));
      const writtenFiles: WaveFile[] = [];
      const target = { folder, jobs, limits, now };
      for await (const { file, wave, keys } of writeFiles(admittedRequests, target)) {
        for (const key of keys) {
          requestsInFiles.set(key, { file, wave });
          queue.delete(key);
        }
        writtenFiles.push({ file, requests: keys.length });
      }
      return { writtenFiles, waitingFiles };
    },
    fileOf: key => basename(requestsInFiles.get(key)?.file ?? ""),
    refresh,
    report: () => reportOf(requestsInFiles, { replies, errors }),
  };
}

/** Creates a model whose replies come by file; its calls are billed wherever its files go. */
export const createParkedModel = (batch: BatchFiles, model: ParkedModel): Model => ({
  name: model.name,
  settings: model.settings,
  paid: true,
  complete: async (request, signal) => {
    signal.throwIfAborted();
    return batch.complete(model, request);
  },
});
