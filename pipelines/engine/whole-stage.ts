// Runs a stage that needs its whole input artifact; also writes any stage's rows without overwriting a person's edits.

import { type OutcomeLine, lostField, type ReadRecord, wholeInput } from "./outcome-journal.ts";
import type { Listener } from "./events.ts";
import { recordingTables, seedFrom } from "./row.ts";
import type { Stage } from "./stage.ts";
import type { Store } from "./store.ts";
import type { FinishedArtifact } from "./finished-artifact.ts";

export interface WholeRun {
  readonly stage: Extract<Stage, { all: unknown }>;
  readonly store: Store;
  readonly inputArtifact: FinishedArtifact;
  readonly fingerprint: string;
  readonly finished: (name: string) => FinishedArtifact;
  readonly randomSeed: number;
  readonly onEvent: Listener;
}

/** Runs the stage; returns the inputs that its journal names: the whole artifact, then the dropped rows. */
export function runWhole(run: WholeRun): string[] {
  const { stage, store, inputArtifact, fingerprint, randomSeed } = run;
  const reads = new Map<string, ReadRecord>();
  const context = {
    tables: recordingTables(stage, run.finished, reads),
    seedFor: (...parts: string[]) => seedFrom(randomSeed, parts),
  };
  const { rows, dropped = [] } = stage.all(inputArtifact.rows() as never[], context as never);
  const inputIds = new Set(inputArtifact.ids);
  for (const { id, code, detail } of dropped.filter(({ id }) => inputIds.has(id)))
    store.write(
      { input: id, fingerprint, outcome: "rejected", code, detail, calls: [], reads: [] },
      [],
    );
  const lostParts = lostField(dropped.filter(({ id }) => !inputIds.has(id)));
  const journalFields = { calls: [], reads: [...reads.values()] };
  writeKeepingEdits(
    run,
    { input: wholeInput, fingerprint, outcome: "made", ...lostParts, ...journalFields },
    rows,
  );
  const droppedIds = new Set(dropped.map(({ id }) => id));
  return [wholeInput, ...inputArtifact.ids.filter(id => droppedIds.has(id))];
}

/** The inputs that the journal names if the outcome is reused from an earlier run. */
export const reusedInputs = (
  store: Store,
  inputArtifact: FinishedArtifact,
  done: OutcomeLine,
): string[] => [
  wholeInput,
  ...inputArtifact.ids.filter(id => store.outcome(id)?.fingerprint === done.fingerprint),
];

/** Writes an outcome; a row that a person edited is kept as edited, and this is reported. */
export function writeKeepingEdits(
  { stage, store, onEvent }: Pick<WholeRun, "store" | "onEvent"> & { readonly stage: Stage },
  done: Omit<OutcomeLine, "rows">,
  rows: readonly object[],
): OutcomeLine {
  const earlierRows = store.outcome(done.input)?.rows ?? [];
  const editedIds = new Set(
    earlierRows.filter(([, , mark]) => mark === "edited").map(([id]) => id),
  );
  const keptRows = rows.map(row => {
    const id = editedIds.size > 0 ? stage.writes.key(row as never) : undefined;
    if (id === undefined || !editedIds.has(id)) return row;
    onEvent({ type: "edit-kept", stage: stage.name, row: id, stale: true });
    return store.read(id);
  });
  return store.write(done, keptRows, editedIds);
}
