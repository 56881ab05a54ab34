// Counts the requests and tokens started within the last minute, and says whether there is room for one more.

import { createFifoQueue } from "./fifo-queue.ts";

/** Milliseconds. */
const minute = 60_000;

/** Limits within any minute; Infinity if there is none. */
export interface WindowLimits {
  readonly requests: number;
  readonly tokens: number;
}

/** A started request, as it counts towards the limits. */
export interface WindowEntry {
  sentAt: number;
  tokens: number;
  isPast: boolean;
}

export interface SlidingWindow {
  limits: WindowLimits;
  /** Milliseconds until there may be room for a request; 0 if there is room now. */
  wait(tokens: number, now: number): number;
  start(tokens: number, now: number): WindowEntry;
  /** Records that the request was sent later than it was permitted: its minute on the server begins then. */
  delay(entry: WindowEntry, sentAt: number): void;
  /** Replaces the reserved tokens with those actually used. */
  correct(entry: WindowEntry, tokens: number): void;
}

/**
 * Exact: every start is kept for a minute, so that no minute, wherever it begins, exceeds the limits. `slack` milliseconds
 * are added to the minute.
 */
export function createSlidingWindow(limits: WindowLimits, slack = 0): SlidingWindow {
  const windowLength = minute + slack;
  const entries = createFifoQueue<WindowEntry>();
  let tokenSum = 0;
  const forgetPast = (now: number) => {
    for (
      let first = entries.first();
      first && first.sentAt + windowLength <= now;
      first = entries.first()
    ) {
      entries.shift();
      first.isPast = true;
      tokenSum -= first.tokens;
    }
  };
  const window: SlidingWindow = {
    limits,
    wait: (tokens, now) => {
      forgetPast(now);
      const oldest = entries.first();
      if (!oldest) return 0;
      const { limits } = window;
      // A request larger than the limit is sent when no other request counts.
      const fits =
        entries.length < limits.requests &&
        tokenSum + Math.min(tokens, limits.tokens) <= limits.tokens;
      // Only the oldest entry is considered: each is examined once, when it leaves, which is cheaper over many requests.
      return fits ? 0 : oldest.sentAt + windowLength - now;
    },
    start: (tokens, now) => {
      forgetPast(now);
      const entry = { sentAt: now, tokens, isPast: false };
      entries.push(entry);
      tokenSum += entry.tokens;
      return entry;
    },
    // The order may be off by the difference in transit times; later entries then count for longer, never for less time.
    delay: (entry, sentAt) => {
      entry.sentAt = Math.max(entry.sentAt, sentAt);
    },
    correct: (entry, tokens) => {
      if (!entry.isPast) tokenSum += tokens - entry.tokens;
      entry.tokens = tokens;
    },
  };
  return window;
}
