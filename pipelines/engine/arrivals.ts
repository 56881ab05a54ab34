// Receives rows for stages that process them one at a time: holds a row back, reuses its earlier outcome if that is still valid, or queues it.

import { type OutcomeLine, isEdited, missingRowsFingerprint } from "./outcome-journal.ts";
import { lookupsOf } from "./pipeline.ts";
import { withRowInErrors } from "./row.ts";
import type { Stage } from "./stage.ts";
import type { StageProgress } from "./stage-progress.ts";
import { requireStore, type Store } from "./store.ts";
import type { Listener } from "./events.ts";
import type { Executor } from "./executor.ts";
import type { FinishedArtifact } from "./finished-artifact.ts";

/** Options of one pass over the stages. */
export interface PassOptions {
  readonly stages: readonly Stage[];
  readonly stores: ReadonlyMap<string, Store>;
  /** Starts with the inputs; the pass adds what its stages finish. */
  readonly finished: Map<string, FinishedArtifact>;
  readonly fingerprint: (stage: Stage, language: "zh" | "en", inputHash: string) => string;
  readonly executor: Executor;
  readonly randomSeed: number;
  readonly concurrency: number;
  readonly retryFailed: boolean;
  readonly onEvent: Listener;
  readonly signal: AbortSignal;
}

/** Whether an earlier outcome is still valid: nothing it depends on has changed, or it contains a person's edits, which are then reported. `inputHash` is the hash of the input row as it is now. */
export function isStillValid(
  options: PassOptions,
  stage: Stage,
  done: OutcomeLine,
  inputHash: string,
): boolean {
  const hasFingerprint = (["zh", "en"] as const).some(
    language => options.fingerprint(stage, language, inputHash) === done.fingerprint,
  );
  const isUnchanged =
    hasFingerprint &&
    done.reads.every(read => options.finished.get(read[0])?.currentHash(read) === read[3]);
  // A person's edits are kept whatever has changed upstream; they are reported so that they can be reviewed.
  if (isEdited(done) && "each" in stage && done.fingerprint !== missingRowsFingerprint) {
    for (const [row, , mark] of done.rows)
      if (mark === "edited")
        options.onEvent({ type: "edit-kept", stage: stage.name, row, stale: !isUnchanged });
    return true;
  }
  const mustRetry = done.outcome === "failed" && (done.kind === "technical" || options.retryFailed);
  return isUnchanged && !mustRetry;
}

export class Arrivals {
  readonly #options: PassOptions;
  readonly #progress: readonly StageProgress[];

  constructor(options: PassOptions, progress: readonly StageProgress[]) {
    this.#options = options;
    this.#progress = progress;
  }

  /** Passes a stage's rows on to the stages that process them one at a time. */
  passOn({ writes }: Stage, ids: readonly string[]): void {
    for (const consumer of this.#progress) {
      if (!("each" in consumer.stage) || consumer.stage.over.name !== writes.name) continue;
      for (const id of ids) this.arrive(consumer, id);
    }
  }

  arrive(progress: StageProgress, id: string): void {
    const hash = this.inputHash(progress.stage, id);
    if (hash === undefined || progress.hashesByRowId.get(id) === hash) return;
    progress.hashesByRowId.set(id, hash);
    if (this.lookupsFinished(progress.stage)) this.#admit(progress, id);
    else progress.heldIds.add(id);
  }

  admitHeld(progress: StageProgress): void {
    for (const id of progress.heldIds) this.#admit(progress, id);
    progress.heldIds.clear();
  }

  lookupsFinished(stage: Stage): boolean {
    return lookupsOf(stage).every(({ name }) => this.#options.finished.has(name));
  }

  /** Undefined if the row no longer exists: its input was run again in this pass and made a different row. */
  inputHash(stage: Stage, id: string): string | undefined {
    return requireStore(this.#options.stores, stage.over.name).positionOf(id)?.hash;
  }

  /** Reuses an outcome that is still valid, or queues the row if the stage applies to it. */
  #admit(progress: StageProgress, id: string): void {
    const { stage } = progress;
    const done = progress.store.outcome(id);
    const hash = this.inputHash(stage, id);
    if (hash === undefined) return;
    progress.skippedIds.delete(id);
    if (done && isStillValid(this.#options, stage, done, hash)) {
      progress.reusedCount++;
      this.passOn(stage, rowIdsOf(done));
    } else if (this.#appliesTo(stage, id)) progress.addRow(id);
    else progress.skippedIds.add(id);
  }

  #appliesTo(stage: Stage, id: string): boolean {
    if (!("each" in stage) || stage.only === undefined) return true;
    const row = requireStore(this.#options.stores, stage.over.name).read(id);
    return withRowInErrors(stage, id, () => stage.only?.(row as never) === true);
  }
}

/** Ids of an outcome's rows. */
export const rowIdsOf = (done: OutcomeLine): string[] => done.rows.map(([id]) => id);
