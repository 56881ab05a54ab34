// A chat server whose latencies and faults are drawn from the request, with real limits that may change while it runs.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { hashOf } from "../../pipelines/engine/fingerprint.ts";
import { chance } from "../support/replay/draws.ts";
import { keypointsReply } from "./asking.ts";

/** Shares of the tries that meet a fault: refused at once, failed at once, cut off at their end, never answered. */
export interface Moods {
  readonly stray?: number;
  readonly failed?: number;
  readonly cut?: number;
  readonly hung?: number;
}

export interface MoodyOptions {
  readonly seed: number;
  readonly moods?: Moods;
  /** Requests it takes at once. */
  readonly room?: number;
  /** Requests a second that it lends, a second's worth of them in advance. */
  readonly rate?: number;
}

export interface MoodyServer {
  readonly baseUrl: string;
  room: number;
  readonly seen: { tries: number; stray: number; refused: number; hung: number; replied: number };
  close(): Promise<void>;
}

/** Milliseconds. */
const latencies = { least: 200, most: 800 };
/** Seconds that a refusal asks for. */
export const retryAfter = 1;
const usage = { prompt_tokens: 800, completion_tokens: 30, total_tokens: 830 };
const completion = JSON.stringify({
  choices: [
    { index: 0, message: { role: "assistant", content: keypointsReply }, finish_reason: "stop" },
  ],
  usage,
});

/** Whether a token is left, taken if so. */
function openBucket(rate: number): () => boolean {
  let [tokens, at] = [rate, performance.now()];
  return () => {
    const now = performance.now();
    tokens = Math.min(rate, tokens + ((now - at) / 1000) * rate);
    at = now;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}

function fail(response: ServerResponse, status: number): void {
  const headers = {
    "content-type": "application/json",
    ...(status === 429 ? { "retry-after": String(retryAfter) } : {}),
  };
  response
    .writeHead(status, headers)
    .end(JSON.stringify({ error: { message: "not now", code: "busy" } }));
}

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));

export async function startMoodyServer({
  seed,
  moods = {},
  room = Infinity,
  rate = Infinity,
}: MoodyOptions): Promise<MoodyServer> {
  const { stray = 0, failed = 0, cut = 0, hung = 0 } = moods;
  const attempts = new Map<string, number>();
  const takes = rate === Infinity ? () => true : openBucket(rate);
  const seen = { tries: 0, stray: 0, refused: 0, hung: 0, replied: 0 };
  const moody = { baseUrl: "", room, seen };
  let inside = 0;
  const work = async (key: string, drawn: number, response: ServerResponse) => {
    if (drawn < failed) return fail(response, 500);
    if (drawn < failed + hung) {
      seen.hung++;
      return new Promise<void>(resolve => response.once("close", resolve));
    }
    await wait(latencies.least + chance(seed, "latency", key) * (latencies.most - latencies.least));
    if (drawn < failed + hung + cut) return void response.socket?.resetAndDestroy();
    seen.replied++;
    response.writeHead(200, { "content-type": "application/json" }).end(completion);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const key = hashOf(await text(request));
    const attempt = attempts.get(key) ?? 0;
    attempts.set(key, attempt + 1);
    seen.tries++;
    const drawn = chance(seed, "mood", key, attempt);
    const refused = inside >= moody.room || !takes();
    if (refused) seen.refused++;
    else if (drawn < stray) seen.stray++;
    if (refused || drawn < stray) return fail(response, 429);
    inside++;
    await work(key, drawn - stray, response);
    inside--;
  };
  const server = createServer(
    { keepAliveTimeout: 600_000 },
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>(resolve => {
    server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, resolve);
  });
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return Object.assign(moody, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close,
  });
}
