// How many requests and tokens were started within the last minute, and whether there is room for one more.

import { createWaitingLine } from "./waiting-line.ts";

/** Milliseconds. */
const minute = 60_000;

/** Within any minute; Infinity where there is no limit. */
export interface WindowLimits {
  readonly requests: number;
  readonly tokens: number;
}

/** What one started request counts for. */
export interface WindowEntry {
  at: number;
  tokens: number;
  past: boolean;
}

export interface SlidingWindow {
  limits: WindowLimits;
  /** Milliseconds until there may be room for a request; 0 when there is. */
  wait(tokens: number, now: number): number;
  start(tokens: number, now: number): WindowEntry;
  /** The request was sent later than it was let go: for the server its minute begins then. */
  delay(entry: WindowEntry, at: number): void;
  /** What was reserved becomes what was used. */
  correct(entry: WindowEntry, tokens: number): void;
}

/**
 * Exact: every start is kept for a minute, so that no minute, wherever it begins, holds more than the limits. `slack` is added
 * to the minute, milliseconds.
 */
export function createSlidingWindow(limits: WindowLimits, slack = 0): SlidingWindow {
  const windowLength = minute + slack;
  const entries = createWaitingLine<WindowEntry>();
  let sum = 0;
  const forget = (now: number) => {
    for (
      let first = entries.first();
      first && first.at + windowLength <= now;
      first = entries.first()
    ) {
      entries.shift();
      first.past = true;
      sum -= first.tokens;
    }
  };
  const window: SlidingWindow = {
    limits,
    wait: (tokens, now) => {
      forget(now);
      const oldest = entries.first();
      if (!oldest) return 0;
      const { limits } = window;
      // A request larger than the limit goes when nothing else counts.
      const fits =
        entries.length < limits.requests && sum + Math.min(tokens, limits.tokens) <= limits.tokens;
      // Nothing is summed up ahead: each entry that leaves is looked at once, which is cheaper over many requests.
      return fits ? 0 : oldest.at + windowLength - now;
    },
    start: (tokens, now) => {
      forget(now);
      const entry = { at: now, tokens, past: false };
      entries.push(entry);
      sum += entry.tokens;
      return entry;
    },
    // Out of turn by as much as ways differ: those behind it then count for so much longer, never shorter.
    delay: (entry, at) => {
      entry.at = Math.max(entry.at, at);
    },
    correct: (entry, tokens) => {
      if (!entry.past) sum += tokens - entry.tokens;
      entry.tokens = tokens;
    },
  };
  return window;
}
