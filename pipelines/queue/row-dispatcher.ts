// The coordinator's executor: sends rows out as jobs, several per job, and receives their outcomes as messages.

import type { Executor } from "../engine/executor.ts";
import { lookupsOf } from "../engine/pipeline.ts";
import type { RowEnd, RowRun } from "../engine/row.ts";
import { type Blobs, pack, unpack } from "./blobs.ts";
import {
  type NumberedRow,
  NumberedRowEnd,
  type RowTask,
  type WorkerMessageOf,
} from "./messages.ts";
import { redisKeys } from "./redis-keys.ts";
import type { RowsQueue } from "./rows-queue.ts";
import type { Seal } from "./seal.ts";
import type { TableUploads } from "./table-uploads.ts";
import { fromWire } from "./wire-errors.ts";

/** Rows per job: enough to share the queue's overhead, yet no worker gets many more than another. */
const rowsPerJob = 8;

/** Milliseconds for which rows are gathered into a job. */
const gatherTime = 10;

/** Milliseconds between two polls for untaken rows, once the run is to stop. */
const withdrawPause = 500;

export interface RowDispatcherOptions {
  readonly epoch: string;
  readonly queue: RowsQueue;
  readonly seal: Seal;
  readonly blobs: Blobs;
  readonly tables: TableUploads;
  /** Aborted when the run is to stop: untaken rows are withdrawn. */
  readonly signal: AbortSignal;
  /** Whether any worker may still finish a row. */
  readonly hasWorkers: () => boolean;
}

interface WaitingRow {
  readonly run: RowRun;
  /** Id of the job that contains the row; empty until it is enqueued. */
  job: string;
  readonly resolve: (end: RowEnd) => void;
  readonly reject: (error: unknown) => void;
  /** The blob that holds its row. */
  readonly blob: string | undefined;
}

export class RowDispatcher implements Executor {
  readonly #options: RowDispatcherOptions;
  readonly #waitingRows = new Map<number, WaitingRow>();
  readonly #gatheredTasks: RowTask[] = [];
  #rowCount = 0;
  #jobCount = 0;
  #failure: { readonly error: unknown } | undefined;
  /** Why no more rows are started. */
  #stopCause: { readonly reason: unknown } | undefined;

  constructor(options: RowDispatcherOptions) {
    this.#options = options;
    const { signal } = options;
    const stop = () => this.#stop(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  }

  async run(row: RowRun): Promise<RowEnd> {
    const task = await this.#taskOf(row);
    if (this.#failure) throw this.#failure.error;
    if (this.#stopCause) throw this.#stopCause.reason;
    return new Promise((resolve, reject) => {
      this.#waitingRows.set(task.id, {
        run: row,
        job: "",
        resolve,
        reject,
        blob: "blob" in task.row ? task.row.blob : undefined,
      });
      if (this.#gatheredTasks.push(task) === 1) setTimeout(() => this.#enqueue(), gatherTime);
    });
  }

  async #taskOf(
    { stage, input, fingerprint, row, finished }: RowRun,
    id = ++this.#rowCount,
  ): Promise<RowTask> {
    const { blobs, tables } = this.#options;
    const refs = await Promise.all(
      lookupsOf(stage).map(({ name }) => tables.upload(finished(name))),
    );
    return {
      id,
      stage: stage.name,
      input,
      fingerprint,
      row: await pack<NumberedRow>(blobs, [id, row]),
      tables: refs,
    };
  }

  #enqueue(): void {
    const tasks = this.#gatheredTasks.splice(0);
    const jobs: [id: string, rows: RowTask[]][] = [];
    while (tasks.length > 0)
      jobs.push([`${this.#options.epoch}-${++this.#jobCount}`, tasks.splice(0, rowsPerJob)]);
    this.#add(jobs).catch((error: unknown) => this.fail(error));
  }

  async #add(jobs: readonly (readonly [id: string, rows: RowTask[]])[]): Promise<void> {
    for (const [job, rows] of jobs) for (const { id } of rows) this.#setJob(id, job);
    const { epoch, queue, seal } = this.#options;
    await queue.addBulk(
      jobs.map(([jobId, rows]) => ({
        name: "rows",
        data: seal.sign(redisKeys.rows(epoch), { rows }),
        opts: { jobId, removeOnComplete: true, removeOnFail: true },
      })),
    );
  }

  #setJob(id: number, job: string): void {
    const waitingRow = this.#waitingRows.get(id);
    if (waitingRow) waitingRow.job = job;
  }

  /** Adds all jobs again, in case Redis has lost the latest; jobs it still has are unchanged. */
  async repeat(): Promise<void> {
    this.#options.tables.forget();
    const jobs = new Map<string, RowTask[]>();
    for (const [id, { run, job }] of [...this.#waitingRows].filter(([, { job }]) => job !== ""))
      jobs.set(job, [...(jobs.get(job) ?? []), await this.#taskOf(run, id)]);
    await this.#add([...jobs]);
  }

  /** Accepts the outcome of a row; ignores it if none is awaited any more (the row was run twice). */
  async acceptOutcome(message: WorkerMessageOf<"row" | "row-broke">): Promise<void> {
    const waitingRow = this.#waitingRows.get(message.id);
    // Deleted at once: the outcome may come again while this one is fetched.
    this.#waitingRows.delete(message.id);
    const { blobs } = this.#options;
    if (message.type === "row-broke") {
      if (waitingRow) this.#failRow(waitingRow, fromWire(message.error, "on a worker"));
      return;
    }
    if (waitingRow)
      await unpack(blobs, message.end).then(
        numbered => this.#settle(message.id, waitingRow, numbered),
        (error: unknown) => this.#failRow(waitingRow, error),
      );
    const usedBlobs = [
      ...("blob" in message.end ? [message.end.blob] : []),
      ...(waitingRow?.blob === undefined ? [] : [waitingRow.blob]),
    ];
    if (usedBlobs.length > 0) await blobs.drop(usedBlobs);
  }

  /** Settles the row, or lets it wait on if this is not its outcome. */
  #settle(id: number, waitingRow: WaitingRow, numbered: NumberedRowEnd): void {
    if (NumberedRowEnd.safeParse(numbered).success && numbered[0] === id)
      waitingRow.resolve(numbered[1]);
    else this.#waitingRows.set(id, waitingRow);
  }

  /** Rejects all waiting rows with this error: no outcome will come. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    for (const { reject } of this.#waitingRows.values()) reject(error);
    this.#waitingRows.clear();
  }

  /** Stops the run with this error, and withdraws untaken rows, which would only delay its end. */
  #failRow({ reject }: WaitingRow, error: unknown): void {
    reject(error);
    this.#stop(error);
  }

  #stop(reason: unknown): void {
    if (this.#stopCause) return;
    this.#stopCause = { reason };
    const withdrawAgain = (): void => {
      if (this.#waitingRows.size === 0) return;
      this.#withdrawRows(reason).then(
        () => setTimeout(withdrawAgain, withdrawPause).unref(),
        (error: unknown) => this.fail(error),
      );
    };
    withdrawAgain();
  }

  /** Withdraws rows that no worker has taken; all rows if there is no worker. */
  async #withdrawRows(reason: unknown): Promise<void> {
    const { queue, hasWorkers } = this.#options;
    for (const job of await queue.getJobs(["waiting"])) {
      const isRemoved = await job.remove().then(
        () => true,
        () => false,
      );
      if (isRemoved) for (const { id } of job.data.rows) this.#giveUp(id, reason);
    }
    if (!hasWorkers()) this.fail(reason);
  }

  #giveUp(id: number, reason: unknown): void {
    this.#waitingRows.get(id)?.reject(reason);
    this.#waitingRows.delete(id);
  }
}
