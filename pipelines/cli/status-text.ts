// Formats what `status` prints: rows, outcomes, calls and cost by stage, the run's total cost, and the workers of its queue.

import type {
  CallStatus,
  Holder,
  QueueStatus,
  RunStatus,
  StatusOutput,
} from "../../schemas/output/status.ts";
import { totalOf } from "../../schemas/prices.ts";
import { holderText } from "../engine/lock-holder.ts";
import { inDollars } from "../engine/spending.ts";
import { table } from "./printer.ts";

const total = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((a, b) => a + b, 0);

type CountedField = "calls" | "inputTokens" | "outputTokens" | "cachedTokens";

const sum = (calls: readonly CallStatus[], field: CountedField) =>
  calls.reduce((result, call) => result + call[field], 0);

/** Number of calls, with batch calls in parentheses. */
function callCount(calls: readonly CallStatus[], noun: string): string {
  const byBatch = sum(
    calls.filter(({ batch }) => batch),
    "calls",
  );
  return `${sum(calls, "calls")}${noun}${byBatch > 0 ? ` (${byBatch} by batch)` : ""}`;
}

function costOfCalls(calls: readonly CallStatus[]): string {
  const costs = calls.flatMap(({ cost }) => cost ?? []);
  return costs.length < calls.length ? "price?" : inDollars(totalOf(costs));
}

/** Calls and cost across all starts of the run, and what these sums leave out. */
export function callsText({ calls, spending }: Pick<RunStatus, "calls" | "spending">): string {
  const { cost, unpriced, repriced, maxCost, unanswered } = spending;
  const cached = sum(calls, "cachedTokens");
  const parts = [
    `${callCount(calls, " calls")}, ${sum(calls, "inputTokens") + sum(calls, "outputTokens")} tokens`,
    cached > 0 ? `, of which ${cached} cached` : "",
    cost === null
      ? ""
      : `, ${inDollars(cost)}${maxCost === null ? "" : ` of at most ${inDollars(maxCost)}`}`,
    unpriced.length > 0 ? `, not counting ${unpriced.join(", ")}, whose prices are unknown` : "",
    repriced > 0 ? `, including ${repriced} calls without a recorded cost at today's prices` : "",
    unanswered
      ? `; attempts without a reply that may have been billed: ${unanswered.attempts}, at most ${inDollars(unanswered.most)}`
      : "",
  ];
  return parts.join("");
}

type WorkerStatus = QueueStatus["workers"][number];

const lastSeenText = ({ lastSign }: WorkerStatus) =>
  lastSign === null ? "over 10 s ago" : `${Math.round(lastSign / 1000)} s ago`;

const workerTable = (workers: readonly WorkerStatus[]): string =>
  table(
    ["worker", "host", "since", "rows", "calls", "rows finished", "last seen", ""],
    workers.map(worker => {
      const { name, host, since, rows, capacity, calls, ended, state } = worker;
      const load = capacity === null ? ["", "", ""] : [`${rows} of ${capacity}`, calls, ended];
      return [
        name,
        host ?? "",
        since?.slice(0, 19).replace("T", " ") ?? "",
        ...load,
        lastSeenText(worker),
        state,
      ];
    }),
  );

/** A single line if the queue cannot be read. */
export function queueText({
  place,
  reachable,
  problem,
  coordinator,
  rows,
  calls,
  workers,
}: QueueStatus): string {
  if (problem !== null) return `queue ${place}: ${reachable ? "" : "cannot be read. "}${problem}`;
  const coordinatorText = coordinator
    ? "the coordinator is running"
    : "no coordinator; run the run's command again to start one";
  const queueLoad = `${rows.waiting} rows waiting, ${rows.withWorkers} with workers, ${calls} calls in flight`;
  const refusalLines = workers.flatMap(({ name, host, refuses }) =>
    refuses === null ? [] : [`The worker ${name} on ${host} takes no rows: ${refuses}`],
  );
  const noWorkerLine = `no workers; to start one on any machine, run: ragwright worker --queue ${place}`;
  return [
    `queue ${place}: ${coordinatorText}; ${queueLoad}`,
    workers.length > 0 ? workerTable(workers) : noWorkerLine,
    ...refusalLines,
  ].join("\n");
}

const runningText = (holder: Holder) =>
  holder.isHere
    ? `process ${holderText(holder)} is running`
    : `process ${holderText(holder)} holds the lock on another machine or in another container: if the process is alive, it updates the lock every few seconds`;

export function statusText(status: StatusOutput): string {
  const { stages, running, calls, spending, queue } = status;
  const hasPrices = spending.cost !== null;
  const rows = stages.map(stage => {
    const stageCalls = calls.filter(call => call.stage === stage.name);
    const hasCalls = stageCalls.length > 0;
    const outcomes = [
      stage.rows,
      total(stage.rejected),
      total(stage.declined),
      total(stage.failed),
    ];
    return [
      stage.name,
      ...outcomes,
      hasCalls ? callCount(stageCalls, "") : "",
      ...(hasPrices ? [hasCalls ? costOfCalls(stageCalls) : ""] : []),
      stage.finished ? "finished" : "",
    ];
  });
  const stagesTable = table(
    ["stage", "rows", "rejected", "declined", "failed", "calls", ...(hasPrices ? ["USD"] : []), ""],
    rows,
  );
  const text = `${stagesTable}\n${callsText(status)}${running === null ? "" : `; ${runningText(running)}`}`;
  return queue ? `${text}\n${queueText(queue)}` : text;
}
