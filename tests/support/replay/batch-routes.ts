// Files and batches of the replay server over HTTP.

import type { ServerResponse } from "node:http";
import { z } from "zod";
import { parseJson } from "../../../pipelines/engine/lines.ts";
import type { BatchOffice } from "./batches.ts";
import { deliver, type Parcel } from "./delivery.ts";
import type { BatchDesk } from "./batch-work.ts";
import { sendFailure, sendJson } from "./desk.ts";
import { fileBody, type FileStore, noSuchFile, readUpload, type StoredFile } from "./files.ts";
import { failure } from "./work.ts";

export interface Exchange {
  readonly method: string;
  /** Below `/v1`, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
  readonly response: ServerResponse;
}

export interface BatchCounter {
  readonly desk: BatchDesk;
  readonly files: FileStore;
  readonly office: BatchOffice;
}

const Order = z.object({
  input_file_id: z.string(),
  endpoint: z.literal("/v1/chat/completions"),
  completion_window: z.literal("24h"),
  metadata: z.record(z.string(), z.string()).nullish(),
});

async function upload(
  { files }: BatchCounter,
  { response, contentType, body }: Exchange,
): Promise<void> {
  const read = await readUpload(contentType, body);
  if ("status" in read) return sendFailure(response, read);
  await sendJson(response, 200, fileBody(files.add(read)));
}

async function sendContent(
  response: ServerResponse,
  { content, fetched }: StoredFile,
): Promise<void> {
  const parcel: Parcel = {
    status: 200,
    headers: { "content-type": "application/octet-stream" },
    body: content.toString("utf8"),
    wait: 0,
    broken: null,
    hold: 0,
  };
  if (await deliver(response, parcel)) fetched?.();
}

async function createBatch(
  { files, office }: BatchCounter,
  { response, body }: Exchange,
): Promise<void> {
  const read = Order.safeParse(parseJson(body.toString("utf8")));
  if (!read.success)
    return sendFailure(response, failure(400, "invalid_request", z.prettifyError(read.error)));
  const { input_file_id: id, endpoint, completion_window: window, metadata } = read.data;
  const file = files.get(id);
  if (!file) return sendFailure(response, noSuchFile(id));
  const made = office.create({ file, endpoint, window, metadata: metadata ?? null });
  await sendJson(response, 200, made);
}

async function lookAt({ office }: BatchCounter, response: ServerResponse, id: string) {
  const batch = office.look(id);
  if (batch) await sendJson(response, 200, batch);
  else await sendFailure(response, failure(404, "not_found", `No batch found with id '${id}'.`));
}

async function listBatches({ office }: BatchCounter, { query, response }: Exchange): Promise<void> {
  const { data, more } = office.list(query.get("after"), Number(query.get("limit") ?? 20));
  const ids = data.map(batch => (batch as { id: string }).id);
  await sendJson(response, 200, {
    object: "list",
    data,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
    has_more: more,
  });
}

/** Answers what belongs to files or batches; undefined when the request does not. */
export function batchRoutes(
  counter: BatchCounter,
): (exchange: Exchange) => Promise<void> | undefined {
  return exchange => {
    const { method, path, response } = exchange;
    const [, room, id, part] = path.split("/");
    if (room === "files" && id && part === "content") {
      const file = counter.files.get(id);
      return file ? sendContent(response, file) : sendFailure(response, noSuchFile(id));
    }
    if (room === "files" && method === "POST") return upload(counter, exchange);
    if (room === "batches" && id) return lookAt(counter, response, id);
    if (room === "batches" && method === "POST") return createBatch(counter, exchange);
    return room === "batches" ? listBatches(counter, exchange) : undefined;
  };
}
