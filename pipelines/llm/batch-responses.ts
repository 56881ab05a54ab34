// Reply files of a batch, put there by hand: which requests they answer, from OpenAI's batch output or plain lines.

import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { readLines } from "../engine/lines.ts";
import { chatReply, countedUsage, isChatReply } from "./chat.ts";
import type { ModelReply, ModelRequest } from "./model.ts";

const ApiLine = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.unknown(),
});
const PlainLine = z.object({ custom_id: z.string(), content: z.string() });

interface Place {
  readonly path: string;
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
}

/** An error in place of a reply; `wave` is the number of the file it came in. */
interface BatchError {
  readonly wave: number;
  readonly message: string;
  /** Whether the request itself was refused, so that asking again is of no use. */
  readonly final: boolean;
}

export interface BatchResponses {
  readonly replies: ReadonlyMap<string, Place>;
  readonly errors: ReadonlyMap<string, BatchError>;
}

const corrupt = (path: string, number: number, problem: string) =>
  new PipelineError("corrupt-file", `${path} line ${number} ${problem}.`, {
    hint: `Fetch the file again, or delete line ${number} (its request then waits on), and type the same command again.`,
  });

/** Files of a folder called `<kind>-<number>.jsonl`, by number; replies may come in several (`responses-2-errors.jsonl`). */
export function numberedFiles(folder: string, kind: "requests" | "responses"): { path: string; name: string; wave: number }[] {
  if (!existsSync(folder)) return [];
  const form = kind === "requests" ? /^requests-(\d{1,9})\.jsonl$/ : /^responses-(\d{1,9})(?:[-._][^/]*)?\.jsonl$/;
  return readdirSync(folder)
    .flatMap(name => {
      const wave = form.exec(name)?.[1];
      return wave === undefined ? [] : [{ name, path: join(folder, name), wave: Number(wave) }];
    })
    .sort((a, b) => a.wave - b.wave || (a.name < b.name ? -1 : 1));
}

export function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Read = { readonly id: string } & (
  | { readonly kind: "reply"; readonly body: unknown }
  | { readonly kind: "plain"; readonly content: string }
  | { readonly kind: "error"; readonly status: number | null; readonly told: unknown }
);

function readResponse(value: unknown): Read | undefined {
  const plain = PlainLine.safeParse(value).data;
  if (plain) return { kind: "plain", id: plain.custom_id, content: plain.content };
  const api = ApiLine.safeParse(value).data;
  if (!api) return undefined;
  const { custom_id: id, response } = api;
  if (response?.status_code === 200) return isChatReply(response.body) ? { kind: "reply", id, body: response.body } : undefined;
  if (!response && (api.error === null || api.error === undefined)) return undefined;
  return { kind: "error", id, status: response?.status_code ?? null, told: api.error ?? response?.body };
}

// Too many requests, a timeout and an expired batch pass; any other 4xx would come again.
const isFinal = (status: number | null) => status !== null && status >= 400 && status < 500 && ![408, 409, 429].includes(status);

/** Reads all reply files of a folder once; the replies themselves stay on disk. A line that is no reply is an error with file and line. */
export function readResponses(folder: string): BatchResponses {
  const replies = new Map<string, Place>();
  const errors = new Map<string, BatchError>();
  for (const { path, wave } of numberedFiles(folder, "responses")) {
    for (const { text, number, offset, length } of readLines(path)) {
      if (text.trim() === "") continue;
      const read = readResponse(parseLine(text));
      if (!read) throw corrupt(path, number, "is no reply of a batch");
      if (read.kind !== "error") replies.set(read.id, replies.get(read.id) ?? { path, offset, length });
      else errors.set(read.id, { wave, final: isFinal(read.status), message: JSON.stringify(read.told).slice(0, 500) });
    }
  }
  return { replies, errors };
}

function readPlace({ path, offset, length }: Place): string {
  const bytes = Buffer.alloc(length);
  const descriptor = openSync(path, "r");
  try {
    for (let done = 0, count = -1; done < length && count !== 0; done += count) count = readSync(descriptor, bytes, done, length - done, offset + done);
  } finally {
    closeSync(descriptor);
  }
  return bytes.toString("utf8");
}

/** The reply that stands at a place of a reply file. */
export function replyAt(place: Place, request: ModelRequest): ModelReply {
  const read = readResponse(parseLine(readPlace(place)));
  const reply = read?.kind === "reply" ? chatReply(read.body, request) : undefined;
  if (reply) return reply;
  if (read?.kind === "plain") return { text: read.content, finish: "stop", usage: countedUsage(request.messages, read.content) };
  throw new PipelineError("corrupt-file", `${place.path} was changed while the run went on.`, { hint: "Type the same command again." });
}
