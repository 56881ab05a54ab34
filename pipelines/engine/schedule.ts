// Makes one pass over the stages: rows move on as soon as they are ready, those of the last stage first.

import { Arrivals, rowIdsOf, type PassOptions, isStillValid } from "./arrivals.ts";
import { wholeInput } from "./outcome-journal.ts";
import { PipelineError } from "./errors.ts";
import { withRowInErrors, type RowEnd } from "./row.ts";
import type { Stage } from "./stage.ts";
import { requireStore } from "./store.ts";
import { countsOf, StageProgress } from "./stage-progress.ts";
import { FinishedArtifact } from "./finished-artifact.ts";
import { createYielder } from "./yield-turns.ts";
import { reusedInputs, runWhole, writeKeepingEdits } from "./whole-stage.ts";

/** Runs every stage to its end or until its rows wait for replies; returns how many wait. */
export function runPass(options: PassOptions): Promise<number> {
  return new Pass(options).run();
}

class Pass {
  readonly #options: PassOptions;
  readonly #progress: StageProgress[];
  readonly #arrivals: Arrivals;
  #inFlight = 0;
  #fatal: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;

  constructor(options: PassOptions) {
    this.#options = options;
    this.#progress = options.stages.map(
      stage => new StageProgress(stage, requireStore(options.stores, stage.writes.name)),
    );
    this.#arrivals = new Arrivals(options, this.#progress);
  }

  async run(): Promise<number> {
    const yieldTurn = createYielder();
    this.#stopOnError(() =>
      this.#progress.forEach(progress => this.#startIfInputFinished(progress)),
    );
    for (;;) {
      this.#stopOnError(() => this.#settleStages());
      this.#startRows();
      // Waits after an error too: calls in flight are paid for, so their replies are saved.
      if (this.#inFlight === 0) break;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
      await yieldTurn();
    }
    if (this.#fatal) throw this.#fatal.error;
    if (this.#options.signal.aborted) throw interruptedError();
    return this.#progress.reduce((sum, { parkedCount }) => sum + parkedCount, 0);
  }

  #stopOnError(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#stop(error);
    }
  }

  /** Starts no more rows; the first error is the one reported. */
  #stop(error: unknown): void {
    const { signal } = this.#options;
    this.#fatal ??= {
      error: signal.aborted && error === signal.reason ? interruptedError() : error,
    };
  }

  #startIfInputFinished(progress: StageProgress): void {
    const over = this.#options.finished.get(progress.stage.over.name);
    if (!over) return;
    progress.inputEnded = true;
    if ("each" in progress.stage) for (const id of over.ids) this.#arrivals.arrive(progress, id);
  }

  /** Ends the stages that can end; each may let the next begin. */
  #settleStages(): void {
    for (let hasEnded = true; hasEnded && !this.#fatal; ) {
      hasEnded = false;
      for (const progress of this.#progress) {
        if (progress.ended || !this.#arrivals.lookupsFinished(progress.stage)) continue;
        this.#arrivals.admitHeld(progress);
        // Rows that failed for lack of a reply are retried once, just before their stage would end.
        if (progress.canEnd && progress.retryGivenUp()) continue;
        if (!progress.canEnd) continue;
        if (this.#options.signal.aborted) return;
        if (this.#end(progress)) hasEnded = true;
      }
    }
  }

  #startRows(): void {
    while (
      this.#inFlight < this.#options.concurrency &&
      !this.#fatal &&
      !this.#options.signal.aborted
    ) {
      const progress = this.#progress.findLast(({ hasRows }) => hasRows);
      const id = progress?.takeRow();
      if (!progress || id === undefined) return;
      // Since it was queued, the row has changed into one that the stage does not apply to.
      if (progress.skippedIds.has(id)) continue;
      void this.#runOne(progress, id);
    }
  }

  async #runOne(progress: StageProgress, id: string): Promise<void> {
    const { stage } = progress;
    this.#inFlight++;
    progress.inFlight++;
    try {
      if (!progress.started) this.#options.onEvent({ type: "stage-started", stage: stage.name });
      progress.started = true;
      const hash = this.#arrivals.inputHash(stage, id);
      const end = hash && (await this.#execute(stage, id, hash));
      // If the row has changed or disappeared in the meantime, this result is discarded.
      if (end && this.#arrivals.inputHash(stage, id) === hash)
        this.#recordResult(progress, id, end);
      else if (this.#arrivals.inputHash(stage, id) !== undefined) progress.addRow(id);
    } catch (error) {
      this.#stop(error);
    }
    this.#inFlight--;
    progress.inFlight--;
    this.#wake();
  }

  #execute(stage: Stage, id: string, hash: string): Promise<RowEnd> {
    if (!("each" in stage)) throw new Error(`${stage.name} does not process single rows`);
    const { executor, randomSeed } = this.#options;
    const row = requireStore(this.#options.stores, stage.over.name).read(id) as {
      language?: "zh" | "en";
    };
    const fingerprint = this.#options.fingerprint(stage, row.language ?? "en", hash);
    return executor.run({
      stage,
      input: id,
      row,
      fingerprint,
      finished: name => this.#finished(name),
      randomSeed,
    });
  }

  #finished(name: string): FinishedArtifact {
    const artifact = this.#options.finished.get(name);
    if (!artifact) throw new Error(`${name} is not finished`);
    return artifact;
  }

  #recordResult(progress: StageProgress, id: string, end: RowEnd): void {
    if (end === "parked") {
      progress.parkedCount++;
      return;
    }
    const { stage, store } = progress;
    const { onEvent } = this.#options;
    const line = withRowInErrors(stage, id, () =>
      writeKeepingEdits({ stage, store, onEvent }, end.done, end.rows),
    );
    if (line.kind === "technical") progress.givenUpIds.push(id);
    onEvent({
      type: "row-finished",
      stage: stage.name,
      input: line.input,
      outcome: line.outcome,
      code: line.code ?? null,
      detail: line.detail ?? null,
      // This row is still counted as in flight.
      left: progress.left - 1,
      isWhole: progress.inputEnded,
    });
    this.#arrivals.passOn(stage, rowIdsOf(line));
  }

  #runWhole(progress: StageProgress, over: FinishedArtifact): string[] {
    const { stage, store } = progress;
    if (!("all" in stage)) throw new Error(`${stage.name} processes single rows`);
    const { randomSeed, onEvent } = this.#options;
    const done = store.outcome(wholeInput);
    if (done && isStillValid(this.#options, stage, done, over.hash)) {
      progress.reusedCount++;
      return reusedInputs(store, over, done);
    }
    const fingerprint = this.#options.fingerprint(stage, "en", over.hash);
    return withRowInErrors(stage, wholeInput, () =>
      runWhole({
        stage,
        store,
        inputArtifact: over,
        fingerprint,
        finished: name => this.#finished(name),
        randomSeed,
        onEvent,
      }),
    );
  }

  /** Ends a stage, unless some inputs must be run again first: those whose version of a shared row now counts but is gone. */
  #end(progress: StageProgress): boolean {
    const { stage, store } = progress;
    const over = this.#finished(stage.over.name);
    const inputs =
      "each" in stage
        ? over.ids.filter(id => !progress.skippedIds.has(id))
        : this.#runWhole(progress, over);
    const { closed, inputsToRerun, changedRows } = store.close(inputs);
    for (const id of inputsToRerun) progress.addRow(id);
    this.#arrivals.passOn(stage, changedRows);
    if (!closed) return false;
    const finished = new FinishedArtifact(store, store.idsOf(inputs));
    this.#options.finished.set(stage.writes.name, finished);
    progress.ended = true;
    this.#options.onEvent({
      type: "stage-finished",
      stage: stage.name,
      counts: countsOf(progress, inputs),
    });
    if ("all" in stage) this.#arrivals.passOn(stage, finished.ids);
    for (const consumer of this.#progress)
      if (consumer.stage.over.name === stage.writes.name) consumer.inputEnded = true;
    return true;
  }
}

const interruptedError = () =>
  new PipelineError("interrupted", "Stopped; everything in flight was finished and saved.", {
    hint: "Run the same command again to continue from here.",
  });
