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

const lineOf = (line: BatchLine, id: string, rest: object) =>
  JSON.stringify({ id, custom_id: line.custom_id, ...rest });
const answered = (line: BatchLine, id: string, status: number, body: object) =>
  lineOf(line, id, {
    response: { status_code: status, request_id: `req_${id}`, body },
    error: null,
  });
const late = {
  response: null,
  error: {
    code: "batch_expired",
    message: "This request could not be executed before the completion window expired.",
  },
};

// What fails in passing or is late gets through after as many lapses as a question may have faults.
function lapseOf({ settings, lapses }: BatchDesk, { question, request }: Work) {
  const { seed, batchExpire, batchFail, faultsPerQuestion } = settings;
  const before = lapses.get(question) ?? 0;
  if (before >= faultsPerQuestion) return null;
  const lapse =
    chance(seed, "batch expire", request, before) < batchExpire
      ? "expired"
      : chance(seed, "batch fail", request, before) < batchFail
        ? "failed"
        : null;
  if (lapse !== null) lapses.set(question, before + 1);
  return lapse;
}

/** Whether the line was late. */
function doLine(desk: BatchDesk, line: BatchLine, id: string, done: Done): boolean {
  const failed = (why: Failure) => {
    done.errors.push(answered(line, id, why.status, why.body));
    return false;
  };
  const made =
    desk.works[line.url]?.(line.body) ?? failure(400, "invalid_url", `No endpoint ${line.url}.`);
  if (isFailure(made)) return failed(made);
  desk.statistics.asked(made.request);
  const lapse = lapseOf(desk, made);
  if (lapse === "expired") {
    done.errors.push(lineOf(line, id, late));
    return true;
  }
  const { fault } =
    lapse === null
      ? desk.asks.meet(made, kind => isBadReply(kind) || kind === "500")
      : { fault: "500" as const };
  if (fault === "500") return failed(failure(500, "server_error", "A planted 500."));
  const { body, usage } = made.reply(isBadReply(fault) ? fault : null);
  done.output.push(answered(line, id, 200, body));
  done.billed.push({ tariff: "batch", request: made.request, usage, good: fault === null });
  return false;
}

/** Works through a batch at once and bills what was done. */
export function doBatch(desk: BatchDesk, lines: readonly BatchLine[], batch: string): Done {
  const done: Done = { output: [], errors: [], expired: 0, billed: [] };
  let expired = 0;
  for (const [index, line] of lines.entries())
    if (doLine(desk, line, `batch_req_${batch}_${index + 1}`, done)) expired++;
  for (const billed of done.billed) desk.statistics.bill(billed);
  return { ...done, expired };
}
