// Sends each host one request at a time, with a pause between two of them.

import { setTimeout } from "node:timers/promises";

/** Clock that tests can replace. */
export interface WebClock {
  /** Milliseconds. */
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: WebClock = {
  now: () => Date.now(),
  // A separate signal per wait: hundreds of pages may wait on the run's.
  sleep: (milliseconds, signal) =>
    setTimeout(milliseconds, undefined, { signal: AbortSignal.any([signal]) }).catch(() =>
      signal.throwIfAborted(),
    ),
};

interface Turn<T> {
  readonly host: string;
  /** Milliseconds since the host's last reply before the work may begin. */
  readonly pause: number;
  readonly signal: AbortSignal;
  readonly work: () => Promise<T>;
}

/** Runs the requests to one host one after another, in the order they were made; other hosts do not wait. */
export function createPoliteness(clock: WebClock): <T>(turn: Turn<T>) => Promise<T> {
  const hosts = new Map<string, { last: Promise<unknown>; ended: number | null }>();
  return ({ host, pause, signal, work }) => {
    const state = hosts.get(host) ?? { last: Promise.resolve(), ended: null };
    hosts.set(host, state);
    const result = state.last.then(async () => {
      signal.throwIfAborted();
      const wait = state.ended === null ? 0 : state.ended + pause - clock.now();
      if (wait > 0) await clock.sleep(wait, signal);
      try {
        return await work();
      } finally {
        state.ended = clock.now();
      }
    });
    state.last = result.catch(() => {});
    return result;
  };
}
