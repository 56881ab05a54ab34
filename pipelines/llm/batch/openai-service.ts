// The Batch API of OpenAI and of compatible servers.

import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { APIError, type OpenAI } from "openai";
import { z } from "zod";
import { onAbort } from "../endpoints/http.ts";
import { publicAddressOf } from "../endpoints/redaction.ts";
import { RetryableError } from "../limits/retry.ts";
import type { BatchService, BatchState } from "./service.ts";
import { type ErrorSource, translateError } from "./service-errors.ts";

/** The metadata field of a batch that identifies its file of requests. */
const hashField = "ragwright";

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

const endStatuses: Readonly<Record<string, BatchState["status"]>> = {
  completed: "completed",
  failed: "failed",
  expired: "expired",
  cancelled: "cancelled",
  canceled: "cancelled",
};

function stateOf(value: unknown, address: string): BatchState {
  const parsed = Batch.safeParse(value);
  if (!parsed.success)
    throw new RetryableError("garbled", `${address} sent something other than a batch.`, {
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
  const hash = metadata?.[hashField];
  return {
    id,
    status: endStatuses[status.toLowerCase()] ?? "under-way",
    providerStatus: status.toLowerCase(),
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

// A newly uploaded file is not known to all of a provider's machines at once.
const isNotYetKnown = (error: unknown, fileId: string) =>
  error instanceof APIError &&
  (error.status === 400 || error.status === 404) &&
  error.message.includes(fileId);

/** Milliseconds; enough for the largest file over a slow connection. */
const maxUpload = 3_600_000;

type Attempt = <T>(action: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

const createAttempt =
  (source: ErrorSource): Attempt =>
  async (action, work, signal) => {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw translateError(error, source, action);
    }
  };

/** Creates a signal that follows another until it is unlinked: the client never removes its listeners, and a run's signal lives for days. */
function linkSignal(signal: AbortSignal): {
  readonly ownSignal: AbortSignal;
  readonly unlink: () => void;
} {
  signal.throwIfAborted();
  const controller = new AbortController();
  const unlink = onAbort(signal, () => controller.abort(signal.reason));
  return { ownSignal: controller.signal, unlink };
}

type LinkedWork<T> = (ownSignal: AbortSignal) => Promise<T>;

async function withLinkedSignal<T>(signal: AbortSignal, work: LinkedWork<T>): Promise<T> {
  const { ownSignal, unlink } = linkSignal(signal);
  try {
    return await work(ownSignal);
  } finally {
    unlink();
  }
}

async function createBatch(
  client: OpenAI,
  address: string,
  fileId: string,
  hash: string,
): Promise<BatchState> {
  try {
    return stateOf(
      await client.batches.create({
        input_file_id: fileId,
        endpoint: "/v1/chat/completions",
        completion_window: "24h",
        metadata: { [hashField]: hash },
      }),
      address,
    );
  } catch (error) {
    if (isNotYetKnown(error, fileId))
      throw new RetryableError(
        "garbled",
        `${address} does not yet know the file that it was just sent.`,
      );
    throw error;
  }
}

/** Yields the chunks of a body; a connection that breaks partway is reported like any other failure. */
async function* chunksOf(
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
 * The client must have retries off (`maxRetries: 0`), since polling rounds serve as retries, and a `fetch` that can
 * upload forms and download bodies of any length. `secrets` and the client's key are kept out of messages.
 */
export function createBatchService(client: OpenAI, secrets: readonly string[] = []): BatchService {
  const address = publicAddressOf(client.baseURL);
  const attempt = createAttempt({
    endpoint: address,
    secrets: [client.apiKey ?? "", ...secrets].filter(secret => secret.length > 4),
  });
  const attemptLinked = <T>(signal: AbortSignal, action: string, work: LinkedWork<T>) =>
    withLinkedSignal(signal, ownSignal => attempt(action, () => work(ownSignal), ownSignal));
  return {
    upload: (path, signal) =>
      attemptLinked(signal, `accept ${basename(path)}`, async ownSignal => {
        // Streamed from disk while it is sent.
        const file = new File([await openAsBlob(path)], basename(path));
        const options = { signal: ownSignal, timeout: maxUpload };
        return (await client.files.create({ file, purpose: "batch" }, options)).id;
      }),
    create: (fileId, hash) =>
      attempt("create a batch", () => createBatch(client, address, fileId, hash)),
    async *list(signal) {
      const { ownSignal, unlink } = linkSignal(signal);
      const action = "list its batches";
      const firstPage = async () => client.batches.list({ limit: 100 }, { signal: ownSignal });
      try {
        for (let page = await attempt(action, firstPage, ownSignal); ; ) {
          for (const batch of page.getPaginatedItems()) yield stateOf(batch, address);
          if (!page.hasNextPage()) return;
          const currentPage = page;
          page = await attempt(action, () => currentPage.getNextPage(), ownSignal);
        }
      } finally {
        unlink();
      }
    },
    retrieve: (id, signal) =>
      attemptLinked(signal, `report the state of batch ${id}`, async ownSignal =>
        stateOf(await client.batches.retrieve(id, { signal: ownSignal }), address),
      ),
    async *content(fileId, signal) {
      const { ownSignal, unlink } = linkSignal(signal);
      const action = `send the file ${fileId}`;
      try {
        const get = () => client.files.content(fileId, { signal: ownSignal });
        const { body } = await attempt(action, get, ownSignal);
        if (body) yield* chunksOf(body, work => attempt(action, work, ownSignal));
      } finally {
        unlink();
      }
    },
  };
}
