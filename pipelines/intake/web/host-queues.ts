// Sends each host one request at a time, with a pause between requests.

import { setTimeout } from "node:timers/promises";

/** A clock that tests can replace. */
export interface WebClock {
  /** The time in milliseconds. */
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: WebClock = {
  now: () => Date.now(),
  // Each wait has its own signal: hundreds of pages may be listening to the signal of the run.
  sleep: (milliseconds, signal) =>
    setTimeout(milliseconds, undefined, { signal: AbortSignal.any([signal]) }).catch(() =>
      signal.throwIfAborted(),
    ),
};

interface HostRequest<T> {
  readonly host: string;
  /** Minimum time between the host's last reply and this request, in milliseconds. */
  readonly pause: number;
  readonly signal: AbortSignal;
  readonly work: () => Promise<T>;
}

/** Sends the requests to one host one after another, in the order in which they are made; other hosts do not wait. */
export function createHostQueues(clock: WebClock): <T>(turn: HostRequest<T>) => Promise<T> {
  const hosts = new Map<string, { lastRequest: Promise<unknown>; endedAt: number | null }>();
  return ({ host, pause, signal, work }) => {
    const state = hosts.get(host) ?? { lastRequest: Promise.resolve(), endedAt: null };
    hosts.set(host, state);
    const result = state.lastRequest.then(async () => {
      signal.throwIfAborted();
      const wait = state.endedAt === null ? 0 : state.endedAt + pause - clock.now();
      if (wait > 0) await clock.sleep(wait, signal);
      try {
        return await work();
      } finally {
        state.endedAt = clock.now();
      }
    });
    state.lastRequest = result.catch(() => {});
    return result;
  };
}
