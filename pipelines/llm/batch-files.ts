// A model that is asked by file: requests are parked, written as a wave, and answered by files moved in by hand.

import { join } from "node:path";
import { z } from "zod";
import { Parked, PipelineError, ReplyError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { readLines } from "../engine/lines.ts";
import { numberedFiles, parseLine, readResponses, replyAt } from "./batch-responses.ts";
import { chatBody } from "./chat.ts";
import type { Model, ModelReply, ModelRequest, ModelSettings } from "./model.ts";

/** What the Batch API takes in one file, which may name one model only. */
export interface WaveLimits {
  readonly requests: number;
  readonly bytes: number;
}

const apiLimits: WaveLimits = { requests: 50_000, bytes: 190_000_000 };

interface Wave {
  /** Files written now, as full paths. */
  readonly written: readonly { readonly file: string; readonly requests: number }[];
  /** Files of earlier waves that hold requests of this run still without reply. */
  readonly waiting: readonly { readonly file: string; readonly requests: number }[];
}

interface BatchReport {
  readonly replies: number;
  /** Requests that were refused or failed, and have no reply in another file. */
  readonly errors: number;
  /** Replies to requests that stand in no request file. */
  readonly unknown: number;
}

export interface BatchFiles {
  /** One reply, `Parked` when it is not there yet, or ReplyError when the request itself was refused. */
  complete(model: Pick<Model, "name" | "settings">, request: ModelRequest): Promise<ModelReply>;
  /** Writes each open request once; what waits in an earlier wave is not written again. */
  writeWave(): Wave;
  report(): BatchReport;
}

interface Asked {
  readonly file: string;
  readonly wave: number;
}

interface Open {
  readonly key: string;
  readonly model: string;
  readonly line: string;
}

const AskedLine = z.object({ custom_id: z.string() });

function readRequests(folder: string): Map<string, Asked> {
  const asked = new Map<string, Asked>();
  for (const { path, wave } of numberedFiles(folder, "requests")) {
    for (const { text, number } of readLines(path)) {
      const line = AskedLine.safeParse(parseLine(text));
      if (!line.success)
        throw new PipelineError("corrupt-file", `${path} line ${number} is no request of a batch.`, {
          hint: `Delete ${path} if it was never sent; its requests are then written anew.`,
        });
      asked.set(line.data.custom_id, { file: path, wave });
    }
  }
  return asked;
}

const lineOf = (model: Pick<Model, "name" | "settings">, request: ModelRequest) =>
  `${JSON.stringify({ custom_id: request.key, method: "POST", url: "/v1/chat/completions", body: chatBody(model, request) })}\n`;

/** One file's share at a time: one model, within the limits. */
function* shares(open: readonly Open[], limits: WaveLimits): Generator<Open[]> {
  let share: Open[] = [];
  let bytes = 0;
  for (const request of open) {
    const size = Buffer.byteLength(request.line);
    const full = share.length >= limits.requests || bytes + size > limits.bytes || share[0]?.model !== request.model;
    if (share.length > 0 && full) {
      yield share;
      share = [];
      bytes = 0;
    }
    share.push(request);
    bytes += size;
  }
  if (share.length > 0) yield share;
}

const inOrder = (a: Open, b: Open) => (a.model === b.model ? (a.key < b.key ? -1 : 1) : a.model < b.model ? -1 : 1);

function countByFile(files: readonly string[]): Wave["waiting"] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts].map(([file, requests]) => ({ file, requests }));
}

/** Opens a run's `batch/` folder: `requests-N.jsonl` as written, `responses-N.jsonl` as found now. */
export function openBatchFiles(folder: string, limits: WaveLimits = apiLimits): BatchFiles {
  const asked = readRequests(folder);
  const { replies, errors } = readResponses(folder);
  const open = new Map<string, Open>();
  // An error that may pass reopens the request, unless a later wave holds it already.
  const waits = (key: string) => {
    const { wave } = asked.get(key) ?? {};
    return wave !== undefined && wave > (errors.get(key)?.wave ?? 0);
  };
  const nextNumber = () => Math.max(0, ...[...numberedFiles(folder, "requests"), ...numberedFiles(folder, "responses")].map(({ wave }) => wave)) + 1;
  const writeShare = (share: readonly Open[]) => {
    const wave = nextNumber();
    const file = join(folder, `requests-${wave}.jsonl`);
    replaceFile(
      file,
      share.map(({ line }) => line),
    );
    for (const { key } of share) asked.set(key, { file, wave });
    return { file, requests: share.length };
  };
  return {
    complete: async (model, request) => {
      const place = replies.get(request.key);
      if (place) return replyAt(place, request);
      const error = errors.get(request.key);
      if (error?.final && !waits(request.key)) throw new ReplyError("technical", "bad-request", `The batch refused the request: ${error.message}`, null);
      open.set(request.key, { key: request.key, model: model.name, line: lineOf(model, request) });
      throw new Parked(`Request ${request.key.slice(0, 12)} waits for its reply by file.`);
    },
    writeWave: () => {
      const waiting = countByFile([...open.keys()].flatMap(key => (waits(key) ? [asked.get(key)?.file ?? ""] : [])));
      const written = [...shares([...open.values()].filter(({ key }) => !waits(key)).sort(inOrder), limits)].map(writeShare);
      return { written, waiting };
    },
    report: () => {
      const failed = [...errors.keys()].filter(key => !replies.has(key));
      return { replies: replies.size, errors: failed.length, unknown: [...replies.keys(), ...failed].filter(key => !asked.has(key)).length };
    },
  };
}

/** A model whose replies come by file. It is paid for where its files go. */
export const parkedInFiles = (batch: BatchFiles, { name, settings }: { name: string; settings: ModelSettings }): Model => ({
  name,
  settings,
  paid: true,
  complete: async (request, signal) => {
    signal.throwIfAborted();
    return batch.complete({ name, settings }, request);
  },
});
