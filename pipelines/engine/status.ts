// Reads a run's progress: rows and outcomes by stage, calls, tokens and cost by stage and model, and whether it is running now.

import type {
  ArtifactStatus,
  CallStatus,
  RunStatus,
  StageStatus,
} from "../../schemas/output/status.ts";
import { totalOf } from "../../schemas/prices.ts";
import { type OutcomeLine, isEdited, wholeInput } from "./outcome-journal.ts";
import { lockHolder } from "./lock.ts";
import { readCalls, readJournal, readRun } from "./read-run.ts";
import type { RunFile } from "./runner.ts";
import { chargeFor, type RecordedPrices, recordedPrices, readUnanswered } from "./spending.ts";
import type { Outcomes } from "./open-store.ts";

function countCodes(
  lines: readonly OutcomeLine[],
  outcome: OutcomeLine["outcome"],
): ArtifactStatus["rejected"] {
  const counts: Record<string, number> = {};
  for (const line of lines) {
    const ownCodes = line.outcome === outcome ? [line.code ?? "unknown"] : [];
    const partCodes = outcome === "rejected" ? (line.lost ?? []).map(([code]) => code) : [];
    for (const code of [...ownCodes, ...partCodes]) counts[code] = (counts[code] ?? 0) + 1;
  }
  return Object.fromEntries(
    Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)),
  );
}

function artifactStatus(artifact: string, { lines, closed }: Outcomes): ArtifactStatus {
  const outcomes = [...lines.values()];
  return {
    artifact,
    inputs: outcomes.filter(({ input }) => input !== wholeInput).length,
    rows: new Set(outcomes.flatMap(line => line.rows.map(([id]) => id))).size,
    made: outcomes.filter(({ outcome, input }) => outcome === "made" && input !== wholeInput)
      .length,
    rejected: countCodes(outcomes, "rejected"),
    declined: countCodes(outcomes, "declined"),
    failed: countCodes(outcomes, "failed"),
    edited: outcomes
      .filter(isEdited)
      .reduce((sum, line) => sum + line.rows.filter(mark => mark[2] === "edited").length, 0),
    finished: closed,
  };
}

function stageStatuses(
  directory: string,
  { stages }: RunFile,
  inputs: readonly ArtifactStatus[],
): StageStatus[] {
  const rows = new Map(inputs.map(input => [input.artifact, input.rows]));
  return stages.map(({ name, over, writes }) => {
    const outcomes = readJournal(directory, writes);
    const status = artifactStatus(writes, outcomes);
    rows.set(writes, status.rows);
    return {
      ...status,
      name,
      over,
      of: outcomes.lines.has(wholeInput) ? null : (rows.get(over) ?? 0),
    };
  });
}

interface CountedCalls {
  /** By stage, model and mode (batch or not). */
  readonly sums: readonly CallStatus[];
  readonly keys: ReadonlySet<string>;
  /** Number of calls whose cost was not recorded when they were made, but can be calculated. */
  readonly repriced: number;
}

const noCalls = { calls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: 0 };

/** A group's cost is unknown if that of any call in it is unknown. */
function countCalls(directory: string, prices: RecordedPrices["prices"]): CountedCalls {
  const sums = new Map<string, CallStatus>();
  const keys = new Set<string>();
  let repriced = 0;
  for (const { key, stage, model, batch, usage, cost: recordedCost } of readCalls(directory)) {
    const cost = recordedCost ?? chargeFor(prices, { model, batch, ...usage });
    if (recordedCost === undefined && (cost ?? 0) > 0) repriced++;
    const group = `${stage}\n${model}\n${batch}`;
    const sum: typeof noCalls | CallStatus = sums.get(group) ?? noCalls;
    sums.set(group, {
      stage,
      model,
      batch,
      calls: sum.calls + 1,
      inputTokens: sum.inputTokens + usage.inputTokens,
      outputTokens: sum.outputTokens + usage.outputTokens,
      cachedTokens: sum.cachedTokens + usage.cachedTokens,
      cost: sum.cost === null || cost === null ? null : totalOf([sum.cost, cost]),
    });
    keys.add(key);
  }
  return { sums: [...sums.values()], keys, repriced };
}

/** In stage order, since the order of the calls is a matter of chance. Stages that are no longer in the pipeline come last. */
function sortSums(sums: readonly CallStatus[], stages: readonly string[]): CallStatus[] {
  const stageIndex = ({ stage }: CallStatus) =>
    stages.includes(stage) ? stages.indexOf(stage) : stages.length;
  const sortKey = ({ stage, model, batch }: CallStatus) => `${stage} ${model} ${batch}`;
  return [...sums].sort(
    (a, b) => stageIndex(a) - stageIndex(b) || (sortKey(a) < sortKey(b) ? -1 : 1),
  );
}

function spendingOf(
  directory: string,
  { settings, stages }: RunFile,
): Pick<RunStatus, "calls" | "spending"> {
  const { prices, maxCost } = recordedPrices(settings);
  const { sums, keys, repriced } = countCalls(directory, prices);
  const calls = sortSums(
    sums,
    stages.map(({ name }) => name),
  );
  const cost = prices ? totalOf(calls.flatMap(call => call.cost ?? [])) : null;
  const unpriced = prices
    ? [...new Set(calls.filter(call => call.cost === null).map(({ model }) => model))]
    : [];
  const unanswered = readUnanswered(directory, keys);
  return { calls, spending: { cost, unpriced, repriced, maxCost, unanswered } };
}

/** Throws PipelineError("bad-input") if the directory holds no run. */
export function statusOf(directory: string): RunStatus {
  const run = readRun(directory);
  const inputs = run.inputs.map(artifact =>
    artifactStatus(artifact, readJournal(directory, artifact)),
  );
  const stages = stageStatuses(directory, run, inputs);
  return {
    directory,
    running: lockHolder(directory) ?? null,
    finished: stages.every(stage => stage.finished),
    settings: run.settings,
    inputs,
    stages,
    ...spendingOf(directory, run),
  };
}
