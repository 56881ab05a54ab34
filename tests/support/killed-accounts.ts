// What a run with kills made and paid, from its files, its journal and the replay server's log.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { paidAgain, type PaidAgainSeen } from "./paid-again.ts";
import { isPaid } from "./shared-runs.ts";
import type { LoggedRequest } from "./replay/request-log.ts";

/** A life of a worker that was killed. */
export interface KilledLife {
  /** Its API key. */
  readonly key: string;
  /** Milliseconds since 1970 when it was still running. */
  readonly since: number;
  /** Questions whose replies the run or the worker had by then. */
  readonly keptQuestions: ReadonlySet<string>;
  /** Questions of the calls that it was let make and whose ends were not known; null where Redis may have forgotten some: it was killed in this life. */
  readonly inFlight: ReadonlySet<string> | null;
}

const isMade = (path: string) =>
  /^(?:items|questions|rageval|dataset)\/|^(?:report\.html|failures\.jsonl)$/.test(path) &&
  !path.endsWith(".done.jsonl");

// What died with a worker was paid for, and a report says so: all that a run with kills may say beside.
const lostAttempts =
  /<p class="short">[\d,]+ attempts got no reply and may have been billed: [^<]*<\/p>/;

/** Artifacts, exports and the report of a run, by path; the report without its line on attempts that brought no reply. */
export function madeBy(run: string): Map<string, string> {
  const files = readdirSync(run, { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  );
  const paths = files
    .map(({ parentPath, name }) => relative(run, join(parentPath, name)))
    .filter(isMade);
  return new Map(
    paths
      .sort()
      .map(path => [
        path,
        path === "report.html"
          ? readFileSync(join(run, path), "utf8").replace(lostAttempts, "")
          : readFileSync(join(run, path), "base64"),
      ]),
  );
}

/** The keys of a run's journal, one a line. */
export const keysOf = (run: string): string[] =>
  [...readCalls(join(run, "calls.jsonl"))].map(({ call }) => call.key).sort();

/** How many calls of it the server was paid for. */
export const paidIn = (run: string): number =>
  [...readCalls(join(run, "calls.jsonl"))].filter(({ call }) => isPaid(call)).length;

interface LifeAccount {
  readonly key: string;
  /** Calls that were paid for and whose replies died with it. */
  readonly lost: number;
  /** Of these, the ones that nobody knew to be in flight. */
  readonly unknown: number;
}

export interface KilledAccounts extends PaidAgainSeen {
  readonly requests: number;
  readonly billed: number;
  readonly lives: readonly LifeAccount[];
  /** Replies that did not go out, though nothing was planted and nobody killed. */
  readonly strays: readonly LoggedRequest[];
}

/** Milliseconds that two processes may differ in what they take for now. */
const slack = 250;

/** How many of these calls were in flight at a moment. */
export const inFlightAt = (log: readonly LoggedRequest[], moment: number): number =>
  log.filter(({ at, ended }) => at <= moment && ended >= moment).length;

/** Of a call that did not go out: whether that was the end of the process that made it. */
const isCut = ({ ended }: LoggedRequest, { since }: KilledLife) => ended >= since - slack;

function accountOf(log: readonly LoggedRequest[], life: KilledLife): LifeAccount {
  const { key, keptQuestions, inFlight } = life;
  // What was to be broken would have been asked for again in any case.
  const own = log.filter(
    ({ client, billed, outcome }) =>
      client === key && billed && (outcome === "good" || outcome === "slow"),
  );
  const lost = own.filter(call =>
    call.delivered ? !keptQuestions.has(call.question) : isCut(call, life),
  );
  return {
    key,
    lost: lost.length,
    unknown: inFlight ? lost.filter(({ question }) => !inFlight.has(question)).length : 0,
  };
}

/** Of one run, all of whose requests are in the log. */
export function accountsOf(
  log: readonly LoggedRequest[],
  killed: readonly KilledLife[],
): KilledAccounts {
  const lives = new Map(killed.map(life => [life.key, life]));
  const isStray = (call: LoggedRequest) => {
    const life = lives.get(call.client);
    return call.outcome === "good" && !call.delivered && !(life && isCut(call, life));
  };
  return {
    ...paidAgain(log, new Map(killed.map(({ key, keptQuestions }) => [key, keptQuestions]))),
    requests: log.length,
    billed: log.filter(({ billed }) => billed).length,
    lives: killed.map(life => accountOf(log, life)),
    strays: log.filter(isStray),
  };
}
