// Enforces one endpoint's limits for all who use it: slots, requests and tokens per minute, pauses that the server asks for.

import pLimit, { type LimitFunction } from "p-limit";
import type { Limits } from "../../../schemas/model-settings.ts";
import { createAbortListeners } from "./abort-listeners.ts";
import { createConcurrencyLevel } from "./concurrency-level.ts";
import {
  createLane,
  type Flight,
  firstWaiterOf,
  isPlausibleUsage,
  type Lane,
  type LimitedRequest,
  type Waiter,
  waitReasons,
} from "./lanes.ts";
import type { ConcurrencyLevel, ReturnedRequest } from "./concurrency-types.ts";
import { type LimiterClock, systemClock } from "./limiter-clock.ts";
import type { MeteredReply } from "../model.ts";
import { isUnbilled, pauseAfter } from "./failed-requests.ts";
import { RetryableError } from "./retry.ts";
import { createSlidingWindow, type SlidingWindow } from "./sliding-window.ts";
import { createUsageEstimates } from "./usage-estimate.ts";

interface LimiterOptions {
  /** Once it aborts, waiting requests are rejected with its reason and no more are started; those in flight continue. */
  readonly stopSignal?: AbortSignal;
  readonly clock?: LimiterClock;
  /** Milliseconds by which travel times to the server may differ: each request counts for that much longer. */
  readonly slack?: number;
  /** Called with a wait and its reason when no request may start until it is over, although there are free slots. */
  readonly onWait?: (milliseconds: number, reason: string) => void;
}

interface LimiterState {
  /** Requests that may currently be in flight at once. */
  readonly slots: number;
  readonly inFlight: number;
  readonly waiting: number;
}

export interface Limiter {
  /** Resolves or rejects as `work` does. First come, first served, but no request waits for another model's limit. */
  run<R extends MeteredReply>(limited: LimitedRequest<R>): Promise<R>;
  state(): LimiterState;
}

/** Creates the limiter of one endpoint; the server's headers and refusals may narrow it further. */
export const createLimiter = (limits: Limits, options: LimiterOptions = {}): Limiter =>
  new EndpointLimiter(limits, options);

// Keeps a timer only while a request waits.
class EndpointLimiter implements Limiter {
  readonly #clock: LimiterClock;
  readonly #stopSignal: AbortSignal | undefined;
  readonly #onWait: (milliseconds: number, reason: string) => void;
  readonly #limit: LimitFunction;
  readonly #level: ConcurrencyLevel;
  readonly #window: SlidingWindow;
  readonly #estimates = createUsageEstimates();
  readonly #lanes = new Map<string, Lane>();
  readonly #aborts = createAbortListeners<Waiter>((waiters, reason) => this.#drop(waiters, reason));
  #arrivalCount = 0;
  #startCount = 0;
  #waitingCount = 0;
  #pauseEnd = 0;
  #cancelTimer: () => void = () => undefined;

  constructor(
    { concurrency, requestsPerMinute, tokensPerMinute }: Limits,
    { clock = systemClock, stopSignal, slack, onWait = () => undefined }: LimiterOptions,
  ) {
    this.#clock = clock;
    this.#stopSignal = stopSignal;
    this.#onWait = onWait;
    this.#level = createConcurrencyLevel(concurrency);
    this.#limit = pLimit(this.#level.slots);
    this.#window = createSlidingWindow(
      { requests: requestsPerMinute ?? Infinity, tokens: tokensPerMinute ?? Infinity },
      slack,
    );
  }

  state(): LimiterState {
    const { slots } = this.#level;
    return { slots, inFlight: this.#limit.activeCount, waiting: this.#waitingCount };
  }

  async run<R extends MeteredReply>(limited: LimitedRequest<R>): Promise<R> {
    const { model, request, signal } = limited;
    signal.throwIfAborted();
    this.#stopSignal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        model,
        request,
        signal,
        lane: this.#laneOf(model),
        arrival: this.#arrivalCount++,
        start: flight => resolve(this.#send(limited, flight)),
        reject,
        hasLeft: false,
      };
      waiter.lane.queue.push(waiter);
      this.#waitingCount++;
      this.#startAll();
      if (!waiter.hasLeft)
        for (const abortSignal of this.#signalsOf(waiter)) this.#aborts.add(abortSignal, waiter);
    });
  }

  #laneOf(model: string): Lane {
    const lane = this.#lanes.get(model) ?? createLane();
    this.#lanes.set(model, lane);
    return lane;
  }

  #signalsOf({ signal }: Waiter): AbortSignal[] {
    return this.#stopSignal ? [signal, this.#stopSignal] : [signal];
  }

  #leave(waiter: Waiter): void {
    waiter.hasLeft = true;
    this.#waitingCount--;
    for (const abortSignal of this.#signalsOf(waiter)) this.#aborts.remove(abortSignal, waiter);
  }

  #drop(waiters: ReadonlySet<Waiter>, reason: unknown): void {
    for (const waiter of waiters) {
      this.#leave(waiter);
      waiter.reject(reason);
    }
    this.#startAll();
  }

  /** Starts every request that may start, and schedules itself for when the next one may. */
  #startAll(): void {
    this.#cancelTimer();
    this.#cancelTimer = () => undefined;
    // Without a free slot there is nothing to do until one is given back, which calls this again.
    while (
      this.#waitingCount > 0 &&
      this.#limit.activeCount + this.#limit.pendingCount < this.#limit.concurrency
    ) {
      const now = this.#clock.now();
      const { waiter, wait } = this.#next(now);
      if (!waiter) {
        this.#cancelTimer = this.#clock.after(wait, () => this.#startAll());
        this.#onWait(wait, this.#pauseEnd > now ? waitReasons.refusal : waitReasons.quota);
        return;
      }
      this.#start(waiter, now);
    }
  }

  /** Finds the earliest arrival whose model has room; none may overtake it, or a large request might never be sent. */
  #next(now: number): { readonly waiter?: Waiter; readonly wait: number } {
    let first: Waiter | undefined;
    let wait = Infinity;
    for (const lane of this.#lanes.values()) {
      const waiter = firstWaiterOf(lane);
      if (!waiter || (first && first.arrival < waiter.arrival)) continue;
      const laneWait = lane.headerLimits.wait(this.#tokensOf(waiter), now);
      if (laneWait > 0) wait = Math.min(wait, laneWait);
      else first = waiter;
    }
    if (!first) return { wait };
    const tokens = this.#tokensOf(first);
    const sharedWait = Math.max(this.#pauseEnd - now, this.#window.wait(tokens, now));
    return sharedWait > 0 ? { wait: Math.min(wait, sharedWait) } : { waiter: first, wait: 0 };
  }

  #tokensOf({ model, request }: Waiter): number {
    return this.#estimates.estimate(model, request);
  }

  #start(waiter: Waiter, now: number): void {
    const { lane } = waiter;
    const tokens = this.#tokensOf(waiter);
    lane.queue.shift();
    this.#leave(waiter);
    waiter.start({
      number: ++this.#startCount,
      startedAt: now,
      lane,
      entry: this.#window.start(tokens, now),
      countedStart: lane.headerLimits.start(tokens, now),
    });
  }

  async #send<R extends MeteredReply>(limited: LimitedRequest<R>, flight: Flight): Promise<R> {
    try {
      // The limit's promise settles after the slot has been given back.
      return await this.#limit(() => this.#attempt(limited, flight));
    } finally {
      this.#startAll();
    }
  }

  async #attempt<R extends MeteredReply>(limited: LimitedRequest<R>, flight: Flight): Promise<R> {
    const { model, request, work, signal } = limited;
    try {
      signal.throwIfAborted();
      const reply = await work();
      this.#level.recordAcceptance(this.#returnOf(flight));
      if (isPlausibleUsage(reply.usage)) {
        this.#estimates.learn(model, request, reply.usage);
        this.#correct(flight, Math.ceil(reply.usage.inputTokens + reply.usage.outputTokens));
      }
      if (reply.took !== undefined)
        this.#window.delay(flight.entry, this.#clock.now() - reply.took);
      if (reply.rates)
        flight.lane.headerLimits.adopt(flight.countedStart, reply.rates, this.#clock.now());
      return reply;
    } catch (error) {
      if (isUnbilled(error, signal)) this.#correct(flight, 0);
      if (error instanceof RetryableError) this.#learnFromFailure(flight, error);
      throw error;
    } finally {
      if (this.#limit.concurrency !== this.#level.slots)
        this.#limit.concurrency = this.#level.slots;
    }
  }

  #returnOf({ number, startedAt }: Flight): ReturnedRequest {
    const now = this.#clock.now();
    return {
      number,
      lastSent: this.#startCount,
      inFlight: this.#limit.activeCount,
      now,
      duration: now - startedAt,
    };
  }

  #correct({ lane, entry, countedStart }: Flight, tokens: number): void {
    this.#window.correct(entry, tokens);
    lane.headerLimits.correct(countedStart, tokens);
  }

  #learnFromFailure(flight: Flight, error: RetryableError): void {
    const now = this.#clock.now();
    if (error.rates) flight.lane.headerLimits.adopt(flight.countedStart, error.rates, now);
    if (error.fault !== "refused") return this.#level.recordAcceptance(this.#returnOf(flight));
    const confirmations = this.#level.recordRefusal(this.#returnOf(flight));
    if (confirmations > 0)
      this.#pauseEnd = Math.max(this.#pauseEnd, now + pauseAfter(error, confirmations, now));
  }
}
