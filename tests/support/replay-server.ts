// An OpenAI-compatible server on 127.0.0.1 that replays recorded replies, with latencies, faults and a bill: with settings as JSON it is a process of its own.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import type { BatchCounter } from "./replay/batch-routes.ts";
import { sendFailure } from "./replay/desk.ts";
import { openRooms } from "./replay/rooms.ts";
import { answering } from "./replay/routes.ts";
import { type ReplayOptions, readSettings } from "./replay/settings.ts";
import type { BillStats } from "./replay/statistics.ts";
import { failure } from "./replay/work.ts";

export interface ReplayServer {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  stats(): BillStats;
  /** Brings every batch to its end. */
  finishBatches(): void;
  /** Breaks what is under way. */
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
}

function handler(
  rooms: BatchCounter,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const answer = answering(rooms);
  return async (request, response) => {
    // A client that goes away inside its own request is not a request.
    const body = await bodyOf(request).catch(() => undefined);
    if (!body) return;
    const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
    const exchange = {
      method: request.method ?? "GET",
      path,
      query: new URLSearchParams(query),
      contentType: request.headers["content-type"] ?? "",
      body,
      response,
    };
    await answer(exchange, (request.headers.authorization ?? "").replace(/^Bearer /, "")).catch(
      (error: unknown) =>
        sendFailure(
          response,
          failure(
            500,
            "replay-server-bug",
            error instanceof Error ? (error.stack ?? error.message) : String(error),
          ),
        ),
    );
  };
}

function openServer(rooms: BatchCounter): Server {
  const handle = handler(rooms);
  // Idle connections stay open, or a client that uses one again at the wrong moment meets a reset nobody planted.
  return createServer(
    { keepAliveTimeout: 600_000, requestTimeout: 0 },
    (request, response) => void handle(request, response),
  );
}

// Never goes back, and is the same in all processes of a machine.
const sinceEpoch = () => performance.timeOrigin + performance.now();

/** Starts a server in this process. Options that do not fit throw. */
export async function startReplayServer(options: ReplayOptions = {}): Promise<ReplayServer> {
  const settings = readSettings(options);
  const rooms = openRooms(settings, sinceEpoch);
  const server = openServer(rooms);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    stats: rooms.desk.statistics.read,
    finishBatches: rooms.office.finish,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    const { baseUrl } = await startReplayServer(
      JSON.parse(process.argv[2] ?? "{}") as ReplayOptions,
    );
    process.stdout.write(`listening ${baseUrl}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
