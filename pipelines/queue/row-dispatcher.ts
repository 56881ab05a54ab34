// The coordinator's executor: sends rows out as jobs, several per job; outcomes come back as messages.

import type { Executor } from "../engine/executor.ts";
import { lookupsOf } from "../engine/pipeline.ts";
import type { RowEnd, RowRun } from "../engine/row.ts";
import { type Blobs, pack, unpack } from "./blobs.ts";
import { NumberedRowEnd } from "./message-forms.ts";
import type { RowTask, WorkerMessage } from "./messages.ts";
import { names } from "./names.ts";
import type { RowsQueue } from "./rows-queue.ts";
import type { Seal } from "./seal.ts";
import type { TableShelf } from "./tables.ts";
import { fromWire } from "./wire-errors.ts";

/** Rows per job: they share the queue's overhead, yet no worker gets many more than another. */
const rowsPerJob = 8;

/** Milliseconds for which rows are gathered into a job. */
const gathering = 10;

/** Milliseconds between two polls for untaken rows, once the run is to stop. */
const takeBackPause = 500;

export interface RowDispatcherOptions {
  readonly epoch: string;
  readonly queue: RowsQueue;
  readonly seal: Seal;
  readonly blobs: Blobs;
  readonly tables: TableShelf;
  /** Aborted when the run is to stop: untaken rows are withdrawn. */
  readonly signal: AbortSignal;
  /** Whether any worker may still finish a row. */
  readonly anybodyThere: () => boolean;
}

interface Waiting {
  readonly run: RowRun;
  /** The job the row went out with. */
  job: string;
  readonly resolve: (end: RowEnd) => void;
  readonly reject: (error: unknown) => void;
  /** The blob that holds its row. */
  readonly blob: string | undefined;
}

type RowMessage = Extract<WorkerMessage, { type: "row" | "row-broke" }>;

export class RowDispatcher implements Executor {
  readonly #options: RowDispatcherOptions;
  readonly #waiting = new Map<number, Waiting>();
  #gathered: RowTask[] = [];
  #rows = 0;
  #jobs = 0;
  #failure: { readonly error: unknown } | undefined;
  /** Why no more rows are begun. */
  #stopped: { readonly reason: unknown } | undefined;

  constructor(options: RowDispatcherOptions) {
    this.#options = options;
    const { signal } = options;
    const stop = () => this.#stop(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  }

  /** Number of rows that workers have or that wait for one. */
  get inFlight(): number {
    return this.#waiting.size;
  }

  async run(row: RowRun): Promise<RowEnd> {
    const task = await this.#taskOf(row);
    if (this.#failure) throw this.#failure.error;
    if (this.#stopped) throw this.#stopped.reason;
    return new Promise((resolve, reject) => {
      this.#waiting.set(task.id, {
        run: row,
        job: "",
        resolve,
        reject,
        blob: "blob" in task.row ? task.row.blob : undefined,
      });
      if (this.#gathered.push(task) === 1) setTimeout(() => this.#enqueue(), gathering);
    });
  }

  async #taskOf(
    { stage, input, fingerprint, row, finished }: RowRun,
    id = ++this.#rows,
  ): Promise<RowTask> {
    const { blobs, tables } = this.#options;
    const refs = await Promise.all(lookupsOf(stage).map(({ name }) => tables.ref(finished(name))));
    return {
      id,
      stage: stage.name,
      input,
      fingerprint,
      row: await pack(blobs, [id, row] as const),
      tables: refs,
    };
  }

  #enqueue(): void {
    const tasks = this.#gathered;
    this.#gathered = [];
    const jobs = Array.from({ length: Math.ceil(tasks.length / rowsPerJob) }, (_, job) =>
      tasks.slice(job * rowsPerJob, (job + 1) * rowsPerJob),
    );
    this.#add(jobs.map(rows => [`${this.#options.epoch}-${++this.#jobs}`, rows])).catch(
      (error: unknown) => this.fail(error),
    );
  }

  async #add(jobs: readonly (readonly [id: string, rows: readonly RowTask[]])[]): Promise<void> {
    for (const [job, rows] of jobs) for (const { id } of rows) this.#noteJob(id, job);
    const { epoch, queue, seal } = this.#options;
    await queue.addBulk(
      jobs.map(([jobId, rows]) => ({
        name: "rows",
        data: seal.sign(names.rows(epoch), { rows }),
        opts: { jobId, removeOnComplete: true, removeOnFail: true },
      })),
    );
  }

  #noteJob(id: number, job: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting) waiting.job = job;
  }

  /** Adds all jobs again, in case Redis has lost the latest; jobs it still has are unchanged. */
  async repeat(): Promise<void> {
    this.#options.tables.forget();
    const jobs = new Map<string, RowTask[]>();
    for (const [id, { run, job }] of [...this.#waiting].filter(([, { job }]) => job !== ""))
      jobs.set(job, [...(jobs.get(job) ?? []), await this.#taskOf(run, id)]);
    await this.#add([...jobs]);
  }

  /** Takes the outcome of a row; skipped if nobody waits for it (the row was run twice). */
  async take(message: RowMessage): Promise<void> {
    const waiting = this.#waiting.get(message.id);
    // At once: the outcome may come a second time while this one is fetched.
    this.#waiting.delete(message.id);
    const { blobs } = this.#options;
    if (message.type === "row-broke") {
      if (waiting) this.#break(waiting, fromWire(message.error, "on a worker"));
      return;
    }
    if (waiting)
      await unpack(blobs, message.end).then(
        numbered => this.#settle(message.id, waiting, numbered),
        (error: unknown) => this.#break(waiting, error),
      );
    const done = [
      ...("blob" in message.end ? [message.end.blob] : []),
      ...(waiting?.blob === undefined ? [] : [waiting.blob]),
    ];
    if (done.length > 0) await blobs.drop(done);
  }

  /** Anything but an outcome of this row is skipped: its own is still to come. */
  #settle(id: number, waiting: Waiting, numbered: readonly [number, RowEnd]): void {
    if (NumberedRowEnd.safeParse(numbered).success && numbered[0] === id)
      waiting.resolve(numbered[1]);
    else this.#waiting.set(id, waiting);
  }

  /** Rejects all waiting rows with this error: none will come back. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** Stops the run with this error: untaken rows would only hold it up. */
  #break({ reject }: Waiting, error: unknown): void {
    reject(error);
    this.#stop(error);
  }

  #stop(reason: unknown): void {
    if (this.#stopped) return;
    this.#stopped = { reason };
    const again = (): void => {
      if (this.#waiting.size === 0) return;
      this.#takeBack(reason).then(
        () => setTimeout(again, takeBackPause).unref(),
        (error: unknown) => this.fail(error),
      );
    };
    again();
  }

  /** Withdraws rows that no worker has taken; all rows if there is no worker. */
  async #takeBack(reason: unknown): Promise<void> {
    const { queue, anybodyThere } = this.#options;
    for (const job of await queue.getJobs(["waiting"])) {
      const removed = await job.remove().then(
        () => true,
        () => false,
      );
      if (removed) for (const { id } of job.data.rows) this.#giveUp(id, reason);
    }
    if (!anybodyThere()) this.fail(reason);
  }

  #giveUp(id: number, reason: unknown): void {
    this.#waiting.get(id)?.reject(reason);
    this.#waiting.delete(id);
  }
}
