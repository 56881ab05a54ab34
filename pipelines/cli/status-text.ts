// What `status` prints: rows, outcomes, calls and cost by stage, and what the run has cost in all.

import { totalOf } from "../../schemas/prices.ts";
import { inDollars } from "../engine/spending.ts";
import type { CallStatus, RunStatus } from "../engine/status.ts";
import { table } from "./print.ts";

const total = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0);

const sum = (calls: readonly CallStatus[], field: "calls" | "inputTokens" | "outputTokens") => calls.reduce((result, call) => result + call[field], 0);

/** Those by batch apart. */
function callCount(calls: readonly CallStatus[], noun: string): string {
  const byBatch = sum(
    calls.filter(({ batch }) => batch),
    "calls",
  );
  return `${sum(calls, "calls")}${noun}${byBatch > 0 ? ` (${byBatch} by batch)` : ""}`;
}

function costOfCalls(calls: readonly CallStatus[]): string {
  const known = calls.flatMap(({ cost }) => cost ?? []);
  return known.length < calls.length ? "price?" : inDollars(totalOf(known));
}

/** What models were asked and what it has cost in all starts together, and what these sums leave out. */
export function spentText({ calls, spending }: Pick<RunStatus, "calls" | "spending">): string {
  const { cost, unpriced, maxCost, unanswered } = spending;
  const parts = [
    `${callCount(calls, " calls")}, ${sum(calls, "inputTokens") + sum(calls, "outputTokens")} tokens`,
    cost === null ? "" : `, ${inDollars(cost)}${maxCost === null ? "" : ` of at most ${inDollars(maxCost)}`}`,
    unpriced.length > 0 ? `, not counting ${unpriced.join(", ")}, whose price was not known` : "",
    unanswered ? `; without reply, yet perhaps billed: ${unanswered.attempts}, at most ${inDollars(unanswered.most)}` : "",
  ];
  return parts.join("");
}

export function statusText(status: RunStatus): string {
  const { stages, running, calls, spending } = status;
  const priced = spending.cost !== null;
  const rows = stages.map(stage => {
    const mine = calls.filter(call => call.stage === stage.name);
    const asked = mine.length > 0;
    const outcomes = [stage.rows, total(stage.rejected), total(stage.declined), total(stage.failed)];
    return [stage.name, ...outcomes, asked ? callCount(mine, "") : "", ...(priced ? [asked ? costOfCalls(mine) : ""] : []), stage.finished ? "finished" : ""];
  });
  const grid = table(["stage", "rows", "rejected", "declined", "failed", "calls", ...(priced ? ["USD"] : []), ""], rows);
  return `${grid}\n${spentText(status)}${running === null ? "" : `; process ${running} is at work`}`;
}
