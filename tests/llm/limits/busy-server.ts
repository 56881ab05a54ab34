// A simulated endpoint that takes only so much, and refuses what is more.

import type { Client, Metered, Sized } from "../../../pipelines/llm/model.ts";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import type { SimulatedClock } from "../../support/simulated-clock.ts";

export interface BusyServer {
  readonly client: Client<Sized, Metered, object>;
  /** Requests it takes at once. */
  room: number;
  /** Times of the replies and of the refusals. */
  readonly replied: number[];
  readonly refused: number[];
}

export interface BusyServerOptions {
  readonly clock: SimulatedClock;
  readonly room?: number;
  /** Requests it takes within any minute. */
  readonly perMinute?: number;
  /** Milliseconds, least and most. */
  readonly latency?: readonly [number, number];
  readonly refusal?: () => RetryableError;
}

const tooMuch = () => new RetryableError("rate-limited", "too much");

export function aBusyServer({
  clock,
  room = Infinity,
  perMinute = Infinity,
  latency: [least, most] = [500, 1500],
  refusal = tooMuch,
}: BusyServerOptions): BusyServer {
  let inside = 0;
  const taken: number[] = [];
  const server: BusyServer = {
    client: { name: "m", settings: {}, paid: true, complete },
    room,
    replied: [],
    refused: [],
  };
  async function complete(): Promise<Metered> {
    while (taken[0] !== undefined && taken[0] <= clock.now() - 60_000) taken.shift();
    if (inside >= server.room || taken.length >= perMinute) {
      await clock.sleep(20);
      server.refused.push(clock.now());
      throw refusal();
    }
    taken.push(clock.now());
    inside++;
    await clock.sleep(least + clock.random() * (most - least));
    inside--;
    server.replied.push(clock.now());
    return { usage: { inputTokens: 10, outputTokens: 10 } };
  }
  return server;
}
