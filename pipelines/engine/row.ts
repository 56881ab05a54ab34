// Runs one row through one stage: its context, what it read and asked, and what is journaled of its end.

import { describe, type DoneLine, type Read } from "./done.ts";
import { Parked, PipelineError, ReplyError } from "./errors.ts";
import { hashOf } from "./fingerprint.ts";
import type { Ask, Outcome, Stage, StageContext, Table, Tables } from "./stage.ts";
import { type FinishedArtifact, recordingTable } from "./table.ts";

/** Makes the `ask` of one row; it reports the journal key of every call. */
export type CreateAsk = (stage: string, onCall: (key: string) => void) => Ask;

/** A whole number that follows from the run's random seed and the parts alone. */
export const seedFrom = (randomSeed: number, parts: readonly string[]) => Number.parseInt(hashOf([randomSeed, ...parts]).slice(0, 8), 16);

/** The lookups of a stage as tables that note what is read. */
export function recordingTables(stage: Stage, finished: (name: string) => FinishedArtifact, reads: Map<string, Read>): Record<string, Table<Record<string, unknown>>> {
  const entries = Object.entries(stage.lookup ?? {});
  return Object.fromEntries(entries.map(([name, artifact]) => [name, recordingTable(finished(artifact.name), reads)]));
}

export interface RowRun {
  readonly stage: Stage & { each(row: never, context: StageContext<never>): Promise<Outcome<object>> | Outcome<object> };
  readonly input: string;
  readonly row: object;
  readonly fingerprint: string;
  readonly finished: (name: string) => FinishedArtifact;
  readonly createAsk: CreateAsk;
  readonly randomSeed: number;
}

export type RowEnd = { readonly done: Omit<DoneLine, "rows">; readonly rows: object[] } | "parked";

/** What came of the row. Throws only what must stop the run: an error for its reader, or a bug. */
export async function runRow(run: RowRun): Promise<RowEnd> {
  const reads = new Map<string, Read>();
  const calls = new Set<string>();
  const context = {
    tables: recordingTables(run.stage, run.finished, reads),
    ask: run.createAsk(run.stage.name, key => calls.add(key)),
    seedFor: (...parts: string[]) => seedFrom(run.randomSeed, parts),
  } satisfies StageContext<Tables> as StageContext<never>;
  const journal = (): Pick<DoneLine, "input" | "fingerprint" | "calls" | "reads"> => ({
    input: run.input,
    fingerprint: run.fingerprint,
    calls: [...calls].sort(),
    reads: [...reads.values()],
  });
  try {
    const outcome = await run.stage.each(run.row as never, context);
    return { done: { ...journal(), outcome: outcome.outcome, ...describe(outcome) }, rows: outcome.rows };
  } catch (error) {
    if (error instanceof Parked) return "parked";
    if (error instanceof ReplyError) return { done: { ...journal(), ...failure(error) }, rows: [] };
    throw placed(error, run);
  }
}

const failure = (error: ReplyError) =>
  ({ outcome: "failed", code: error.code, detail: error.message, kind: error.kind, reply: error.rawReply }) as const;

function placed(error: unknown, { stage, input }: RowRun): unknown {
  if (error instanceof Error && !(error instanceof PipelineError)) error.message = `${stage.name}, row ${input}: ${error.message}`;
  return error;
}
