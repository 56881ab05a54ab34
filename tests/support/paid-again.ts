// Which requests a fleet paid for again, and whether each reply before had reached nobody: from the replay server's log and what stood on disk after every kill.

import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { readCalls } from "../../pipelines/llm/journal.ts";
import type { LoggedRequest } from "./replay/request-log.ts";

const questionsIn = (path: string): string[] =>
  [...readCalls(path)].map(({ call }) => call.messages);

/** The questions whose replies a run has journaled, or a killed worker has on its own disk. Read while the worker is down. */
export function keptQuestions(run: string, worker: string): Set<string> {
  // First what the worker has: it is forgotten there only when it stands in the journal.
  const outbox = existsSync(worker)
    ? readdirSync(worker, { recursive: true, encoding: "utf8" }).filter(path =>
        /^replies-\d+\.jsonl$/.test(basename(path)),
      )
    : [];
  const journal = join(run, "calls.jsonl");
  return new Set([
    ...outbox.flatMap(path => questionsIn(join(worker, path))),
    ...(existsSync(journal) ? questionsIn(journal) : []),
  ]);
}

/** A request made again, and the whole reply that was delivered before. */
interface PaidAgain {
  readonly before: LoggedRequest;
  readonly again: LoggedRequest;
}

export interface PaidAgainSeen {
  /** The reply before had died with the process it was sent to. */
  readonly unheard: readonly PaidAgain[];
  /** The reply before had reached a process that lived on, or kept it. */
  readonly wrongly: readonly PaidAgain[];
}

/**
 * Holds each request against all whole replies to the same one before; what was broken on its way is rightly asked for
 * once more. `killed`: by API key, one for each life of a process, the questions that were kept when that life was
 * killed; lives that ended otherwise are not in it. Only where each question is one call can it be told which reply was
 * kept: with planted replies that cannot be used (`replies=`) it throws.
 */
export function paidAgain(
  log: readonly LoggedRequest[],
  killed: ReadonlyMap<string, ReadonlySet<string>>,
): PaidAgainSeen {
  const delivered = new Map<string, LoggedRequest[]>();
  const [unheard, wrongly]: [PaidAgain[], PaidAgain[]] = [[], []];
  for (const again of log.toSorted((a, b) => a.at - b.at)) {
    for (const before of delivered.get(again.request) ?? []) {
      const kept = killed.get(before.client);
      (kept && !kept.has(before.question) ? unheard : wrongly).push({ before, again });
    }
    if (!again.delivered) continue;
    if (again.outcome !== "good" && again.outcome !== "slow")
      throw new Error(
        `a planted ${again.outcome} makes a second call of one question: leave such faults out (replies=0)`,
      );
    const known = delivered.get(again.request);
    if (known) known.push(again);
    else delivered.set(again.request, [again]);
  }
  return { unheard, wrongly };
}
