// Files and batches of the replay server over HTTP.

import type { ServerResponse } from "node:http";
import { z } from "zod";
import type { BatchOffice } from "./batches.ts";
import { deliver, type Parcel } from "./delivery.ts";
import { type Desk, sendFailure, sendJson } from "./desk.ts";
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
  /** As it is now: a reset makes a new one. */
  readonly desk: () => Desk;
  readonly files: FileStore;
  readonly office: BatchOffice;
}

const Order = z.object({
  input_file_id: z.string(),
  endpoint: z.literal("/v1/chat/completions"),
  completion_window: z.literal("24h"),
  metadata: z.record(z.string(), z.string()).nullish(),
});

export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

async function upload(
  { desk, files }: BatchCounter,
  { response, contentType, body }: Exchange,
): Promise<void> {
  const read = await readUpload(contentType, body);
  if ("status" in read) return sendFailure(desk(), response, read);
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

async function onFile(
  { desk, files }: BatchCounter,
  { method, response }: Exchange,
  id: string,
  part: string | undefined,
): Promise<void> {
  const file = files.get(id);
  if (!file) return sendFailure(desk(), response, noSuchFile(id));
  if (method === "GET" && part === "content") return sendContent(response, file);
  if (method === "DELETE") files.remove(id);
  await sendJson(
    response,
    200,
    method === "DELETE" ? { id, object: "file", deleted: true } : fileBody(file),
  );
}

/** Makes batches; the first so many are made in silence, as when a connection breaks at the worst moment. */
function createBatch({ desk, files, office }: BatchCounter, lost: { count: number }) {
  return async ({ response, body }: Exchange): Promise<void> => {
    const read = Order.safeParse(parseJson(body));
    if (!read.success)
      return sendFailure(
        desk(),
        response,
        failure(
          400,
          "invalid_request",
          read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "),
        ),
      );
    const { input_file_id: id, endpoint, completion_window: window, metadata } = read.data;
    const file = files.get(id);
    if (!file) return sendFailure(desk(), response, noSuchFile(id));
    const made = office.create({ file, endpoint, window, metadata: metadata ?? null });
    const breaks = lost.count++ < desk().settings.batchLoseCreates;
    await deliver(response, {
      status: 200,
      headers: {},
      body: JSON.stringify(made),
      wait: 0,
      broken: breaks ? "reset" : null,
      hold: 0,
    });
  };
}

async function onBatch(
  { desk, office }: BatchCounter,
  { method, response }: Exchange,
  id: string,
  part: string | undefined,
): Promise<void> {
  const batch = method === "POST" && part === "cancel" ? office.cancel(id) : office.look(id);
  if (batch === undefined)
    return sendFailure(
      desk(),
      response,
      failure(404, "not_found", `No batch found with id '${id}'.`),
    );
  if (batch === null)
    return sendFailure(
      desk(),
      response,
      failure(409, "invalid_request", `Cannot cancel batch '${id}': it has ended.`),
    );
  await sendJson(response, 200, batch);
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
  const create = createBatch(counter, { count: 0 });
  return exchange => {
    const { method, path, response } = exchange;
    const [, room, id, part] = path.split("/");
    if (room === "files" && id) return onFile(counter, exchange, id, part);
    if (room === "files" && method === "POST") return upload(counter, exchange);
    if (room === "files")
      return sendJson(response, 200, {
        object: "list",
        data: counter.files.list().map(fileBody),
        has_more: false,
      }).then(() => undefined);
    if (room === "batches" && id) return onBatch(counter, exchange, id, part);
    if (room === "batches" && method === "POST") return create(exchange);
    return room === "batches" ? listBatches(counter, exchange) : undefined;
  };
}
