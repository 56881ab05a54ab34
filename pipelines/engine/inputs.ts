// Reads input rows into a run: known rows are reused, edited rows are kept, and an unreadable file fails on its own.

import { type OutcomeLine, isEdited } from "./outcome-journal.ts";
import { PipelineError } from "./errors.ts";
import type { Listener } from "./events.ts";
import { hashOf } from "./fingerprint.ts";
import { type Input, InputFailure } from "./pipeline.ts";
import type { Store } from "./store.ts";
import { FinishedArtifact } from "./finished-artifact.ts";
import { createYielder } from "./yield-turns.ts";

export async function readInput(
  { artifact, rows }: Input,
  store: Store,
  { onEvent, signal }: { onEvent: Listener; signal: AbortSignal },
): Promise<FinishedArtifact> {
  const inputs = new Set<string>();
  const yieldTurn = createYielder();
  for await (const row of rows()) {
    await yieldTurn();
    if (signal.aborted) throw interruptedError();
    const id =
      row instanceof InputFailure
        ? row.id
        : artifact.key(checkedRow(store, row, inputs.size + 1) as never);
    if (inputs.has(id)) continue;
    inputs.add(id);
    // Reported before anything is paid for: this may be the very file the user wants questions about.
    if (row instanceof InputFailure) writeFailure(row, store, onEvent);
    else keepOrWrite(id, row, store, onEvent);
  }
  const order = [...inputs];
  store.close(order);
  return new FinishedArtifact(store, store.idsOf(order));
}

const interruptedError = () =>
  new PipelineError("interrupted", "Stopped; the input read so far is saved.", {
    hint: "Run the same command again to continue from here.",
  });

function checkedRow({ artifact }: Store, row: object, number: number): object {
  const { data, error } = artifact.row.safeParse(row);
  const issue = error?.issues[0];
  if (data) return data;
  throw new PipelineError(
    "bad-row",
    `${artifact.name}, row ${number}: ${issue?.path.join(".") || "the row"}: ${issue?.message}`,
    { hint: "Fix that row at its source and run the same command again." },
  );
}

function writeFailure({ id, code, detail }: InputFailure, store: Store, onEvent: Listener): void {
  const done: Omit<OutcomeLine, "rows"> = {
    input: id,
    fingerprint: "",
    outcome: "failed",
    code,
    detail,
    kind: "technical",
    reply: null,
    calls: [],
    reads: [],
  };
  const earlier = store.outcome(id);
  if (earlier?.outcome !== "failed" || earlier.code !== code || earlier.detail !== detail)
    store.write(done, []);
  onEvent({
    type: "row-finished",
    stage: store.artifact.name,
    input: id,
    outcome: "failed",
    code,
    detail,
    left: 0,
    isWhole: false,
  });
}

function keepOrWrite(id: string, row: object, store: Store, onEvent: Listener): void {
  const fingerprint = hashOf(row).slice(0, 32);
  const done = store.outcome(id);
  if (done && isEdited(done))
    onEvent({
      type: "edit-kept",
      stage: store.artifact.name,
      row: id,
      stale: done.fingerprint !== fingerprint,
    });
  else if (done?.fingerprint !== fingerprint)
    store.write({ input: id, fingerprint, outcome: "made", calls: [], reads: [] }, [row]);
}
