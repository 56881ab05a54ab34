// Runs rows on a worker for one coordinator start: takes jobs, runs their rows, sends the outcomes.

import { setTimeout as pause } from "node:timers/promises";
import type { ConnectionOptions, Worker } from "bullmq";
import { type CreateAsk, type RowEnd, runRow } from "../engine/row.ts";
import type { Stage } from "../engine/stage.ts";
import { type Blobs, pack, unpack } from "./blobs.ts";
import { abandonedRowError } from "./worker-calls.ts";
import type { Connection } from "./connection.ts";
import type { FetchedTables } from "./fetched-tables.ts";
import type { NumberedRowEnd, RowsJob, RowTask, WorkerMessage } from "./messages.ts";
import { redisKeys } from "./redis-keys.ts";
import { loadBullMq } from "./load-packages.ts";
import { toRedisError, isRefusedForGood } from "./redis-errors.ts";
import { endJob, forgetRemovedQueue, giveBackJobs, takeNextJob } from "./rows-queue.ts";
import type { TakenJob } from "./rows-queue.ts";
import { toWire } from "./wire-errors.ts";
import { setAsideOutcome, orderOfRun } from "./worker-deaths.ts";

/** Milliseconds for which a worker's lock on a job lasts; extended while the worker lives. */
const lockDuration = 15_000;
/** Milliseconds between two extensions. */
const lockPause = 4000;
/** Milliseconds between two checks for jobs whose worker has died. */
const stalledPause = 5000;
/** Milliseconds to wait before the next try if taking a job from Redis failed. */
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
  /** Maximum number of rows run at a time. */
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
  readonly outcomeSenders: (() => Promise<void>)[];
}

export class RowRunner {
  readonly #options: RowRunnerOptions;
  readonly #jobs: Worker<RowsJob>;
  /** Jobs this worker holds, by lock token. */
  readonly #heldJobs = new Map<string, HeldJob>();
  readonly #stages: ReadonlyMap<string, Stage>;
  #rows = 0;
  #ended = 0;
  #isOver = false;
  #hasStoppedTaking = false;
  #ownsRows = true;
  #onRoom: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: RowRunnerOptions, jobs: Worker<RowsJob>) {
    this.#options = options;
    this.#jobs = jobs;
    this.#stages = new Map(options.stages.map(stage => [stage.name, stage]));
  }

  static async begin(options: RowRunnerOptions): Promise<RowRunner> {
    const { Worker } = await loadBullMq();
    const jobs = new Worker<RowsJob>(redisKeys.rows(options.epoch), null, {
      connection: options.connection.options as ConnectionOptions,
      prefix: redisKeys.rowsPrefix,
      lockDuration,
      stalledInterval: stalledPause,
      // The number of times a job is reassigned is checked when it is taken.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      drainDelay: 2,
    });
    // The worker's own connection to the same Redis reports all problems.
    jobs.on("error", () => undefined);
    try {
      await giveBackJobs(options.connection, options);
      await jobs.startStalledCheckTimer();
    } catch (error) {
      await jobs.close(true);
      throw error;
    }
    const runner = new RowRunner(options, jobs);
    runner.#timer = setInterval(() => runner.#extendLocks(), lockPause);
    void runner.#takeJobs();
    return runner;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Whether it has no rows and will take no more. */
  get isDone(): boolean {
    return this.#hasStoppedTaking && this.#rows === 0;
  }

  get ended(): number {
    return this.#ended;
  }

  /** Sends again the row outcomes of unfinished jobs, in case Redis has lost the latest. */
  repeat(): void {
    for (const { outcomeSenders } of this.#heldJobs.values())
      for (const sendOutcome of outcomeSenders) void sendOutcome();
  }

  /** Takes no more jobs; work in progress continues. */
  takeNoMore(): void {
    this.#isOver = true;
    this.#onRoom();
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
    for (await this.#waitForRoom(); !this.#isOver; await this.#waitForRoom()) {
      const taken = await takeNextJob(this.#jobs, this.#options).catch((error: unknown) =>
        this.#handleJobError(error),
      );
      if (taken) void this.#runJob(taken);
    }
    this.#hasStoppedTaking = true;
  }

  /** A broken connection reconnects by itself; a refusal is reported, since it would recur forever and the user would not know why rows wait. */
  async #handleJobError(error: unknown): Promise<undefined> {
    if (isRefusedForGood(error)) this.#options.onError(toRedisError(error));
    await pause(pauseAfterError);
  }

  async #waitForRoom(): Promise<void> {
    while (this.#rows >= this.#options.capacity && !this.#isOver) {
      await new Promise<void>(resolve => {
        this.#onRoom = resolve;
      });
    }
  }

  async #runJob({ job, rows, token }: TakenJob): Promise<void> {
    const outcomeSenders: HeldJob["outcomeSenders"] = [];
    this.#heldJobs.set(token, { id: job.id ?? "", outcomeSenders });
    this.#rows += rows.length;
    const { order, mode } = orderOfRun(rows, job.attemptsStarted);
    const runAndEnd = (task: RowTask) => {
      const run = mode === "set aside" ? async () => setAsideOutcome(task) : undefined;
      return this.#runAndReport(task, outcomeSenders, run).finally(() => this.#endRow());
    };
    if (mode === "in turn")
      for (const task of order) {
        await runAndEnd(task);
        if (!this.#ownsRows) return;
        await this.#options.flush().catch(() => undefined);
      }
    else await Promise.all(order.map(runAndEnd));
    if (!this.#ownsRows) return;
    const isSent = await this.#options.flush().then(
      () => true,
      () => false,
    );
    // A job whose outcomes are not in Redis goes to another worker when its lock expires.
    if (isSent) await endJob(job, token);
    this.#heldJobs.delete(token);
  }

  #endRow(): void {
    this.#rows--;
    this.#ended++;
    this.#onRoom();
  }

  async #runAndReport(
    task: RowTask,
    outcomeSenders: HeldJob["outcomeSenders"],
    run = () => this.#run(task),
  ): Promise<void> {
    const { epoch, blobs, send } = this.#options;
    const { id } = task;
    const sendError = (error: unknown) =>
      send({ type: "row-broke", epoch, id, error: toWire(error) });
    const sendOutcome = await run().then(
      end => () =>
        pack<NumberedRowEnd>(blobs, [id, end]).then(
          packed => send({ type: "row", epoch, id, end: packed }),
          sendError,
        ),
      (error: unknown) => async () => sendError(error),
    );
    // Nothing is reported about released rows: a coordinator that lost its lease must not mistake their end for an error.
    if (!this.#ownsRows) return;
    outcomeSenders.push(sendOutcome);
    await sendOutcome();
  }

  async #run({ stage: name, input, fingerprint, row, tables: refs }: RowTask): Promise<RowEnd> {
    const { blobs, tables, randomSeed } = this.#options;
    const stage = this.#stages.get(name);
    if (!isRunnable(stage)) throw new Error(`${name} cannot run individual rows here`);
    const [, content] = await unpack(blobs, row);
    const fetched = await Promise.all(refs.map(ref => tables.get(ref)));
    const lookup = (artifact: string) => {
      const table = fetched.find(({ name: tableName }) => tableName === artifact);
      if (table) return table;
      throw new Error(`${artifact} did not come with the row`);
    };
    return runRow(
      { stage, input, row: content, fingerprint, finished: lookup, randomSeed },
      this.#createAsk,
    );
  }

  /** Rejects calls of a released row: they would be made and paid for in the worker's next run. */
  #createAsk: CreateAsk = (stage, caller) => {
    const ask = this.#options.createAsk(stage, caller);
    return (prompt, language, variables, options) =>
      this.#ownsRows
        ? ask(prompt, language, variables, options)
        : Promise.reject(abandonedRowError());
  };

  #extendLocks(): void {
    const heldJobs = [...this.#heldJobs];
    if (heldJobs.length === 0) return;
    const [ids, tokens] = [heldJobs.map(([, { id }]) => id), heldJobs.map(([token]) => token)];
    this.#jobs.extendJobLocks(ids, tokens, lockDuration).catch(() => undefined);
  }
}
