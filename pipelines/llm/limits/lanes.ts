// Requests on their way through a limiter: waiting in their model's queue, or in flight.

import type { MeteredReply, SizedRequest, Usage } from "../model.ts";
import type { WindowEntry } from "./sliding-window.ts";
import { createHeaderLimits, type HeaderLimits, type CountedStart } from "./header-limits.ts";
import { createFifoQueue, type FifoQueue } from "./fifo-queue.ts";

/** One request, and how it is sent. */
export interface LimitedRequest<Reply extends MeteredReply> {
  /** Servers limit each model separately, and models differ in the tokens they use. */
  readonly model: string;
  readonly request: SizedRequest;
  readonly work: () => Promise<Reply>;
  /** If it aborts while the request waits, the request is rejected at once with the signal's reason and never sent. */
  readonly signal: AbortSignal;
}

/** A request in its model's queue. */
export interface Waiter extends Omit<LimitedRequest<never>, "work"> {
  readonly lane: Lane;
  /** Order of arrival. */
  readonly arrival: number;
  readonly start: (flight: Flight) => void;
  readonly reject: (reason: unknown) => void;
  /** Whether it was started or rejected. */
  hasLeft: boolean;
}

/** A model's queue, and what the server said about its limits. */
export interface Lane {
  readonly queue: FifoQueue<Waiter>;
  readonly headerLimits: HeaderLimits;
}

/** The lane of a model that has no requests yet. */
export const createLane = (): Lane => ({
  queue: createFifoQueue<Waiter>(),
  headerLimits: createHeaderLimits(),
});

/** Why an endpoint starts no request although it has free slots: the second half of a notice to the user. */
export const waitReasons = {
  refusal: "it refused requests, so none is sent for a while.",
  quota: "its requests or tokens per minute are used up, according to your limits or its headers.",
};

/** A started request. */
export interface Flight {
  readonly number: number;
  readonly startedAt: number;
  readonly lane: Lane;
  readonly entry: WindowEntry;
  readonly countedStart: CountedStart;
}

/** Whether a server's token counts are usable numbers. */
export const isPlausibleUsage = ({ inputTokens, outputTokens }: Usage) =>
  [inputTokens, outputTokens].every(tokens => Number.isFinite(tokens) && tokens >= 0);

/** The request that has waited longest and has not been started or rejected. */
export function firstWaiterOf({ queue }: Lane): Waiter | undefined {
  while (queue.first()?.hasLeft) queue.shift();
  return queue.first();
}
