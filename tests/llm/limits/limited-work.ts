// Requests through a limiter on a simulated clock, and what is known of each afterwards.

import type { Limits } from "../../../schemas/model-settings.ts";
import { createLimiter, type Limiter } from "../../../pipelines/llm/limits/limiter.ts";
import type { MeteredReply, RateState, SizedRequest, Usage } from "../../../pipelines/llm/model.ts";
import { createSimulatedClock, type SimulatedClock } from "../../support/simulated-clock.ts";
import { never } from "../requests.ts";

export const aSized = (over: Partial<SizedRequest> = {}): SizedRequest => ({
  key: "k",
  stage: "items/one",
  maxInputTokens: 1000,
  maxReplyTokens: 100,
  ...over,
});

export const someLimits = (over: Partial<Limits> = {}): Limits => ({
  concurrency: 16,
  requestsPerMinute: null,
  tokensPerMinute: null,
  ...over,
});

export const rates = (over: Partial<RateState>): RateState => ({
  requestsPerMinute: null,
  tokensPerMinute: null,
  remainingRequests: null,
  remainingTokens: null,
  requestsReset: null,
  tokensReset: null,
  ...over,
});

export const used = (total: number): Usage => ({ inputTokens: total, outputTokens: 0 });

export interface Asked {
  readonly model?: string;
  readonly request?: Partial<SizedRequest>;
  readonly signal?: AbortSignal;
  /** Milliseconds from being let go to arriving at the server; told with the reply as it is told over a queue. */
  readonly way?: number;
  /** Milliseconds. */
  readonly latency?: number;
  /** What comes back; an Error is thrown. */
  readonly reply?: MeteredReply | Error;
}

interface Started {
  readonly name: string;
  readonly at: number;
  ended: number;
}

/** A limiter, its clock, and all that was started through it, in order. */
export interface Setting {
  readonly clock: SimulatedClock;
  readonly limiter: Limiter;
  readonly started: Started[];
  ask(name: string, asked?: Asked): Promise<MeteredReply>;
  names(): string[];
}

export function aSetting(
  limits: Partial<Limits> = {},
  {
    stopped,
    seed = 1,
    slack = 0,
  }: { readonly stopped?: AbortSignal; readonly seed?: number; readonly slack?: number } = {},
): Setting {
  const clock = createSimulatedClock({ seed });
  const limiter = createLimiter(someLimits(limits), {
    clock,
    slack,
    ...(stopped ? { stopSignal: stopped } : {}),
  });
  const started: Started[] = [];
  return {
    clock,
    limiter,
    started,
    names: () => started.map(({ name }) => name),
    ask: (
      name,
      {
        model = "m",
        request,
        signal = never,
        way = 0,
        latency = 1000,
        reply = { usage: used(10) },
      } = {},
    ) =>
      limiter.run({
        model,
        request: aSized(request),
        signal,
        work: async () => {
          if (way > 0) await clock.sleep(way);
          const entry = { name, at: clock.now(), ended: Infinity };
          started.push(entry);
          await clock.sleep(latency);
          entry.ended = clock.now();
          if (reply instanceof Error) throw reply;
          return way > 0 ? { ...reply, took: latency } : reply;
        },
      }),
  };
}

/** So many who ask one after the other until the time is over. */
export async function keepBusy(
  clock: SimulatedClock,
  askers: number,
  end: number,
  ask: () => Promise<unknown>,
): Promise<void> {
  const one = async () => {
    while (clock.now() < end) await ask();
  };
  await clock.until(Promise.all(Array.from({ length: askers }, one)));
}
