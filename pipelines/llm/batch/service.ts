// What a run needs of a provider's Batch API, and how OpenAI's (and servers that speak it) gives it.

import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { APIConnectionError, APIConnectionTimeoutError, APIError, type OpenAI } from "openai";
import { z } from "zod";
import { PipelineError } from "../../engine/errors.ts";
import { onAbort } from "../endpoints/http.ts";
import { hideAll, placeOf } from "../endpoints/redaction.ts";
import { RetryableError } from "../limits/retry.ts";

export interface BatchState {
  readonly id: string;
  readonly status: "under-way" | "completed" | "failed" | "expired" | "cancelled";
  /** The provider's own word for it. */
  readonly told: string;
  /** Requests that came to an end, well or badly. */
  readonly done: number;
  /** Requests that came to a reply. */
  readonly succeeded: number;
  readonly total: number;
  readonly outputFile: string | null;
  readonly errorFile: string | null;
  /** Why the batch as a whole was refused. */
  readonly problems: readonly {
    readonly code: string;
    readonly message: string;
    readonly line: number | null;
  }[];
  /** What `create` was given; null for batches of others. */
  readonly hash: string | null;
}

/**
 * Each step throws RetryableError where trying later may help (`maybeBilled` where the provider may have taken the
 * request all the same), and PipelineError where it cannot. A step that was stopped throws the signal's reason.
 */
export interface BatchService {
  /** Puts a file of requests there, costs nothing, and returns the provider's id for it. */
  upload(path: string, signal: AbortSignal): Promise<string>;
  /** Starts the paid work. `hash` is kept with the batch, so that `list` tells whose it is. */
  create(fileId: string, hash: string): Promise<BatchState>;
  /** All batches of the account. */
  list(signal: AbortSignal): AsyncIterable<BatchState>;
  retrieve(id: string, signal: AbortSignal): Promise<BatchState>;
  /** The bytes of an output or error file, piece by piece. */
  content(fileId: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** The batch's metadata that names its file of requests. */
const mark = "ragwright";

/** Read tolerantly: servers leave out, or give as null, what does not apply. */
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
    // Some servers give an empty id where there is no file.
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

const causeOf = (error: Error): string =>
  error.cause instanceof Error ? causeOf(error.cause) : error.message;

const advice: Readonly<Record<number, string>> = {
  401: "Check the key: is it set, and is it this server's?",
  403: "May this key use batches and this model? Check the account's rights.",
  404: "Is it the same account's key as before, does the base URL end in /v1, and does this server have a Batch API? To give up a batch that is gone, delete its file of requests from the run's folder.",
};

/** Who is spoken of: a place without credentials, and what its words must not show. */
interface Speaker {
  readonly place: string;
  readonly secrets: readonly string[];
}

const longestQuote = 500;

function statusError(error: APIError, { place, secrets }: Speaker, doing: string): Error {
  const status = Number(error.status);
  // What a server says about a wrong key may hold the key, in ways nobody foresees.
  const told = status === 401 ? "" : `: ${hideAll(error.message, secrets).slice(0, longestQuote)}`;
  const message = `${place} would not ${doing} (status ${status})${told}`;
  const retryAfter = error.headers?.get("retry-after") ?? null;
  const spent =
    error.code === "insufficient_quota" ||
    error.code === "billing_hard_limit_reached" ||
    status === 402;
  if (status === 429 && !spent) return new RetryableError("rate-limited", message, { retryAfter });
  if (status === 408 || status === 409 || status >= 500)
    return new RetryableError("unavailable", message, { retryAfter, maybeBilled: true });
  const hint = spent
    ? "The account has no credit left: top it up."
    : (advice[status] ?? "Mend what it names.");
  return new PipelineError("provider", message, {
    hint: `${hint} Then type the same command again: it goes on with the batches that are under way.`,
  });
}

/** `doing` completes "would not …" and "could not …". */
function translated(error: unknown, speaker: Speaker, doing: string): unknown {
  if (error instanceof PipelineError || error instanceof RetryableError) return error;
  const broken = (why: string) =>
    `${speaker.place} could not ${doing}: ${hideAll(why, speaker.secrets).slice(0, longestQuote)}`;
  if (error instanceof APIConnectionTimeoutError)
    return new RetryableError("timeout", broken("it gave no answer in time"), {
      maybeBilled: true,
    });
  if (error instanceof APIConnectionError)
    return new RetryableError("unavailable", broken(causeOf(error)), { maybeBilled: true });
  if (error instanceof APIError) return statusError(error, speaker, doing);
  if (error instanceof SyntaxError)
    return new RetryableError("garbled", broken("its answer is not JSON"), { maybeBilled: true });
  // A connection that breaks inside a body is fetch's TypeError.
  if (error instanceof TypeError)
    return new RetryableError("unavailable", broken(causeOf(error)), { maybeBilled: true });
  return error;
}

// A file that was just uploaded is not at once known to all of a provider's machines.
const notYetThere = (error: unknown, fileId: string) =>
  error instanceof APIError &&
  (error.status === 400 || error.status === 404) &&
  error.message.includes(fileId);

/** Milliseconds: a file of the largest size over a slow line. */
const longestUpload = 3_600_000;

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

/** The client never takes its listeners off a signal, and a run's one lives through days of polling. */
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

/** The pieces of a body; what breaks while it is read is told like any other failure. */
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
 * The client has its own tries off (`maxRetries: 0`), since the rounds of polling are the tries, and a `fetch` that
 * carries files both ways: forms up, and down bodies of any length. `secrets` are kept out of messages beside its key.
 */
export function openAiBatches(client: OpenAI, secrets: readonly string[] = []): BatchService {
  const place = placeOf(client.baseURL);
  const attempt = attempting({
    place,
    secrets: [client.apiKey ?? "", ...secrets].filter(secret => secret.length > 4),
  });
  return {
    upload: (path, signal) =>
      withOwnSignal(signal, own =>
        attempt(
          `take ${basename(path)}`,
          async () => {
            // Read from disk while it is sent.
            const file = new File([await openAsBlob(path)], basename(path));
            return (
              await client.files.create(
                { file, purpose: "batch" },
                { signal: own, timeout: longestUpload },
              )
            ).id;
          },
          own,
        ),
      ),
    create: (fileId, hash) =>
      attempt("create a batch", () => createBatch(client, place, fileId, hash)),
    async *list(signal) {
      const { own, forget } = ownSignal(signal);
      try {
        for (
          let page = await attempt(
            "list its batches",
            async () => client.batches.list({ limit: 100 }, { signal: own }),
            own,
          );
          ;
        ) {
          for (const batch of page.getPaginatedItems()) yield stateOf(batch, place);
          if (!page.hasNextPage()) return;
          const before = page;
          page = await attempt("list its batches", () => before.getNextPage(), own);
        }
      } finally {
        forget();
      }
    },
    retrieve: (id, signal) =>
      withOwnSignal(signal, own =>
        attempt(
          `tell how batch ${id} stands`,
          async () => stateOf(await client.batches.retrieve(id, { signal: own }), place),
          own,
        ),
      ),
    async *content(fileId, signal) {
      const { own, forget } = ownSignal(signal);
      const doing = `send the file ${fileId}`;
      try {
        const { body } = await attempt(
          doing,
          () => client.files.content(fileId, { signal: own }),
          own,
        );
        if (body) yield* piecesOf(body, work => attempt(doing, work, own));
      } finally {
        forget();
      }
    },
  };
}
