// Runs a worker: waits for a coordinator, takes rows from the run it announces, calls models.

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { PipelineError } from "../engine/errors.ts";
import { createYielder } from "../engine/yield-turns.ts";
import { readAnnouncement } from "./announcement.ts";
import { beginSession, type WorkerSession, type WorkerSessionOptions } from "./worker-session.ts";
import type { Heartbeat } from "./heartbeat.ts";
import {
  createSender,
  deleteEntries,
  readStream,
  type Sender,
  slowTiming,
} from "./post-streams.ts";
import { type Announcement, type CoordinatorPost, parseCoordinatorPost } from "./messages.ts";
import { heartbeatLife, heartbeatPause, redisKeys } from "./redis-keys.ts";
import { withRedisErrors } from "./redis-errors.ts";
import { type Restarts, watchRestarts } from "./restarts.ts";
import { type RunLink, RunLinks } from "./run-link.ts";
import { readOrCreateName } from "./worker-name.ts";

export interface WorkerOptions
  extends Pick<WorkerSessionOptions, "connection" | "capacity" | "prepare"> {
  /** The worker's folder: its name, and replies the coordinator has not yet journaled. The caller holds its lock. */
  readonly directory: string;
  /** Checks that lock: throws if another process has taken over the directory. */
  readonly checkLock?: (() => void) | undefined;
  readonly onNotice: (text: string) => void;
  /** Aborted when the worker is told to leave: it first finishes its work in progress. */
  readonly signal: AbortSignal;
}

const stoppedError = () =>
  new PipelineError("interrupted", "Stopped; the work in progress has been finished.", {
    hint: "Run the same command again to restart this worker.",
  });

/** Works until it is told to leave, or the connection to Redis is lost. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const worker = new QueueWorker(options, await watchRestarts(options.connection.redis));
  try {
    await worker.work();
  } finally {
    await worker.close();
  }
}

class QueueWorker {
  readonly #options: WorkerOptions;
  readonly #name: string;
  readonly #session = randomBytes(6).toString("hex");
  readonly #since = new Date().toISOString();
  readonly #restarts: Restarts;
  readonly #readIds: Sender<string>;
  readonly #links: RunLinks;
  readonly #closing = new AbortController();
  readonly #yieldTurn = createYielder();
  #failure: { readonly error: unknown } | undefined;
  #epoch: string | null = null;
  #refusal: string | null = null;
  /** Whether the announcement was not correctly signed: the run may replace it with its own, so it is read again. */
  #isInDoubt = false;
  /** The epoch of the coordinator that now holds the queue's lease. */
  #leaseHolder: string | null = null;
  #link: RunLink | undefined;
  #workerSession: WorkerSession | undefined;
  /** Rows finished in earlier sessions. */
  #endedCount = 0;

  constructor(options: WorkerOptions, restarts: Restarts) {
    this.#options = options;
    this.#name = readOrCreateName(options.directory);
    this.#restarts = restarts;
    this.#readIds = createSender(
      ids => deleteEntries(options.connection.redis, redisKeys.toWorker(this.#name), ids),
      this.#recordFailure,
      slowTiming,
    );
    this.#links = new RunLinks({
      ...options,
      peer: { worker: this.#name, session: this.#session },
      onError: this.#recordFailure,
    });
  }

  #recordFailure = (error: unknown): void => {
    this.#failure ??= { error };
  };

  async work(): Promise<void> {
    const { connection, signal, onNotice } = this.#options;
    const reading = readStream({
      redis: await connection.duplicate(),
      seal: connection.seal,
      stream: redisKeys.toWorker(this.#name),
      from: "0",
      parsePost: parseCoordinatorPost,
      onPost: (post, id) => this.#receive(post, id),
      onInvalid: id => this.#readIds.send(id),
      signal: this.#closing.signal,
    }).catch(this.#recordFailure);
    onNotice(`Worker ${this.#name} is waiting for a run.`);
    while (
      !this.#failure &&
      !connection.lostSignal.aborted &&
      !(signal.aborted && this.#isDone())
    ) {
      if (signal.aborted) this.#workerSession?.runner.takeNoMore();
      await withRedisErrors(this.#beat()).catch(this.#recordFailure);
      await pause(heartbeatPause, undefined, {
        signal: signal.aborted ? this.#closing.signal : signal,
      }).catch(() => undefined);
    }
    if (connection.lostSignal.aborted) throw connection.lostSignal.reason;
    if (this.#failure) throw this.#failure.error;
    await this.#leave();
    this.#closing.abort();
    await reading;
    throw stoppedError();
  }

  /** Whether its coordinator is running: another run, or the next start of the same one, may have taken the lease. */
  get #hasCoordinator(): boolean {
    return this.#leaseHolder !== null && this.#leaseHolder === this.#epoch;
  }

  /** Without a coordinator, rows never end: only the calls in progress remain to be finished. */
  #isDone = (): boolean =>
    ((this.#workerSession?.runner.isDone ?? true) || !this.#hasCoordinator) &&
    this.#links.callsInFlight === 0;

  async #leave(): Promise<void> {
    const { redis } = this.#options.connection;
    await this.#link?.leave(this.#hasCoordinator);
    await this.#links.flush();
    await Promise.all([
      redis.srem(redisKeys.workers, this.#name),
      redis.del(redisKeys.worker(this.#name), redisKeys.toWorker(this.#name)),
    ]);
  }

  async #receive({ session, messages }: CoordinatorPost, id: string): Promise<void> {
    // No call is begun and no row continues before it is certain that no other process acts as this worker.
    this.#options.checkLock?.();
    for (const message of session === this.#session ? messages : []) {
      // Code that answers at once must not block heartbeats.
      await this.#yieldTurn();
      this.#link?.calls.receive(message);
    }
    this.#readIds.send(id);
  }

  async #beat(): Promise<void> {
    const { connection, signal, checkLock } = this.#options;
    checkLock?.();
    const { redis } = connection;
    const heartbeat = JSON.stringify(this.#heartbeat());
    const [, addedCount, epoch, isRestarted] = await Promise.all([
      redis.set(redisKeys.worker(this.#name), heartbeat, "PX", heartbeatLife),
      redis.sadd(redisKeys.workers, this.#name),
      redis.get(redisKeys.coordinator),
      this.#restarts.hasRestarted(),
    ]);
    this.#leaseHolder = epoch;
    // A worker that is no longer listed was taken for dead: its posts and requests were dropped.
    if (isRestarted || addedCount === 1) this.#workerSession?.repeat();
    if (epoch === null || signal.aborted) return;
    if (epoch !== this.#epoch || this.#isInDoubt) await this.#enter(epoch);
  }

  #heartbeat(): Heartbeat {
    const { capacity, signal } = this.#options;
    const runner = this.#workerSession?.runner;
    return {
      session: this.#session,
      host: hostname(),
      pid: process.pid,
      since: this.#since,
      epoch: this.#epoch,
      refuses: this.#refusal,
      rows: runner?.rows ?? 0,
      capacity,
      calls: this.#links.callsInFlight,
      ended: this.#endedCount + (runner?.ended ?? 0),
      leaving: signal.aborted,
    };
  }

  /** Works for a coordinator start from now on, or says why not. */
  async #enter(epoch: string): Promise<void> {
    const { connection, onNotice } = this.#options;
    const announcement = await readAnnouncement(connection, epoch);
    // Either the lease is taken but the run is not yet announced, or the same announcement was reported before.
    if (!announcement || (announcement.isUnverified && this.#isInDoubt && epoch === this.#epoch))
      return;
    const { run, isUnverified, content } = announcement;
    await this.#disengage();
    this.#epoch = epoch;
    this.#isInDoubt = isUnverified;
    try {
      await this.#engage(content());
      onNotice(`Taking rows from ${run}.`);
    } catch (error) {
      if (!(error instanceof PipelineError)) throw error;
      this.#refusal = `${error.message} ${error.hint}`;
      onNotice(`This worker will not take rows from ${run}. ${this.#refusal}`);
    }
  }

  async #engage(announcement: Announcement): Promise<void> {
    const { connection, directory, capacity, prepare } = this.#options;
    this.#link = await this.#links.linkTo(announcement.run);
    this.#workerSession = await beginSession({
      connection,
      directory,
      worker: this.#name,
      capacity,
      prepare,
      link: this.#link,
      announcement,
      onError: this.#recordFailure,
    });
  }

  async #disengage(): Promise<void> {
    this.#endedCount += this.#workerSession?.runner.ended ?? 0;
    await this.#workerSession?.end();
    this.#workerSession = undefined;
    this.#refusal = null;
    this.#link = undefined;
  }

  /** Closes everything; calls in progress are paid for, so their replies are awaited first. */
  async close(): Promise<void> {
    const { directory, onNotice } = this.#options;
    this.#closing.abort();
    await this.#workerSession?.end().catch(() => undefined);
    const calls = this.#links.callsInFlight;
    if (calls > 0)
      onNotice(
        `Waiting for the replies to ${calls} ${calls === 1 ? "call" : "calls"}: they are kept in ${directory} until this worker is restarted.`,
      );
    await this.#links.close();
  }
}
