// Takes rows from outside into a run: known ones are taken over, edited ones kept, bad ones fail alone.

import { isEdited } from "./done.ts";
import type { Listener } from "./events.ts";
import { hashOf } from "./fingerprint.ts";
import { type Input, InputFailure } from "./pipeline.ts";
import type { Store } from "./store.ts";
import { FinishedArtifact } from "./table.ts";

export async function takeInput({ artifact, rows }: Input, store: Store, onEvent: Listener): Promise<FinishedArtifact> {
  const inputs: string[] = [];
  const seen = new Set<string>();
  for await (const row of rows()) {
    const id = row instanceof InputFailure ? row.id : artifact.key(artifact.row.parse(row) as never);
    if (seen.has(id)) continue;
    seen.add(id);
    inputs.push(id);
    if (row instanceof InputFailure) fail(row, store);
    else keepOrWrite(id, row, store, onEvent);
  }
  store.close(inputs);
  return new FinishedArtifact(store, store.idsOf(inputs));
}

function fail({ id, code, detail }: InputFailure, store: Store): void {
  store.write({ input: id, fingerprint: "", outcome: "failed", code, detail, kind: "technical", reply: null, calls: [], reads: [] }, []);
}

function keepOrWrite(id: string, row: object, store: Store, onEvent: Listener): void {
  const fingerprint = hashOf(row).slice(0, 32);
  const done = store.outcome(id);
  if (done && isEdited(done)) onEvent({ type: "edit-kept", stage: store.artifact.name, row: id, stale: done.fingerprint !== fingerprint });
  else if (done?.fingerprint !== fingerprint) store.write({ input: id, fingerprint, outcome: "made", calls: [], reads: [] }, [row]);
}
