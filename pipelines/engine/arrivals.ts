// Receives rows for stages that process them one at a time: holds them back, reuses an earlier outcome that is still valid, or queues them.

import type { DoneLine } from "./outcome-journal.ts";
import type { PassOptions } from "./pass-options.ts";
import { lookupsOf } from "./pipeline.ts";
import { withRowInErrors } from "./row.ts";
import type { Stage } from "./stage.ts";
import type { StageProgress } from "./stage-progress.ts";
import { isStillValid } from "./outcome-validity.ts";
import { requireStore } from "./store.ts";

export class Arrivals {
  readonly #options: PassOptions;
  readonly #progress: readonly StageProgress[];

  constructor(options: PassOptions, progress: readonly StageProgress[]) {
    this.#options = options;
    this.#progress = progress;
  }

  /** Passes a stage's rows on to the stages that read them. */
  passOn({ writes }: Stage, ids: readonly string[]): void {
    for (const consumer of this.#progress) {
      if (!("each" in consumer.stage) || consumer.stage.over.name !== writes.name) continue;
      for (const id of ids) this.arrive(consumer, id);
    }
  }

  arrive(progress: StageProgress, id: string): void {
    const hash = this.inputHash(progress.stage, id);
    if (hash === undefined || progress.arrived.get(id) === hash) return;
    progress.arrived.set(id, hash);
    if (this.lookupsFinished(progress.stage)) this.#admit(progress, id);
    else progress.held.add(id);
  }

  admitHeld(progress: StageProgress): void {
    for (const id of progress.held) this.#admit(progress, id);
    progress.held.clear();
  }

  lookupsFinished(stage: Stage): boolean {
    return lookupsOf(stage).every(({ name }) => this.#options.finished.has(name));
  }

  /** Undefined if the row no longer exists: its input was run again in this pass and made a different row. */
  inputHash(stage: Stage, id: string): string | undefined {
    return requireStore(this.#options.stores, stage.over.name).place(id)?.hash;
  }

  /** Reuses an outcome that is still valid, or queues the row if the stage applies to it. */
  #admit(progress: StageProgress, id: string): void {
    const { stage } = progress;
    const done = progress.store.outcome(id);
    const hash = this.inputHash(stage, id);
    if (hash === undefined) return;
    progress.passedOver.delete(id);
    if (done && isStillValid(this.#options, stage, done, hash)) {
      progress.reused++;
      this.passOn(stage, rowIdsOf(done));
    } else if (this.#isFor(stage, id)) progress.addRow(id);
    else progress.passedOver.add(id);
  }

  #isFor(stage: Stage, id: string): boolean {
    if (!("each" in stage) || stage.only === undefined) return true;
    const row = requireStore(this.#options.stores, stage.over.name).read(id);
    return withRowInErrors(stage, id, () => stage.only?.(row as never) === true);
  }
}

/** Ids of an outcome's rows. */
export const rowIdsOf = (done: DoneLine): string[] => done.rows.map(([id]) => id);
