// How far a run is: rows and outcomes by stage, calls and tokens by stage and model, and whether it goes on now.

import { type DoneLine, isEdited, wholeInput } from "./done.ts";
import { lockHolder } from "./lock.ts";
import { type Outcomes, readCallMarks, readDone, readRun } from "./reading.ts";
import type { RunFile } from "./runner.ts";

/** Counts by reason code. */
type Reasons = Readonly<Record<string, number>>;

interface ArtifactStatus {
  readonly artifact: string;
  /** Inputs that have an outcome. */
  readonly inputs: number;
  readonly rows: number;
  readonly made: number;
  readonly rejected: Reasons;
  readonly declined: Reasons;
  readonly failed: Reasons;
  /** Rows a person edited. */
  readonly edited: number;
  /** Its stage ended; the artifact is in its final order. */
  readonly finished: boolean;
}

interface StageStatus extends ArtifactStatus {
  readonly name: string;
  readonly over: string;
  /** Rows its input artifact has now; null for a stage that takes them all at once. */
  readonly of: number | null;
}

/** Calls and tokens of one stage with one model. */
interface CallStatus {
  readonly stage: string;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface RunStatus {
  readonly directory: string;
  /** Process id of the run going on now, or null. */
  readonly running: number | null;
  /** Every stage ended. */
  readonly finished: boolean;
  readonly settings: unknown;
  readonly inputs: readonly ArtifactStatus[];
  readonly stages: readonly StageStatus[];
  readonly calls: readonly CallStatus[];
}

function countCodes(lines: readonly DoneLine[], outcome: DoneLine["outcome"]): Reasons {
  const counts: Record<string, number> = {};
  for (const line of lines) if (line.outcome === outcome) counts[line.code ?? "unknown"] = (counts[line.code ?? "unknown"] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

function artifactStatus(artifact: string, { lines, closed }: Outcomes): ArtifactStatus {
  const all = [...lines.values()];
  return {
    artifact,
    inputs: all.filter(({ input }) => input !== wholeInput).length,
    rows: new Set(all.flatMap(line => line.rows.map(([id]) => id))).size,
    made: all.filter(({ outcome, input }) => outcome === "made" && input !== wholeInput).length,
    rejected: countCodes(all, "rejected"),
    declined: countCodes(all, "declined"),
    failed: countCodes(all, "failed"),
    edited: all.filter(isEdited).reduce((sum, line) => sum + line.rows.filter(mark => mark[2] === "edited").length, 0),
    finished: closed,
  };
}

function stageStatuses(directory: string, { stages }: RunFile, inputs: readonly ArtifactStatus[]): StageStatus[] {
  const rows = new Map(inputs.map(input => [input.artifact, input.rows]));
  return stages.map(({ name, over, writes }) => {
    const outcomes = readDone(directory, writes);
    const status = artifactStatus(writes, outcomes);
    rows.set(writes, status.rows);
    return { ...status, name, over, of: outcomes.lines.has(wholeInput) ? null : (rows.get(over) ?? 0) };
  });
}

/** Sums by stage and model, in the order in which they first called. */
function countCalls(directory: string): CallStatus[] {
  const sums = new Map<string, CallStatus>();
  for (const { stage, model, usage } of readCallMarks(directory)) {
    const key = `${stage}\n${model}`;
    const { calls, inputTokens, outputTokens } = sums.get(key) ?? { calls: 0, inputTokens: 0, outputTokens: 0 };
    sums.set(key, { stage, model, calls: calls + 1, inputTokens: inputTokens + usage.inputTokens, outputTokens: outputTokens + usage.outputTokens });
  }
  return [...sums.values()];
}

/** PipelineError("bad-input") if the directory holds no run. */
export function statusOf(directory: string): RunStatus {
  const run = readRun(directory);
  const inputs = run.inputs.map(artifact => artifactStatus(artifact, readDone(directory, artifact)));
  const stages = stageStatuses(directory, run, inputs);
  return {
    directory,
    running: lockHolder(directory) ?? null,
    finished: stages.every(stage => stage.finished),
    settings: run.settings,
    inputs,
    stages,
    calls: countCalls(directory),
  };
}
