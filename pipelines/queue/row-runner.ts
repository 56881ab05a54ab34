// A worker's work for one coordinator start: takes jobs, runs their rows, sends back the outcomes.

import { setTimeout as pause } from "node:timers/promises";
import type { ConnectionOptions, Worker } from "bullmq";
import { type CreateAsk, type RowEnd, runRow } from "../engine/row.ts";
import type { Stage } from "../engine/stage.ts";
import { type Blobs, pack, unpack } from "./blobs.ts";
import { abandoned } from "./worker-calls.ts";
import type { Connection } from "./connection.ts";
import type { FetchedTables } from "./fetched-tables.ts";
import type { RowsJob, RowTask, WorkerMessage } from "./messages.ts";
import { names } from "./names.ts";
import { loadBullMq } from "./packages.ts";
import { toRedisError, isRefusedForGood } from "./redis-errors.ts";
import { endJob, forgetRemovedQueue, giveBack, nextRows, type TakenJob } from "./rows-queue.ts";
import { toWire } from "./wire-errors.ts";
import { setAside, turnOf } from "./worker-deaths.ts";

/** Milliseconds for which a worker's lock on a job lasts; extended while the worker lives. */
const lockDuration = 15_000;
const lockPause = 4000;
/** Milliseconds between two checks for jobs whose worker has died. */
const stalledPause = 5000;
/** Milliseconds before the next try after Redis failed to give a job. */
const pauseAfterError = 500;

export interface RowRunnerOptions {
  readonly epoch: string;
  /** The worker's name, which is part of its job locks. */
  readonly worker: string;
  readonly connection: Pick<Connection, "options" | "redis" | "seal">;
  readonly blobs: Blobs;
  readonly tables: FetchedTables;
  readonly stages: readonly Stage[];
  readonly createAsk: CreateAsk;
  readonly randomSeed: number;
  /** Most rows run at a time. */
  readonly capacity: number;
  readonly send: (message: WorkerMessage) => void;
  /** Resolves when everything sent is in Redis. */
  readonly flush: () => Promise<void>;
  /** Called when Redis refuses this worker its jobs. */
  readonly onError: (error: unknown) => void;
}

const isRunnable = (stage: Stage | undefined): stage is Parameters<typeof runRow>[0]["stage"] =>
  stage !== undefined && "each" in stage;

interface HeldJob {
  readonly id: string;
  /** Functions that send the outcomes of its finished rows. */
  readonly ends: (() => Promise<void>)[];
}

export class RowRunner {
  readonly #options: RowRunnerOptions;
  readonly #jobs: Worker<RowsJob>;
  /** Jobs this worker holds, by lock token. */
  readonly #held = new Map<string, HeldJob>();
  readonly #stages: ReadonlyMap<string, Stage>;
  #rows = 0;
  #ended = 0;
  #over = false;
  #stoppedTaking = false;
  #ownsRows = true;
  #roomMade: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: RowRunnerOptions, jobs: Worker<RowsJob>) {
    this.#options = options;
    this.#jobs = jobs;
    this.#stages = new Map(options.stages.map(stage => [stage.name, stage]));
  }

  static async begin(options: RowRunnerOptions): Promise<RowRunner> {
    const { Worker } = await loadBullMq();
    const jobs = new Worker<RowsJob>(names.rows(options.epoch), null, {
      connection: options.connection.options as ConnectionOptions,
      prefix: names.rowsPrefix,
      lockDuration,
      stalledInterval: stalledPause,
      // The number of times a job is reassigned is checked when it is taken.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      drainDelay: 2,
    });
    // The worker's own connection to the same Redis reports all problems.
    jobs.on("error", () => undefined);
    try {
      await giveBack(options.connection, options);
      await jobs.startStalledCheckTimer();
    } catch (error) {
      await jobs.close(true);
      throw error;
    }
    const runner = new RowRunner(options, jobs);
    runner.#timer = setInterval(() => runner.#prolong(), lockPause);
    void runner.#takeJobs();
    return runner;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Whether it has no rows and can get no more. */
  get isDone(): boolean {
    return this.#stoppedTaking && this.#rows === 0;
  }

  get ended(): number {
    return this.#ended;
  }

  /** Sends again the row outcomes of unfinished jobs, in case Redis has lost the latest. */
  repeat(): void {
    for (const { ends } of this.#held.values()) for (const tell of ends) void tell();
  }

  /** Takes no more jobs; work in hand goes on. */
  takeNoMore(): void {
    this.#over = true;
    this.#roomMade();
  }

  /** Releases all jobs at once: their rows are no longer needed, or are done. */
  async end(): Promise<void> {
    this.#ownsRows = false;
    this.takeNoMore();
    clearInterval(this.#timer);
    await this.#jobs.close(true);
    const { connection, epoch } = this.#options;
    await forgetRemovedQueue(connection.redis, epoch).catch(() => undefined);
  }

  async #takeJobs(): Promise<void> {
    for (await this.#room(); !this.#over; await this.#room()) {
      const taken = await nextRows(this.#jobs, this.#options).catch((error: unknown) =>
        this.#noJob(error),
      );
      if (taken) void this.#runJob(taken);
    }
    this.#stoppedTaking = true;
  }

  /** A broken connection reconnects by itself. A refusal would repeat for ever, and nobody would know why rows wait. */
  async #noJob(error: unknown): Promise<undefined> {
    if (isRefusedForGood(error)) this.#options.onError(toRedisError(error));
    await pause(pauseAfterError);
  }

  async #room(): Promise<void> {
    while (this.#rows >= this.#options.capacity && !this.#over) {
      await new Promise<void>(resolve => {
        this.#roomMade = resolve;
      });
    }
  }

  async #runJob({ job, rows, token }: TakenJob): Promise<void> {
    const ends: HeldJob["ends"] = [];
    this.#held.set(token, { id: job.id ?? "", ends });
    this.#rows += rows.length;
    const { order, how } = turnOf(rows, job.attemptsStarted);
    const end = (task: RowTask) =>
      this.#endOf(task, ends, how === "set aside" ? async () => setAside(task) : undefined).finally(
        () => this.#endRow(),
      );
    if (how === "in turn")
      for (const task of order) {
        await end(task);
        if (!this.#ownsRows) return;
        await this.#options.flush().catch(() => undefined);
      }
    else await Promise.all(order.map(end));
    if (!this.#ownsRows) return;
    const isTold = await this.#options.flush().then(
      () => true,
      () => false,
    );
    // A job whose outcomes are not in Redis goes to another worker when its lock expires.
    if (isTold) await endJob(job, token);
    this.#held.delete(token);
  }

  #endRow(): void {
    this.#rows--;
    this.#ended++;
    this.#roomMade();
  }

  async #endOf(
    task: RowTask,
    ends: HeldJob["ends"],
    run = () => this.#runTask(task),
  ): Promise<void> {
    const { epoch, blobs, send } = this.#options;
    const { id } = task;
    const breakOff = (error: unknown) =>
      send({ type: "row-broke", epoch, id, error: toWire(error) });
    const tell = await run().then(
      end => () =>
        pack(blobs, [id, end] as const).then(
          packed => send({ type: "row", epoch, id, end: packed }),
          breakOff,
        ),
      (error: unknown) => async () => breakOff(error),
    );
    // Nothing is reported on released rows: a coordinator that lost its lease must not take their end for an error.
    if (!this.#ownsRows) return;
    ends.push(tell);
    await tell();
  }

  async #runTask({ stage: name, input, fingerprint, row, tables: refs }: RowTask): Promise<RowEnd> {
    const { blobs, tables, randomSeed } = this.#options;
    const stage = this.#stages.get(name);
    if (!isRunnable(stage)) throw new Error(`${name} takes no single rows here`);
    const [, content] = await unpack(blobs, row);
    const finished = new Map(
      (await Promise.all(refs.map(ref => tables.get(ref)))).map(table => [table.name, table]),
    );
    const lookup = (artifact: string) => {
      const table = finished.get(artifact);
      if (table) return table;
      throw new Error(`${artifact} did not come with the row`);
    };
    return runRow(
      { stage, input, row: content, fingerprint, finished: lookup, randomSeed },
      this.#createAsk,
    );
  }

  /** A released row makes no more calls: they would be made and paid for by the worker's next run. */
  #createAsk: CreateAsk = (stage, asker) => {
    const ask = this.#options.createAsk(stage, asker);
    return (prompt, language, variables, options) =>
      this.#ownsRows ? ask(prompt, language, variables, options) : Promise.reject(abandoned());
  };

  #prolong(): void {
    const heldJobs = [...this.#held];
    if (heldJobs.length === 0) return;
    const [ids, tokens] = [heldJobs.map(([, { id }]) => id), heldJobs.map(([token]) => token)];
    this.#jobs.extendJobLocks(ids, tokens, lockDuration).catch(() => undefined);
  }
}
