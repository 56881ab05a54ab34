// Finds which stage made a row and from which input, by indexing the rows and journals of a run by row id.

import type { OutcomeLine } from "./outcome-journal.ts";
import { readJournal, readUncheckedRows, readRun } from "./read-run.ts";

/** A row by artifact and id. */
export interface RowKey {
  readonly artifact: string;
  readonly id: string;
}

export type UncheckedValue = Readonly<Record<string, unknown>>;

/** How a row was made: `stage` and `inputArtifact` are null for a row that came from outside. */
export interface RowOrigin {
  readonly stage: string | null;
  readonly inputArtifact: string | null;
  readonly outcomeLine: OutcomeLine;
}

export interface Lineage {
  /** Artifacts in pipeline order, inputs first. */
  readonly artifacts: readonly string[];
  /** Keeps the whole artifact in memory once it has been requested. */
  rows(artifact: string): ReadonlyMap<string, UncheckedValue>;
  originOf(row: RowKey): RowOrigin | undefined;
}

/** Caches a function's result for each argument. */
function memoize<T>(make: (key: string) => T): (key: string) => T {
  const cache = new Map<string, T>();
  return key => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const result = make(key);
    cache.set(key, result);
    return result;
  };
}

/** Throws PipelineError("bad-input") if the directory holds no run. */
export function openLineage(directory: string): Lineage {
  const run = readRun(directory);
  const stages = new Map(run.stages.map(stage => [stage.writes, stage]));
  const outcomesByRow = memoize(artifact => {
    const lines = [...readJournal(directory, artifact).lines.values()];
    return new Map(lines.flatMap(line => line.rows.map(([id]) => [id, line] as const)));
  });
  return {
    artifacts: [...run.inputs, ...run.stages.map(({ writes }) => writes)],
    rows: memoize(
      artifact =>
        new Map([...readUncheckedRows(directory, artifact)].map(({ id, value }) => [id, value])),
    ),
    originOf({ artifact, id }) {
      const outcomeLine = outcomesByRow(artifact).get(id);
      const stage = stages.get(artifact);
      return (
        outcomeLine && {
          stage: stage?.name ?? null,
          inputArtifact: stage?.over ?? null,
          outcomeLine,
        }
      );
    },
  };
}
