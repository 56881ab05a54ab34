// What becomes of the requests of one batch: replies, failures, and those that time ran out for.

import { chance } from "./draws.ts";
import { isBadReply } from "./faults.ts";
import type { BatchLine } from "./batch-input.ts";
import type { Desk } from "./desk.ts";
import type { Billed } from "./statistics.ts";
import { type Failure, failure, isFailure, type Work, type Works } from "./work.ts";

export interface BatchDesk extends Desk {
  readonly works: Works;
  /** How often a question lost its place in a batch: failed or out of time. */
  readonly lapses: Map<string, number>;
}

export interface Done {
  /** JSONL. */
  readonly output: string[];
  readonly errors: string[];
  readonly expired: number;
  /** What stands on the bill for the output. */
  readonly billed: Billed[];
}

/** Share of the requests that is done at all: 1, or less for a batch that was cancelled. */
export interface Extent {
  readonly batch: string;
  readonly share: number;
}

const lineOf = (line: BatchLine, id: string, rest: object) =>
  JSON.stringify({ id, custom_id: line.custom_id, ...rest });
const answered = (line: BatchLine, id: string, status: number, body: object) =>
  lineOf(line, id, {
    response: { status_code: status, request_id: `req_${id}`, body },
    error: null,
  });
const notDone = (line: BatchLine, id: string, code: string, message: string) =>
  lineOf(line, id, { response: null, error: { code, message } });

const late = "This request could not be executed before the completion window expired.";
const cancelled = "This request could not be executed because the batch was cancelled.";

type Lapse = "expired" | 500 | 400;

// A refusal would come again; what fails in passing or is late gets through after as many lapses as a question may have faults.
function lapseOf({ settings, lapses }: BatchDesk, { question, request }: Work): Lapse | null {
  const { seed, batchExpire, batchFail, batchRefuse, faultsPerQuestion } = settings;
  if (batchRefuse > 0 && chance(seed, "batch refuse", question) < batchRefuse) return 400;
  const before = lapses.get(question) ?? 0;
  if (before >= faultsPerQuestion) return null;
  const lapse =
    chance(seed, "batch expire", request, before) < batchExpire
      ? "expired"
      : chance(seed, "batch fail", request, before) < batchFail
        ? 500
        : null;
  if (lapse !== null) lapses.set(question, before + 1);
  return lapse;
}

function fail(done: Done, line: BatchLine, id: string, { status, body }: Failure): void {
  done.errors.push(answered(line, id, status, body));
}

function doLine(desk: BatchDesk, line: BatchLine, id: string, done: Done): boolean {
  const made =
    desk.works[line.url]?.(line.body) ?? failure(400, "invalid_url", `No endpoint ${line.url}.`);
  if (isFailure(made)) {
    desk.statistics.outcome(`batch ${made.outcome}`);
    fail(done, line, id, made);
    return false;
  }
  desk.statistics.asked(made.request);
  const lapse = lapseOf(desk, made);
  if (lapse !== null) {
    desk.statistics.outcome(`batch ${lapse}`);
    if (lapse === "expired") done.errors.push(notDone(line, id, "batch_expired", late));
    else fail(done, line, id, failure(lapse, "server_error", `A planted ${lapse}.`));
    return lapse === "expired";
  }
  const { fault } = desk.asks.meet(made, kind => isBadReply(kind) || kind === "500");
  desk.statistics.outcome(`batch ${fault ?? "good"}`);
  if (fault === "500") {
    fail(done, line, id, failure(500, "server_error", "A planted 500."));
    return false;
  }
  const { body, usage } = made.reply(isBadReply(fault) ? fault : null);
  done.output.push(answered(line, id, 200, body));
  done.billed.push({ tariff: "batch", request: made.request, usage, good: fault === null });
  return false;
}

/** Works through a batch at once and bills what was done. */
export function doBatch(
  desk: BatchDesk,
  lines: readonly BatchLine[],
  { batch, share }: Extent,
): Done {
  const done: Done = { output: [], errors: [], expired: 0, billed: [] };
  let expired = 0;
  for (const [index, line] of lines.entries()) {
    const id = `batch_req_${batch}_${index + 1}`;
    if (index >= lines.length * share)
      done.errors.push(notDone(line, id, "batch_cancelled", cancelled));
    else if (doLine(desk, line, id, done)) expired++;
  }
  for (const billed of done.billed) desk.statistics.bill(billed);
  return { ...done, expired };
}
