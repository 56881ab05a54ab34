// Models asked by file: requests are parked, written as a wave, and answered by files that are fetched or added by hand.

import { basename } from "node:path";
import { Parked, ReplyError } from "../../engine/errors.ts";
import { countOf } from "../../engine/grouping.ts";
import type { JobsFile } from "./jobs.ts";
import {
  type BatchError,
  numberedFiles,
  openResponses,
  replyAt,
  requestKeys,
} from "./responses.ts";
import {
  inFileOrder,
  type OpenRequest,
  type WaveLimits,
  type WaveRequest,
  writeFiles,
} from "./waves.ts";
import { chatBody } from "../endpoints/chat.ts";
import type { Model, ModelReply, ModelRequest, ModelSettings } from "../model.ts";

/** The Batch API's limits for one file: as few files as possible if a person handles them. */
const maxFile: WaveLimits = { requests: 50_000, bytes: 190_000_000 };
/** An account's queue may hold only two million tokens, and a file enters it whole: some million tokens per file. */
const queueableFile: WaveLimits = { requests: 10_000, bytes: 4_000_000 };

/** A request that failed in this many waves since the run was started fails its row. */
const maxWaves = 3;

export interface ParkedModel {
  readonly name: string;
  readonly settings: ModelSettings;
  /** Base URL of the Batch API its files go to, without credentials; null if a person handles them. */
  readonly endpoint?: string | null | undefined;
  /** How requests are phrased for that endpoint; the full dialect if absent. */
  readonly speech?: Parameters<typeof chatBody>[2];
}

/** Decides how many of these, in their order, may be written now. */
export type Admit = (open: readonly WaveRequest[]) => Promise<number>;

interface WaveFile {
  /** Full path. */
  readonly file: string;
  readonly requests: number;
}

export interface Wave {
  readonly written: readonly WaveFile[];
  /** Files of earlier waves with requests of this run that still have no reply. */
  readonly waiting: readonly WaveFile[];
}

interface BatchReport {
  readonly replies: number;
  /** Requests that were refused or failed, without a reply in another file. */
  readonly errors: number;
  /** Replies to requests that are in no request file. */
  readonly unknown: number;
}

export interface BatchFiles {
  /** Returns a reply, or throws `Parked` if it is not there yet, or ReplyError if the request itself was refused. */
  complete(model: ParkedModel, request: ModelRequest): Promise<ModelReply>;
  /**
   * Writes each open request once; those waiting in an earlier wave are not written again, those not admitted stay open.
   * Called once after each pass of the pipeline; covers the requests made since the last call.
   */
  writeWave(admit?: Admit): Promise<Wave>;
  /** Name of the last file a request was written to; empty if there is none. */
  fileOf(key: string): string;
  /** Reads reply files that have arrived since. */
  refresh(): void;
  report(): BatchReport;
}

interface RequestInFile {
  readonly file: string;
  readonly wave: number;
}

function readRequests(folder: string): Map<string, RequestInFile> {
  const asked = new Map<string, RequestInFile>();
  for (const { path, wave } of numberedFiles(folder, "requests"))
    for (const key of requestKeys(path)) asked.set(key, { file: path, wave });
  return asked;
}

const lineOf = (model: ParkedModel, request: ModelRequest) =>
  `${JSON.stringify({ custom_id: request.key, method: "POST", url: "/v1/chat/completions", body: chatBody(model, request, model.speech) })}\n`;

const countByFile = (files: readonly string[]): WaveFile[] =>
  [...countOf(files)].map(([file, requests]) => ({ file, requests }));

/** Throws ReplyError for an error that another try does not fix. */
function checkError({ final, times, message }: BatchError): void {
  const fail = (code: string, why: string) => new ReplyError("technical", code, why, null);
  if (final) throw fail("bad-request", `The batch refused the request: ${message}`);
  if (times >= maxWaves)
    throw fail(
      "unavailable",
      `The request failed in ${times} batches, most recently with ${message}`,
    );
}

/** The request's earlier error, and its open request if other rows ask the same. */
type Before = readonly [error: BatchError | undefined, open: OpenRequest | undefined];

function openRequest(
  model: ParkedModel,
  request: ModelRequest,
  [error, open]: Before,
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

export interface BatchFilesOptions {
  /** Given if the run itself submits the files: records which endpoint a file is for. */
  readonly jobs?: JobsFile | undefined;
  readonly limits?: WaveLimits | undefined;
  readonly now?: () => number;
}

/** Opens a run's `batch/` folder: `requests-N.jsonl`, each with its index, and `responses-N.jsonl`. Shared by all models of a run. */
export function openBatchFiles(
  folder: string,
  { jobs, limits = jobs ? queueableFile : maxFile, now = Date.now }: BatchFilesOptions = {},
): BatchFiles {
  const asked = readRequests(folder);
  const { replies, errors, refresh } = openResponses(folder);
  const open = new Map<string, OpenRequest>();
  const underWay = new Set<string>();
  // A transient error reopens the request, unless a later wave already contains it.
  const waits = (key: string) => {
    const { wave } = asked.get(key) ?? {};
    return wave !== undefined && wave > (errors.get(key)?.wave ?? 0);
  };
  return {
    complete: async (model, request) => {
      const { key } = request;
      const place = replies.get(key);
      if (place) return replyAt(place, request);
      if (waits(key)) underWay.add(key);
      else open.set(key, openRequest(model, request, [errors.get(key), open.get(key)]));
      throw new Parked(`Request ${key.slice(0, 12)} waits for its reply by file.`);
    },
    writeWave: async (admit = all => Promise.resolve(all.length)) => {
      const keys = [...underWay].filter(key => waits(key) && !replies.has(key));
      const waiting = countByFile(keys.map(key => asked.get(key)?.file ?? ""));
      underWay.clear();
      const ready = [...open.values()].sort(inFileOrder);
      const admitted = ready.length > 0 ? await admit(ready.map(({ sizes }) => sizes)) : 0;
      const written: WaveFile[] = [];
      const wanted = ready.slice(0, Math.max(0, admitted));
      for await (const { file, wave, keys } of writeFiles(wanted, { folder, jobs, limits, now })) {
        for (const key of keys) {
          asked.set(key, { file, wave });
          open.delete(key);
        }
        written.push({ file, requests: keys.length });
      }
      return { written, waiting };
    },
    fileOf: key => basename(asked.get(key)?.file ?? ""),
    refresh,
    report: () => {
      const failed = [...errors.keys()].filter(key => !replies.has(key));
      const unknown = [...replies.keys(), ...failed].filter(key => !asked.has(key));
      return { replies: replies.size, errors: failed.length, unknown: unknown.length };
    },
  };
}

/** A model whose replies come by file. It is paid for at the endpoint its files go to. */
export const parkedInFiles = (batch: BatchFiles, model: ParkedModel): Model => ({
  name: model.name,
  settings: model.settings,
  paid: true,
  complete: async (request, signal) => {
    signal.throwIfAborted();
    return batch.complete(model, request);
  },
});
