// The most and the least that any sliding window held of requests and tokens, read from the replay server's log.

import { readFileSync } from "node:fs";
import type { LoggedRequest } from "./replay/request-log.ts";

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

/** What windows of `length` milliseconds held; a window has its end and not its beginning. */
export function windowsOf(
  log: readonly Pick<LoggedRequest, "at" | "tokens">[],
  length: number,
): WindowsSeen {
  const entries = log.toSorted((a, b) => a.at - b.at);
  const start = entries[0]?.at ?? 0;
  let [first, held, mostRequests, mostTokens] = [0, 0, 0, 0];
  let leastTokens: number | null = null;
  for (const [index, { at, tokens }] of entries.entries()) {
    while (entries[first]!.at <= at - length) held -= entries[first++]!.tokens;
    // A window holds least just before a new request comes.
    if (at - start >= length) leastTokens = Math.min(leastTokens ?? Infinity, held);
    held += tokens;
    mostRequests = Math.max(mostRequests, index - first + 1);
    mostTokens = Math.max(mostTokens, held);
  }
  const span = (entries.at(-1)?.at ?? 0) - start;
  const sum = entries.slice(0, -1).reduce((total, entry) => total + entry.tokens, 0);
  return {
    mostRequests,
    mostTokens,
    leastTokens,
    meanTokens: span > 0 ? (sum * length) / span : null,
  };
}
