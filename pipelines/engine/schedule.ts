// One pass over the stages: rows go on as soon as they are ready, the deepest stage's rows first.

import { type DoneLine, isEdited, type Read, wholeInput } from "./done.ts";
import { PipelineError } from "./errors.ts";
import type { Listener } from "./events.ts";
import { lookupsOf } from "./pipeline.ts";
import { type CreateAsk, recordingTables, runRow, seedFrom } from "./row.ts";
import type { Stage } from "./stage.ts";
import type { Store } from "./store.ts";
import { countsOf, StageProgress } from "./stage-progress.ts";
import { FinishedArtifact } from "./table.ts";

export interface PassOptions {
  readonly stages: readonly Stage[];
  readonly stores: ReadonlyMap<string, Store>;
  /** Artifacts that are finished before the pass: inputs, and what is fed back. The pass adds its own. */
  readonly finished: Map<string, FinishedArtifact>;
  /** What the last pass finished: kept, with its indexes, where it is still the same. */
  readonly previous: ReadonlyMap<string, FinishedArtifact>;
  readonly fedBack: (stage: Stage) => readonly string[];
  readonly fingerprint: (stage: Stage, language: "zh" | "en", inputHash: string) => string;
  readonly createAsk: CreateAsk;
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
  #fatal: unknown;
  #wake: () => void = () => undefined;

  constructor(options: PassOptions) {
    this.#options = options;
    this.#progress = options.stages.map(stage => new StageProgress(stage, storeOf(options, stage.writes.name)));
  }

  async run(): Promise<number> {
    for (const progress of this.#progress) this.#startIfInputFinished(progress);
    for (;;) {
      this.#settleStages();
      this.#startRows();
      if (this.#inFlight === 0) break;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
    if (this.#fatal !== undefined) throw this.#fatal;
    if (this.#options.signal.aborted) throw interrupted();
    return this.#progress.reduce((sum, { parked }) => sum + parked, 0);
  }

  #startIfInputFinished(progress: StageProgress): void {
    const over = this.#options.finished.get(progress.stage.over.name);
    if (!over) return;
    progress.inputEnded = true;
    if ("each" in progress.stage) for (const id of over.ids) this.#arrive(progress, id);
  }

  /** Ends what can end; each end may let the next begin. */
  #settleStages(): void {
    for (let again = true; again && this.#fatal === undefined; ) {
      again = false;
      for (const progress of this.#progress) {
        if (progress.ended || !this.#lookupsFinished(progress.stage)) continue;
        this.#admitHeld(progress);
        if (!progress.canEnd) continue;
        if (this.#options.signal.aborted) return;
        this.#end(progress);
        again = true;
      }
    }
  }

  #lookupsFinished(stage: Stage): boolean {
    const fed = this.#options.fedBack(stage);
    return lookupsOf(stage).every(({ name }) => this.#options.finished.has(name) || fed.includes(name));
  }

  #arrive(progress: StageProgress, id: string): void {
    if (this.#lookupsFinished(progress.stage)) this.#admit(progress, id);
    else progress.held.push(id);
  }

  #admitHeld(progress: StageProgress): void {
    for (const id of progress.held.splice(0)) this.#admit(progress, id);
  }

  /** Takes over an outcome that still stands, or queues the row. */
  #admit(progress: StageProgress, id: string): void {
    const done = progress.store.outcome(id);
    if (!done || !this.#stands(progress.stage, done, this.#inputHash(progress.stage, id))) {
      progress.addRow(id);
      return;
    }
    progress.reused++;
    this.#emit(progress, done);
  }

  #inputHash = (stage: Stage, id: string) => storeOf(this.#options, stage.over.name).hash(id);

  #stands(stage: Stage, done: DoneLine, inputHash: string): boolean {
    const { fingerprint, retryFailed, onEvent } = this.#options;
    const same = (["zh", "en"] as const).some(language => fingerprint(stage, language, inputHash) === done.fingerprint);
    const fresh = same && done.reads.every(read => this.#readHolds(read));
    // A person's work is kept whatever changed above it; it is said, so that they can look again.
    if (isEdited(done) && "each" in stage) {
      for (const [row, , mark] of done.rows) if (mark) onEvent({ type: "edit-kept", stage: stage.name, row, stale: !fresh });
      return true;
    }
    const again = done.outcome === "failed" && (done.kind === "technical" || retryFailed);
    return fresh && !again;
  }

  #readHolds(read: Read): boolean {
    return this.#options.finished.get(read[0])?.hashNow(read) === read[3];
  }

  #emit(progress: StageProgress, done: DoneLine): void {
    for (const consumer of this.#progress) {
      if (!("each" in consumer.stage) || consumer.stage.over.name !== progress.stage.writes.name) continue;
      for (const [id] of done.rows) this.#arrive(consumer, id);
    }
  }

  #startRows(): void {
    while (this.#inFlight < this.#options.concurrency && this.#fatal === undefined && !this.#options.signal.aborted) {
      const progress = this.#progress.findLast(({ hasRows }) => hasRows);
      const id = progress?.takeRow();
      if (!progress || id === undefined) return;
      void this.#runOne(progress, id);
    }
  }

  async #runOne(progress: StageProgress, id: string): Promise<void> {
    const { stage } = progress;
    if (!("each" in stage)) return;
    this.#inFlight++;
    progress.inFlight++;
    if (!progress.started) this.#options.onEvent({ type: "stage-started", stage: stage.name });
    progress.started = true;
    try {
      const row = storeOf(this.#options, stage.over.name).read(id) as { language?: "zh" | "en" };
      const fingerprint = this.#options.fingerprint(stage, row.language ?? "en", this.#inputHash(stage, id));
      const { createAsk, randomSeed } = this.#options;
      const end = await runRow({ stage, input: id, row, fingerprint, finished: name => this.#finished(name), createAsk, randomSeed });
      if (end === "parked") progress.parked++;
      else this.#journal(progress, end.done, end.rows);
    } catch (error) {
      this.#fatal ??= error;
    }
    this.#inFlight--;
    progress.inFlight--;
    this.#wake();
  }

  #finished(name: string): FinishedArtifact {
    const artifact = this.#options.finished.get(name);
    if (!artifact) throw new Error(`${name} is not finished`);
    return artifact;
  }

  #journal(progress: StageProgress, done: Omit<DoneLine, "rows">, rows: object[]): void {
    const line = progress.store.write(done, rows);
    const { stage } = progress;
    this.#options.onEvent({ type: "row-finished", stage: stage.name, input: line.input, outcome: line.outcome, code: line.code ?? null, detail: line.detail ?? null });
    this.#emit(progress, line);
  }

  #end(progress: StageProgress): void {
    const { stage, store } = progress;
    const over = this.#finished(stage.over.name);
    const inputs = "each" in stage ? over.ids : this.#runWhole(progress, over);
    store.close(inputs);
    const finished = new FinishedArtifact(store, store.idsOf(inputs));
    const before = this.#options.previous.get(stage.writes.name);
    this.#options.finished.set(stage.writes.name, before?.hash === finished.hash ? before : finished);
    progress.ended = true;
    this.#options.onEvent({ type: "stage-finished", stage: stage.name, counts: countsOf(progress, inputs) });
    for (const consumer of this.#progress) {
      if (consumer.stage.over.name !== stage.writes.name) continue;
      if ("each" in consumer.stage && !("each" in stage)) for (const id of finished.ids) this.#arrive(consumer, id);
      consumer.inputEnded = true;
    }
  }

  /** Runs a stage that needs its whole artifact; returns the inputs of its journal: the whole, then what was dropped. */
  #runWhole(progress: StageProgress, over: FinishedArtifact): string[] {
    const { stage, store } = progress;
    if (!("all" in stage)) return [];
    const done = store.outcome(wholeInput);
    const dropped = () => over.ids.filter(id => store.outcome(id));
    if (done && this.#stands(stage, done, over.hash)) {
      progress.reused++;
      return [wholeInput, ...dropped()];
    }
    const reads = new Map<string, Read>();
    const { randomSeed, fingerprint } = this.#options;
    const context = { tables: recordingTables(stage, name => this.#finished(name), reads), seedFor: (...parts: string[]) => seedFrom(randomSeed, parts) };
    const result = stage.all(over.rows() as never[], context as never);
    const edited = new Set(done?.rows.filter(mark => mark[2]).map(([id]) => id));
    const rows = result.rows.map(row => this.#keptEdit(stage, store, row, edited));
    const journal = { fingerprint: fingerprint(stage, "en", over.hash), calls: [] };
    const wasDropped = new Set(result.dropped?.map(({ id }) => id));
    for (const { id, code, detail } of result.dropped ?? []) store.write({ ...journal, input: id, outcome: "rejected", code, detail, reads: [] }, []);
    store.write({ ...journal, input: wholeInput, outcome: "made", reads: [...reads.values()] }, rows, edited);
    return [wholeInput, ...over.ids.filter(id => wasDropped.has(id))];
  }

  #keptEdit(stage: Stage, store: Store, row: object, edited: ReadonlySet<string>): object {
    const id = stage.writes.key(row as never);
    if (!edited.has(id)) return row;
    this.#options.onEvent({ type: "edit-kept", stage: stage.name, row: id, stale: true });
    return store.read(id) as object;
  }
}

function storeOf({ stores }: PassOptions, artifact: string): Store {
  const store = stores.get(artifact);
  if (!store) throw new Error(`${artifact} has no store`);
  return store;
}

const interrupted = () =>
  new PipelineError("interrupted", "Stopped; what was in flight is finished and saved.", { hint: "Type the same command again to go on from here." });
