// Reads the reply files of a batch, fetched or added by hand, as OpenAI's batch output or as plain lines.

import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { PipelineError } from "../../engine/errors.ts";
import { parseJson, readLines } from "../../engine/lines.ts";
import { chatReply, isChatReply } from "../endpoints/chat.ts";
import { countUsage } from "../endpoints/usage.ts";
import { type LineInFile, readLineInFile } from "../line-in-file.ts";
import type { ModelReply, ModelRequest } from "../model.ts";

const ApiLine = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.unknown().optional(),
});
const PlainLine = z.object({ custom_id: z.string(), content: z.string() });

/** An error in place of a reply; `wave` is the number of the file it came in. */
export interface BatchError {
  readonly wave: number;
  readonly message: string;
  /** Whether the request itself was refused, so that another try would be useless. */
  readonly isFinal: boolean;
  /** Number of waves in which it failed since the folder was opened; a batch that ran out of time does not count. */
  readonly waveCount: number;
}

export interface BatchResponses {
  readonly replies: ReadonlyMap<string, LineInFile>;
  readonly errors: ReadonlyMap<string, BatchError>;
  /** Reads files that are new or have changed. */
  refresh(): void;
}

const corruptFileError = (path: string, number: number, problem: string) =>
  new PipelineError("corrupt-file", `${path} line ${number} ${problem}.`, {
    hint: `A line must be as the Batch API returns it, or {"custom_id": "…", "content": "…"}. Fix line ${number}, or delete it (its request is then open again, or keeps waiting), and run the same command again.`,
  });

/** Lists the files in a folder named `<kind>-<number>.jsonl`, by number; replies may be in several (`responses-2-errors.jsonl`). */
export function numberedFiles(
  folder: string,
  kind: "requests" | "responses",
): { path: string; name: string; wave: number }[] {
  if (!existsSync(folder)) return [];
  const namePattern =
    kind === "requests"
      ? /^requests-(\d{1,9})\.jsonl$/
      : /^responses-(\d{1,9})(?:[-._][^/]*)?\.jsonl$/;
  return readdirSync(folder)
    .flatMap(name => {
      const wave = namePattern.exec(name)?.[1];
      return wave === undefined ? [] : [{ name, path: join(folder, name), wave: Number(wave) }];
    })
    .sort((a, b) => a.wave - b.wave || (a.name < b.name ? -1 : 1));
}

/** The wave number of a file. */
export const waveOf = (file: string): number => Number(/-(\d{1,9})/.exec(basename(file))?.[1] ?? 0);

const RequestLine = z.object({ custom_id: z.string() });

/** Yields the keys in a file of requests; throws for a line that is not a request. */
export function* requestKeys(path: string): Generator<string> {
  for (const { text, number } of readLines(path)) {
    const line = RequestLine.safeParse(parseJson(text));
    if (!line.success)
      throw new PipelineError(
        "corrupt-file",
        `${path} line ${number} is not a request of a batch.`,
        {
          hint: `Delete ${path} if it was never sent; its requests are then written again.`,
        },
      );
    yield line.data.custom_id;
  }
}

/** One line of a reply file. `lapsed`: the batch ended before it reached the request. */
type ResponseLine = { readonly id: string } & (
  | { readonly kind: "reply"; readonly body: unknown }
  | { readonly kind: "plain"; readonly content: string }
  | {
      readonly kind: "error";
      readonly status: number | null;
      readonly error: unknown;
      readonly lapsed: boolean;
    }
);

/** Codes in place of the replies of a batch that ended early. */
export const lapseCodes = { expired: "batch_expired", cancelled: "batch_cancelled" } as const;

const Lapse = z.object({ code: z.enum(lapseCodes) });

/** Reads one line; undefined if it is neither a reply nor an error. */
export function readResponse(text: string): ResponseLine | undefined {
  // Some editors put a byte order mark before the first line.
  const value = parseJson(text.replace(/^\uFEFF/, ""));
  const plain = PlainLine.safeParse(value).data;
  if (plain) return { kind: "plain", id: plain.custom_id, content: plain.content };
  const api = ApiLine.safeParse(value).data;
  if (!api) return undefined;
  const { custom_id: id, response } = api;
  if (response?.status_code === 200)
    return isChatReply(response.body) ? { kind: "reply", id, body: response.body } : undefined;
  if (!response && (api.error === null || api.error === undefined)) return undefined;
  return {
    kind: "error",
    id,
    status: response?.status_code ?? null,
    error: api.error ?? response?.body,
    lapsed: Lapse.safeParse(api.error).success,
  };
}

// Too many requests, a timeout, a conflict and an expired batch are transient; any other 4xx would recur.
const isFinal = (status: number | null) =>
  status !== null && status >= 400 && status < 500 && ![408, 409, 429].includes(status);

const stampOf = (path: string) => {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
};

/** Opens all reply files in a folder; the replies themselves stay on disk. Throws for a line that is not a reply. */
export function openResponses(folder: string): BatchResponses {
  const replies = new Map<string, LineInFile>();
  const errors = new Map<string, BatchError>();
  const stamps = new Map<string, string>();
  let isOpened = false;
  const recordError = (
    wave: number,
    { id, status, error, lapsed }: Extract<ResponseLine, { kind: "error" }>,
  ) => {
    const earlier = errors.get(id);
    if (earlier && earlier.wave > wave) return;
    const isNewFailure = isOpened && !lapsed && earlier?.wave !== wave;
    errors.set(id, {
      wave,
      isFinal: isFinal(status),
      waveCount: (earlier?.waveCount ?? 0) + (isNewFailure ? 1 : 0),
      message: JSON.stringify(error).slice(0, 500),
    });
  };
  const readReplies = (path: string, wave: number) => {
    for (const { text, number, offset, length } of readLines(path)) {
      if (text.trim() === "") continue;
      const response = readResponse(text);
      if (!response) throw corruptFileError(path, number, "is not a reply of a batch");
      if (response.kind === "error") recordError(wave, response);
      else if (!replies.has(response.id)) replies.set(response.id, { path, offset, length });
    }
  };
  const refresh = () => {
    for (const { path, wave } of numberedFiles(folder, "responses")) {
      const stamp = stampOf(path);
      if (stamps.get(path) === stamp) continue;
      // In a file that was rewritten, the replies are at different offsets.
      if (stamps.has(path))
        for (const [id, line] of replies) if (line.path === path) replies.delete(id);
      readReplies(path, wave);
      stamps.set(path, stamp);
    }
  };
  refresh();
  isOpened = true;
  return { replies, errors, refresh };
}

/**
 * Reads the reply in a line of a reply file. It counts as a batch's and costs a batch's price even if its file was added
 * by hand: such files are written for batch endpoints, and it cannot be known whether they were sent elsewhere.
 */
export function replyAt(line: LineInFile, request: ModelRequest): ModelReply {
  const response = readResponse(readLineInFile(line));
  if (response?.id === request.key) {
    const reply = response.kind === "reply" ? chatReply(response.body, request) : undefined;
    if (reply) return { ...reply, batch: true };
    if (response.kind === "plain")
      return {
        text: response.content,
        finish: "stop",
        usage: countUsage(request.messages, response.content),
        batch: true,
      };
  }
  throw new PipelineError("corrupt-file", `${line.path} was changed during the run.`, {
    hint: "Run the same command again.",
  });
}
