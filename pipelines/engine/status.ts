// Progress of a run: rows and outcomes by stage, calls, tokens and cost by stage and model, and whether it is running now.

import type {
  ArtifactStatus,
  CallStatus,
  RunStatus,
  StageStatus,
} from "../../schemas/output/status.ts";
import { totalOf } from "../../schemas/prices.ts";
import { type DoneLine, isEdited, wholeInput } from "./outcome-journal.ts";
import { lockHolder } from "./lock.ts";
import { type Outcomes, readCalls, readJournal, readRun } from "./read-run.ts";
import type { RunFile } from "./runner.ts";
import { chargeFor, recordedPrices, readUnanswered } from "./spending.ts";

function countCodes(
  lines: readonly DoneLine[],
  outcome: DoneLine["outcome"],
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

/** Calls whose cost was recorded when they were made are summed separately. */
interface CallSum extends Omit<CallStatus, "cost"> {
  readonly recordedCost: number | null;
}

interface CountedCalls {
  /** By stage, model and mode (batch or not). */
  readonly sums: readonly CallSum[];
  readonly keys: ReadonlySet<string>;
}

function countCalls(directory: string): CountedCalls {
  const sums = new Map<string, CallSum>();
  const keys = new Set<string>();
  for (const { key, stage, model, batch, usage, cost } of readCalls(directory)) {
    const group = `${stage}\n${model}\n${batch}\n${cost !== undefined}`;
    const { calls, inputTokens, outputTokens, cachedTokens, recordedCost } = sums.get(group) ?? {
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
      cachedTokens: 0,
      recordedCost: 0,
    };
    sums.set(group, {
      stage,
      model,
      batch,
      calls: calls + 1,
      inputTokens: inputTokens + usage.inputTokens,
      outputTokens: outputTokens + usage.outputTokens,
      cachedTokens: cachedTokens + usage.cachedTokens,
      recordedCost: cost === undefined ? null : totalOf([recordedCost ?? 0, cost]),
    });
    keys.add(key);
  }
  return { sums: [...sums.values()], keys };
}

/** In stage order, since it is chance which one called first. Stages of an earlier recipe come last. */
function sortSums(sums: readonly CallSum[], stages: readonly string[]): CallSum[] {
  const stageIndex = ({ stage }: CallSum) =>
    stages.includes(stage) ? stages.indexOf(stage) : stages.length;
  const sortKey = ({ stage, model, batch }: CallSum) => `${stage} ${model} ${batch}`;
  return [...sums].sort(
    (a, b) => stageIndex(a) - stageIndex(b) || (sortKey(a) < sortKey(b) ? -1 : 1),
  );
}

/** One sum per stage, model and mode; its cost is unknown if that of a part is. */
function mergeSums(parts: readonly (CallStatus & Pick<CallSum, "recordedCost">)[]): CallStatus[] {
  const groups = new Map<string, CallStatus>();
  for (const { recordedCost: _recordedCost, ...part } of parts) {
    const group = `${part.stage}\n${part.model}\n${part.batch}`;
    const earlier = groups.get(group);
    groups.set(
      group,
      earlier === undefined
        ? part
        : {
            ...part,
            calls: earlier.calls + part.calls,
            inputTokens: earlier.inputTokens + part.inputTokens,
            outputTokens: earlier.outputTokens + part.outputTokens,
            cachedTokens: earlier.cachedTokens + part.cachedTokens,
            cost:
              earlier.cost === null || part.cost === null
                ? null
                : totalOf([earlier.cost, part.cost]),
          },
    );
  }
  return [...groups.values()];
}

function spendingOf(
  directory: string,
  { settings, stages }: RunFile,
): Pick<RunStatus, "calls" | "spending"> {
  const { prices, maxCost } = recordedPrices(settings);
  const { sums, keys } = countCalls(directory);
  const parts = sortSums(
    sums,
    stages.map(({ name }) => name),
  ).map(({ recordedCost, ...sum }) => ({
    ...sum,
    recordedCost,
    cost: recordedCost ?? chargeFor(prices, sum),
  }));
  const calls = mergeSums(parts);
  const cost = prices ? totalOf(calls.flatMap(call => call.cost ?? [])) : null;
  const unpriced = prices
    ? [...new Set(calls.filter(call => call.cost === null).map(({ model }) => model))]
    : [];
  return {
    calls,
    spending: {
      cost,
      unpriced,
      repriced: parts
        .filter(({ recordedCost, cost: computed }) => recordedCost === null && (computed ?? 0) > 0)
        .reduce((sum, part) => sum + part.calls, 0),
      maxCost,
      unanswered: readUnanswered(directory, keys),
    },
  };
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
