// What a run with kills made and paid, from its files, its journal and the replay server's log.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { paidAgain, type PaidAgainSeen } from "./paid-again.ts";
import type { LoggedRequest } from "./replay/request-log.ts";

/** A life of a worker that was killed. */
export interface KilledLife {
  /** Its API key. */
  readonly key: string;
  /** Milliseconds since 1970 when it was gone. */
  readonly at: number;
  /** Questions whose replies the run or the worker had by then. */
  readonly kept: ReadonlySet<string>;
}

const isMade = (path: string) => /^(?:items|rageval|dataset)\/|^(?:report\.html|failures\.jsonl)$/.test(path) && !path.endsWith(".done.jsonl");

// What died with a worker was paid for, and a report says so: all that a run with kills may say beside.
const lostAttempts = /<p class="short">[\d,]+ attempts brought no reply and may have been billed: [^<]*<\/p>/;

/** Artifacts, exports and the report of a run, by path; the report without its line on attempts that brought no reply. */
export function madeBy(run: string): Map<string, string> {
  const files = readdirSync(run, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(run, join(parentPath, name))).filter(isMade);
  return new Map(
    paths.sort().map(path => [path, path === "report.html" ? readFileSync(join(run, path), "utf8").replace(lostAttempts, "") : readFileSync(join(run, path), "base64")]),
  );
}

/** The keys of a run's journal, one a line. */
export const keysOf = (run: string): string[] => [...readCalls(join(run, "calls.jsonl"))].map(({ call }) => call.key).sort();

interface LifeAccount {
  readonly key: string;
  /** Calls that were paid for and whose replies died with it. */
  readonly lost: number;
  /** The most that it had in flight at one time. */
  readonly mostInFlight: number;
}

export interface KilledAccounts extends PaidAgainSeen {
  readonly requests: number;
  readonly billed: number;
  readonly lives: readonly LifeAccount[];
  /** Replies that did not go out, though nothing was planted and nobody killed. */
  readonly strays: readonly LoggedRequest[];
}

/** The most of these that were under way at one time. */
function mostAtOnce(requests: readonly LoggedRequest[]): number {
  const changes = requests.flatMap(({ at, ended }) => [[at, 1] as const, [ended, -1] as const]).sort(([a, up], [b, down]) => a - b || down - up);
  let [now, most] = [0, 0];
  for (const [, change] of changes) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}

function accountOf(log: readonly LoggedRequest[], { key, kept }: KilledLife): LifeAccount {
  const own = log.filter(({ client }) => client === key);
  return { key, lost: own.filter(({ billed, delivered, question }) => billed && !(delivered && kept.has(question))).length, mostInFlight: mostAtOnce(own) };
}

/** Of one run, all of whose requests are in the log. */
export function accountsOf(log: readonly LoggedRequest[], killed: readonly KilledLife[]): KilledAccounts {
  const keys = new Set(killed.map(({ key }) => key));
  return {
    ...paidAgain(log, new Map(killed.map(({ key, kept }) => [key, kept]))),
    requests: log.length,
    billed: log.filter(({ billed }) => billed).length,
    lives: killed.map(life => accountOf(log, life)),
    strays: log.filter(({ outcome, delivered, client }) => outcome === "good" && !delivered && !keys.has(client)),
  };
}

/** How many calls were in flight at each of these moments. */
export const inFlightAt = (log: readonly LoggedRequest[], moments: readonly number[]): number[] =>
  moments.map(moment => log.filter(({ at, ended }) => at < moment && ended >= moment - 20).length);
