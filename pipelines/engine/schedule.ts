// One pass over the stages: rows go on as soon as they are ready, the deepest stage's rows first.

import { type DoneLine, wholeInput } from "./done.ts";
import { PipelineError } from "./errors.ts";
import type { Listener } from "./events.ts";
import type { Executor } from "./executor.ts";
import { lookupsOf } from "./pipeline.ts";
import { orAtRow, type RowEnd } from "./row.ts";
import type { Stage } from "./stage.ts";
import { stands } from "./standing.ts";
import { type Store, storeNamed } from "./store.ts";
import { countsOf, StageProgress } from "./stage-progress.ts";
import { FinishedArtifact } from "./table.ts";
import { createTurns } from "./turns.ts";
import { keptInputs, runWhole, writeKeepingEdits } from "./whole-stage.ts";

export interface PassOptions {
  readonly stages: readonly Stage[];
  readonly stores: ReadonlyMap<string, Store>;
  /** Artifacts that are finished before the pass: inputs, and what is fed back. The pass adds its own. */
  readonly finished: Map<string, FinishedArtifact>;
  /** What the last pass finished: kept, with its indexes, where it is still the same. */
  readonly previous: ReadonlyMap<string, FinishedArtifact>;
  readonly fedBack: (stage: Stage) => readonly string[];
  readonly fingerprint: (stage: Stage, language: "zh" | "en", inputHash: string) => string;
  readonly executor: Executor;
  readonly randomSeed: number;
  readonly concurrency: number;
  readonly retryFailed: boolean;
  readonly onEvent: Listener;
  readonly signal: AbortSignal;
}

/** Runs every stage to its end or until its rows wait for replies; returns how many wait. */
export function runPass(options: PassOptions): Promise<number> {
  return new Pass(options).run();
}

class Pass {
  readonly #options: PassOptions;
  readonly #progress: StageProgress[];
  #inFlight = 0;
  #fatal: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;

  constructor(options: PassOptions) {
    this.#options = options;
    this.#progress = options.stages.map(stage => new StageProgress(stage, storeNamed(options.stores, stage.writes.name)));
  }

  async run(): Promise<number> {
    const turn = createTurns();
    this.#orStop(() => this.#progress.forEach(progress => this.#startIfInputFinished(progress)));
    for (;;) {
      this.#orStop(() => this.#settleStages());
      this.#startRows();
      // Also after an error: what is in flight is paid for, and is saved.
      if (this.#inFlight === 0) break;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
      await turn();
    }
    if (this.#fatal) throw this.#fatal.error;
    if (this.#options.signal.aborted) throw interrupted();
    return this.#progress.reduce((sum, { parked }) => sum + parked, 0);
  }

  #orStop(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#stop(error);
    }
  }

  /** Starts no more rows; the first error is the one that is told. */
  #stop(error: unknown): void {
    const { signal } = this.#options;
    this.#fatal ??= { error: signal.aborted && error === signal.reason ? interrupted() : error };
  }

  #startIfInputFinished(progress: StageProgress): void {
    const over = this.#options.finished.get(progress.stage.over.name);
    if (!over) return;
    progress.inputEnded = true;
    if ("each" in progress.stage) for (const id of over.ids) this.#arrive(progress, id);
  }

  /** Ends what can end; each end may let the next begin. */
  #settleStages(): void {
    for (let again = true; again && !this.#fatal; ) {
      again = false;
      for (const progress of this.#progress) {
        if (progress.ended || !this.#lookupsFinished(progress.stage)) continue;
        this.#admitHeld(progress);
        if (!progress.canEnd || !this.#feedbackRead(progress.stage) || this.#feedbackWaits(progress.stage)) continue;
        if (this.#options.signal.aborted) return;
        if (this.#end(progress)) again = true;
      }
    }
  }

  #lookupsFinished(stage: Stage): boolean {
    const fed = this.#options.fedBack(stage);
    return lookupsOf(stage).every(({ name }) => this.#options.finished.has(name) || fed.includes(name));
  }

  /** Whether nobody reads any more in this pass what the last one left of this stage's artifact. */
  #feedbackRead(stage: Stage): boolean {
    return this.#progress.every(reader => reader.ended || reader.stage === stage || !this.#options.fedBack(reader.stage).includes(stage.writes.name));
  }

  /** Rows that failed for want of a reply may come through in the next run: until then nothing is asked for in their place. */
  #feedbackWaits(stage: Stage): boolean {
    const isFedBack = this.#progress.some(reader => this.#options.fedBack(reader.stage).includes(stage.writes.name));
    return isFedBack && this.#progress.some(({ store }) => [...store.outcomes()].some(({ outcome, kind }) => outcome === "failed" && kind === "technical"));
  }

  #arrive(progress: StageProgress, id: string): void {
    const hash = this.#inputHash(progress.stage, id);
    if (hash === undefined || progress.arrived.get(id) === hash) return;
    progress.arrived.set(id, hash);
    if (this.#lookupsFinished(progress.stage)) this.#admit(progress, id);
    else progress.held.add(id);
  }

  #admitHeld(progress: StageProgress): void {
    for (const id of progress.held) this.#admit(progress, id);
    progress.held.clear();
  }

  /** Takes over an outcome that still stands, or queues the row. */
  #admit(progress: StageProgress, id: string): void {
    const done = progress.store.outcome(id);
    const hash = this.#inputHash(progress.stage, id);
    if (hash === undefined) return;
    if (!done || !stands(this.#options, progress.stage, done, hash)) {
      progress.addRow(id);
      return;
    }
    progress.reused++;
    this.#arriveAt(progress.stage, idsIn(done));
  }

  /** Nothing for a row that is there no more: what made it was run again in this pass and made another. */
  #inputHash = (stage: Stage, id: string) => storeNamed(this.#options.stores, stage.over.name).place(id)?.hash;

  /** Hands rows of a stage to those that take them one at a time. */
  #arriveAt({ writes }: Stage, ids: readonly string[]): void {
    for (const consumer of this.#progress) {
      if (!("each" in consumer.stage) || consumer.stage.over.name !== writes.name) continue;
      for (const id of ids) this.#arrive(consumer, id);
    }
  }

  #startRows(): void {
    while (this.#inFlight < this.#options.concurrency && !this.#fatal && !this.#options.signal.aborted) {
      const progress = this.#progress.findLast(({ hasRows }) => hasRows);
      const id = progress?.takeRow();
      if (!progress || id === undefined) return;
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
      const hash = this.#inputHash(stage, id);
      const end = hash && (await this.#endOf(stage, id, hash));
      // Meanwhile the row may have become another one, or none: then this was the end of nothing.
      if (end && this.#inputHash(stage, id) === hash) this.#take(progress, id, end);
      else if (this.#inputHash(stage, id) !== undefined) progress.addRow(id);
    } catch (error) {
      this.#stop(error);
    }
    this.#inFlight--;
    progress.inFlight--;
    this.#wake();
  }

  #endOf(stage: Stage, id: string, hash: string): Promise<RowEnd> {
    if (!("each" in stage)) throw new Error(`${stage.name} takes no single rows`);
    const { executor, randomSeed } = this.#options;
    const row = storeNamed(this.#options.stores, stage.over.name).read(id) as { language?: "zh" | "en" };
    const fingerprint = this.#options.fingerprint(stage, row.language ?? "en", hash);
    return executor.run({ stage, input: id, row, fingerprint, finished: name => this.#finished(name), randomSeed });
  }

  #finished(name: string): FinishedArtifact {
    const artifact = this.#options.finished.get(name);
    if (!artifact) throw new Error(`${name} is not finished`);
    return artifact;
  }

  #take(progress: StageProgress, id: string, end: RowEnd): void {
    if (end === "parked") {
      progress.parked++;
      return;
    }
    const { stage, store } = progress;
    const { onEvent } = this.#options;
    const line = orAtRow(stage, id, () => writeKeepingEdits({ stage, store, onEvent }, end.done, end.rows));
    onEvent({ type: "row-finished", stage: stage.name, input: line.input, outcome: line.outcome, code: line.code ?? null, detail: line.detail ?? null });
    this.#arriveAt(stage, idsIn(line));
  }

  #runWhole(progress: StageProgress, over: FinishedArtifact): string[] {
    const { stage, store } = progress;
    if (!("all" in stage)) throw new Error(`${stage.name} takes single rows`);
    const { randomSeed, onEvent } = this.#options;
    const done = store.outcome(wholeInput);
    if (done && stands(this.#options, stage, done, over.hash)) {
      progress.reused++;
      return keptInputs(store, over, done);
    }
    const fingerprint = this.#options.fingerprint(stage, "en", over.hash);
    return orAtRow(stage, wholeInput, () => runWhole({ stage, store, over, fingerprint, finished: name => this.#finished(name), randomSeed, onEvent }));
  }

  /** Ends a stage, unless rows of it must be run once more first: those whose version of a row that others made too is wanted now. */
  #end(progress: StageProgress): boolean {
    const { stage, store } = progress;
    const over = this.#finished(stage.over.name);
    const inputs = "each" in stage ? over.ids : this.#runWhole(progress, over);
    const { closed, lacking, changed } = store.close(inputs);
    for (const id of lacking) progress.addRow(id);
    this.#arriveAt(stage, changed);
    if (!closed) return false;
    const finished = new FinishedArtifact(store, store.idsOf(inputs));
    const before = this.#options.previous.get(stage.writes.name);
    this.#options.finished.set(stage.writes.name, before?.hash === finished.hash ? before : finished);
    progress.ended = true;
    this.#options.onEvent({ type: "stage-finished", stage: stage.name, counts: countsOf(progress, inputs) });
    if ("all" in stage) this.#arriveAt(stage, finished.ids);
    for (const consumer of this.#progress) if (consumer.stage.over.name === stage.writes.name) consumer.inputEnded = true;
    return true;
  }
}

const idsIn = (done: DoneLine) => done.rows.map(([id]) => id);

const interrupted = () => new PipelineError("interrupted", "Stopped; what was in flight is finished and saved.", { hint: "Type the same command again to go on from here." });
