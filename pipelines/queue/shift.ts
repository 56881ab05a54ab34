// A worker's work for one start of a coordinator: takes jobs, runs their rows, sends back what came of them.

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ConnectionOptions, Job, Worker } from "bullmq";
import type { CreateAsk } from "../engine/row.ts";
import { runRow } from "../engine/row.ts";
import type { Stage } from "../engine/stage.ts";
import { type Blobs, pack, unpack } from "./blobs.ts";
import type { Connection } from "./connection.ts";
import type { FetchedTables } from "./fetched-tables.ts";
import type { RowsJob, RowTask, WorkerMessage } from "./messages.ts";
import { names } from "./names.ts";
import { toWire } from "./wire-errors.ts";

/** Milliseconds for which a job is a worker's own; prolonged while the worker lives. */
const lockDuration = 15_000;
const lockPause = 4000;
/** Milliseconds between two looks for jobs whose worker has died. */
const stalledPause = 5000;
/** Milliseconds before the next try, when Redis did not give a job. */
const pauseAfterError = 500;

export interface ShiftOptions {
  readonly epoch: string;
  readonly connection: Pick<Connection, "options">;
  readonly blobs: Blobs;
  readonly tables: FetchedTables;
  readonly stages: readonly Stage[];
  readonly createAsk: CreateAsk;
  readonly randomSeed: number;
  /** Rows at one time. */
  readonly capacity: number;
  readonly send: (message: WorkerMessage) => void;
  /** Until all that was sent is in Redis. */
  readonly flush: () => Promise<void>;
}

type RunnableStage = Parameters<typeof runRow>[0]["stage"];

const isRunnable = (stage: Stage | undefined): stage is RunnableStage => stage !== undefined && "each" in stage;

export class Shift {
  readonly #options: ShiftOptions;
  readonly #jobs: Worker<RowsJob>;
  /** Jobs this worker holds, with the token of each. */
  readonly #held = new Map<string, string>();
  readonly #stages: ReadonlyMap<string, Stage>;
  #rows = 0;
  #ended = 0;
  #over = false;
  #roomMade: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: ShiftOptions, jobs: Worker<RowsJob>) {
    this.#options = options;
    this.#jobs = jobs;
    this.#stages = new Map(options.stages.map(stage => [stage.name, stage]));
  }

  static async begin(options: ShiftOptions): Promise<Shift> {
    const { Worker } = await import("bullmq");
    const jobs = new Worker<RowsJob>(names.rows(options.epoch), null, {
      connection: options.connection.options as ConnectionOptions,
      prefix: names.rowsPrefix,
      lockDuration,
      stalledInterval: stalledPause,
      // A row belongs to nobody's fault: as often as workers die, it is given to another.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      drainDelay: 2,
    });
    jobs.on("error", () => undefined);
    await jobs.startStalledCheckTimer();
    const shift = new Shift(options, jobs);
    shift.#timer = setInterval(() => shift.#prolong(), lockPause);
    void shift.#takeJobs();
    return shift;
  }

  get rows(): number {
    return this.#rows;
  }

  get ended(): number {
    return this.#ended;
  }

  /** Takes no more jobs; what is in hand goes on. */
  takeNoMore(): void {
    this.#over = true;
    this.#roomMade();
  }

  /** Lets go of all jobs at once: their rows are wanted no more, or are done. */
  async end(): Promise<void> {
    this.takeNoMore();
    clearInterval(this.#timer);
    await this.#jobs.close(true);
  }

  async #takeJobs(): Promise<void> {
    while (!this.#over) {
      await this.#room();
      const token = randomUUID();
      const job = await this.#jobs.getNextJob(token).catch(() => pause(pauseAfterError, undefined));
      if (job?.id === undefined) continue;
      this.#held.set(job.id, token);
      this.#rows += job.data.rows.length;
      void this.#runJob(job, token);
    }
  }

  async #room(): Promise<void> {
    while (this.#rows >= this.#options.capacity && !this.#over) {
      await new Promise<void>(resolve => {
        this.#roomMade = resolve;
      });
    }
  }

  async #runJob(job: Job<RowsJob>, token: string): Promise<void> {
    await Promise.all(job.data.rows.map(task => this.#runTask(task).finally(() => this.#endRow())));
    await this.#options.flush().catch(() => undefined);
    // One that was given to another meanwhile is no more ours to end.
    await job.moveToCompleted("", token, false).catch(() => undefined);
    this.#held.delete(job.id ?? "");
  }

  #endRow(): void {
    this.#rows--;
    this.#ended++;
    this.#roomMade();
  }

  async #runTask({ id, stage: name, input, fingerprint, row, tables: refs }: RowTask): Promise<void> {
    const { epoch, blobs, tables, createAsk, randomSeed, send } = this.#options;
    try {
      const stage = this.#stages.get(name);
      if (!isRunnable(stage)) throw new Error(`${name} takes no single rows here`);
      const [, content] = await unpack(blobs, row);
      const finished = new Map((await Promise.all(refs.map(ref => tables.get(ref)))).map(table => [table.name, table]));
      const lookup = (artifact: string) => {
        const table = finished.get(artifact);
        if (table) return table;
        throw new Error(`${artifact} did not come with the row`);
      };
      const end = await runRow({ stage, input, row: content, fingerprint, finished: lookup, randomSeed }, createAsk);
      send({ type: "row", epoch, id, end: await pack(blobs, [id, end] as const) });
    } catch (error) {
      // After another start of the coordinator it is passed over there.
      send({ type: "row-broke", epoch, id, error: toWire(error) });
    }
  }

  #prolong(): void {
    const held = [...this.#held];
    if (held.length === 0) return;
    const [ids, tokens] = [held.map(([id]) => id), held.map(([, token]) => token)];
    this.#jobs.extendJobLocks(ids, tokens, lockDuration).catch(() => undefined);
  }
}
