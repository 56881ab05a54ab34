// The Batch API of OpenAI and of compatible servers.

import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { APIError, type OpenAI } from "openai";
import { z } from "zod";
import { onAbort } from "../endpoints/http.ts";
import { placeOf } from "../endpoints/redaction.ts";
import { RetryableError } from "../limits/retry.ts";
import type { BatchService, BatchState } from "./service.ts";
import { type Speaker, translated } from "./service-errors.ts";

/** The metadata field of a batch that identifies its file of requests. */
const mark = "ragwright";

/** Parsed leniently: servers leave out, or send as null, what does not apply. */
const Batch = z.object({
  id: z.string(),
  status: z.string(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  request_counts: z
    .object({
      completed: z.number().nullish(),
      failed: z.number().nullish(),
      total: z.number().nullish(),
    })
    .nullish(),
  errors: z
    .object({
      data: z
        .array(
          z.object({
            code: z.string().nullish(),
            message: z.string().nullish(),
            line: z.number().nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

const ends: Readonly<Record<string, BatchState["status"]>> = {
  completed: "completed",
  failed: "failed",
  expired: "expired",
  cancelled: "cancelled",
  canceled: "cancelled",
};

function stateOf(value: unknown, place: string): BatchState {
  const parsed = Batch.safeParse(value);
  if (!parsed.success)
    throw new RetryableError("garbled", `${place} sent something other than a batch.`, {
      maybeBilled: true,
    });
  const {
    id,
    status,
    output_file_id,
    error_file_id,
    request_counts: counts,
    errors,
    metadata,
  } = parsed.data;
  const hash = metadata?.[mark];
  return {
    id,
    status: ends[status.toLowerCase()] ?? "under-way",
    told: status.toLowerCase(),
    done: (counts?.completed ?? 0) + (counts?.failed ?? 0),
    succeeded: counts?.completed ?? 0,
    total: counts?.total ?? 0,
    // Some servers send an empty id if there is no file.
    outputFile: output_file_id || null,
    errorFile: error_file_id || null,
    problems: (errors?.data ?? []).map(({ code, message, line }) => ({
      code: code ?? "",
      message: message ?? "",
      line: line ?? null,
    })),
    hash: typeof hash === "string" ? hash : null,
  };
}

// A file that was just uploaded is not known to all of a provider's machines at once.
const notYetThere = (error: unknown, fileId: string) =>
  error instanceof APIError &&
  (error.status === 400 || error.status === 404) &&
  error.message.includes(fileId);

/** Milliseconds: enough for the largest file over a slow connection. */
const maxUpload = 3_600_000;

type Attempt = <T>(doing: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

const attempting =
  (speaker: Speaker): Attempt =>
  async (doing, work, signal) => {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw translated(error, speaker, doing);
    }
  };

/** The client never removes its listeners from a signal, and a run's signal lives through days of polling. */
function ownSignal(signal: AbortSignal): {
  readonly own: AbortSignal;
  readonly forget: () => void;
} {
  signal.throwIfAborted();
  const own = new AbortController();
  return { own: own.signal, forget: onAbort(signal, () => own.abort(signal.reason)) };
}

async function withOwnSignal<T>(
  signal: AbortSignal,
  work: (own: AbortSignal) => Promise<T>,
): Promise<T> {
  const { own, forget } = ownSignal(signal);
  try {
    return await work(own);
  } finally {
    forget();
  }
}

async function createBatch(
  client: OpenAI,
  place: string,
  fileId: string,
  hash: string,
): Promise<BatchState> {
  try {
    return stateOf(
      await client.batches.create({
        input_file_id: fileId,
        endpoint: "/v1/chat/completions",
        completion_window: "24h",
        metadata: { [mark]: hash },
      }),
      place,
    );
  } catch (error) {
    if (notYetThere(error, fileId))
      throw new RetryableError("garbled", `${place} does not know the file it was just sent.`);
    throw error;
  }
}

/** Yields the pieces of a body; a break while reading is reported like any other failure. */
async function* piecesOf(
  body: ReadableStream<Uint8Array>,
  read: <T>(work: () => Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await read(() => reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * The client must have retries off (`maxRetries: 0`), since the polling rounds serve as retries, and a `fetch` that can
 * upload forms and download bodies of any length. `secrets` are kept out of messages, as is the client's key.
 */
export function openAiBatches(client: OpenAI, secrets: readonly string[] = []): BatchService {
  const place = placeOf(client.baseURL);
  const attempt = attempting({
    place,
    secrets: [client.apiKey ?? "", ...secrets].filter(secret => secret.length > 4),
  });
  const once = <T>(signal: AbortSignal, doing: string, work: (own: AbortSignal) => Promise<T>) =>
    withOwnSignal(signal, own => attempt(doing, () => work(own), own));
  return {
    upload: (path, signal) =>
      once(signal, `take ${basename(path)}`, async own => {
        // Streamed from disk while it is sent.
        const file = new File([await openAsBlob(path)], basename(path));
        const options = { signal: own, timeout: maxUpload };
        return (await client.files.create({ file, purpose: "batch" }, options)).id;
      }),
    create: (fileId, hash) =>
      attempt("create a batch", () => createBatch(client, place, fileId, hash)),
    async *list(signal) {
      const { own, forget } = ownSignal(signal);
      const doing = "list its batches";
      const first = async () => client.batches.list({ limit: 100 }, { signal: own });
      try {
        for (let page = await attempt(doing, first, own); ; ) {
          for (const batch of page.getPaginatedItems()) yield stateOf(batch, place);
          if (!page.hasNextPage()) return;
          const before = page;
          page = await attempt(doing, () => before.getNextPage(), own);
        }
      } finally {
        forget();
      }
    },
    retrieve: (id, signal) =>
      once(signal, `report the state of batch ${id}`, async own =>
        stateOf(await client.batches.retrieve(id, { signal: own }), place),
      ),
    async *content(fileId, signal) {
      const { own, forget } = ownSignal(signal);
      const doing = `send the file ${fileId}`;
      try {
        const get = () => client.files.content(fileId, { signal: own });
        const { body } = await attempt(doing, get, own);
        if (body) yield* piecesOf(body, work => attempt(doing, work, own));
      } finally {
        forget();
      }
    },
  };
}
