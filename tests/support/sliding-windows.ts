// The most and the least that any sliding window held of requests and tokens, read from the replay server's log.

import { readFileSync } from "node:fs";
import type { LoggedRequest } from "./replay/request-log.ts";
import { slidingWindow } from "./replay/windows.ts";

/** The lines of a log, in the order in which the requests came; a last line that is still being written is left out. */
export function readRequestLog(path: string): LoggedRequest[] {
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return lines.map(line => JSON.parse(line) as LoggedRequest).sort((a, b) => a.at - b.at);
}

export interface WindowsSeen {
  readonly mostRequests: number;
  readonly mostTokens: number;
  /** Of the windows between the first request and the last; null where no whole window lies between them. */
  readonly leastTokens: number | null;
  /** Tokens a window, on the mean from the first request until the last, which is not counted; null where there is no time between them. */
  readonly meanTokens: number | null;
}

type Weighed = Pick<LoggedRequest, "at" | "tokens">;

/** The least that a window holds that begins after the first entry and ends before the last: it is least just before a new one comes. */
function leastWithin(entries: readonly Weighed[], length: number): number | null {
  const start = entries[0]?.at ?? 0;
  const held = slidingWindow(length);
  let least: number | null = null;
  for (const { at, tokens } of entries) {
    if (at - start >= length) least = Math.min(least ?? Infinity, held.sum(at));
    held.add(at, tokens);
  }
  return least;
}

/** What windows of `length` milliseconds held; a window has its end and not its beginning. */
export function windowsOf(log: readonly Weighed[], length: number): WindowsSeen {
  const entries = log.toSorted((a, b) => a.at - b.at);
  const [requests, tokens] = [slidingWindow(length), slidingWindow(length)];
  for (const { at, tokens: amount } of entries) {
    requests.add(at, 1);
    tokens.add(at, amount);
  }
  const span = (entries.at(-1)?.at ?? 0) - (entries[0]?.at ?? 0);
  const sum = entries.slice(0, -1).reduce((total, entry) => total + entry.tokens, 0);
  return {
    mostRequests: requests.most,
    mostTokens: tokens.most,
    leastTokens: leastWithin(entries, length),
    meanTokens: span > 0 ? (sum * length) / span : null,
  };
}
