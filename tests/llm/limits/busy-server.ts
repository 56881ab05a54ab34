// A simulated endpoint that takes only so much and refuses what is more, or fails by chance.

import type { Client, MeteredReply, SizedRequest } from "../../../pipelines/llm/model.ts";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import type { SimulatedClock } from "../../support/simulated-clock.ts";

export interface BusyServer {
  readonly client: Client<SizedRequest, MeteredReply, object>;
  /** Requests it takes at once. */
  room: number;
  /** Times of the replies, of the refusals by a limit, and of those by chance. */
  readonly replied: number[];
  readonly refused: number[];
  readonly stray: number[];
  /** Requests that hung until they were given up. */
  hung: number;
}

export interface BusyServerOptions {
  readonly clock: SimulatedClock;
  readonly room?: number;
  /** Requests it takes within any minute. */
  readonly perMinute?: number;
  /** Requests a second that it lends, so many of them in advance. */
  readonly bucket?: { readonly rate: number; readonly burst: number };
  /** Shares of the requests that meet a fault by chance: refused at once to come back after a second, failed at once, cut off at their end, hung for five seconds. */
  readonly chance?: {
    readonly stray?: number;
    readonly failed?: number;
    readonly cut?: number;
    readonly hung?: number;
  };
  /** Milliseconds, from least to most. */
  readonly latency?: readonly [number, number];
  readonly refusal?: () => RetryableError;
}

const tooMuch = () => new RetryableError("rate-limited", "too much");
const strayRefusal = () =>
  new RetryableError("rate-limited", "by chance", { status: 429, retryAfter: "1" });

/** Whether there is a token left for a request, taken if so. */
function openBucket(
  { rate, burst }: { readonly rate: number; readonly burst: number },
  clock: SimulatedClock,
): () => boolean {
  let [tokens, at] = [burst, clock.now()];
  return () => {
    tokens = Math.min(burst, tokens + ((clock.now() - at) / 1000) * rate);
    at = clock.now();
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}

export function aBusyServer(options: BusyServerOptions): BusyServer {
  const {
    clock,
    room = Infinity,
    perMinute = Infinity,
    bucket,
    chance = {},
    latency: [least, most] = [500, 1500],
    refusal = tooMuch,
  } = options;
  const { stray = 0, failed = 0, cut = 0, hung = 0 } = chance;
  let inside = 0;
  const taken: number[] = [];
  const takes = openBucket(bucket ?? { rate: Infinity, burst: Infinity }, clock);
  const server: BusyServer = {
    client: { name: "m", settings: {}, paid: true, complete },
    room,
    replied: [],
    refused: [],
    stray: [],
    hung: 0,
  };
  const refuse = async (refusals: number[], error: RetryableError) => {
    await clock.sleep(20);
    refusals.push(clock.now());
    throw error;
  };
  async function work(drawn: number): Promise<void> {
    if (drawn < failed) throw new RetryableError("unavailable", "internal error", { status: 500 });
    if (drawn < failed + hung) {
      server.hung++;
      await clock.sleep(5000);
      throw new RetryableError("timeout", "slow", { maybeBilled: true });
    }
    await clock.sleep(least + clock.random() * (most - least));
    if (drawn < failed + hung + cut)
      throw new RetryableError("unavailable", "broke off", { maybeBilled: true });
  }
  async function complete(): Promise<MeteredReply> {
    while (taken[0] !== undefined && taken[0] <= clock.now() - 60_000) taken.shift();
    if (inside >= server.room || taken.length >= perMinute || !takes())
      return refuse(server.refused, refusal());
    const drawn = clock.random();
    if (drawn < stray) return refuse(server.stray, strayRefusal());
    taken.push(clock.now());
    inside++;
    await work(drawn - stray).finally(() => inside--);
    server.replied.push(clock.now());
    return { usage: { inputTokens: 10, outputTokens: 10 } };
  }
  return server;
}
