// A machine that lends a run its hands: waits for a coordinator, takes rows of the run it announces, asks models.

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PipelineError } from "../engine/errors.ts";
import { lookupsOf } from "../engine/pipeline.ts";
import type { CreateAsk } from "../engine/row.ts";
import type { Stage } from "../engine/stage.ts";
import { createTurns } from "../engine/turns.ts";
import type { Model } from "../llm/model.ts";
import { openBlobs } from "./blobs.ts";
import { CallDesk } from "./call-desk.ts";
import type { Connection } from "./connection.ts";
import { type FetchedTables, openFetchedTables } from "./fetched-tables.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { differencesOf, type Identity, refusal } from "./identity.ts";
import { createSender, deleteRead, postTo, readStream, type Sender } from "./mailbox.ts";
import type { Announcement, CoordinatorPost, WorkerMessage } from "./messages.ts";
import { heartbeatLife, heartbeatPause, names } from "./names.ts";
import { Outbox } from "./outbox.ts";
import { type Restarts, watchRestarts } from "./restarts.ts";
import { Shift } from "./shift.ts";
import { nameIn } from "./worker-name.ts";

/** What a worker needs for one run. */
export interface Kit {
  readonly identity: Identity;
  readonly stages: readonly Stage[];
  readonly createAsk: CreateAsk;
  readonly randomSeed: number;
  close(): Promise<void>;
}

/** How calls are asked for. */
export interface Permissions {
  permitted(model: Model): Model;
  isEarlier(key: string): boolean;
}

export interface WorkerOptions {
  readonly connection: Connection;
  /** The worker's own: what it is called, and replies the coordinator has not yet journaled. The caller holds its lock. */
  readonly directory: string;
  /** Rows at one time. */
  readonly capacity: number;
  /** Builds what the recipe tells. A PipelineError says why this machine cannot. */
  readonly prepare: (recipe: unknown, permissions: Permissions) => Promise<Kit>;
  readonly onNotice: (text: string) => void;
  /** Aborted when the worker is to leave: it finishes what it has in hand. */
  readonly signal: AbortSignal;
}

const gone = () => new PipelineError("interrupted", "Stopped; what was in hand is done.", { hint: "Type the same command again to lend a hand once more." });

/** Works until it is told to leave, or Redis is lost. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const worker = await QueueWorker.open(options);
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
  readonly #outbox: Outbox;
  readonly #restarts: Restarts;
  readonly #sender: Sender<WorkerMessage>;
  readonly #read: Sender<string>;
  readonly #calls: CallDesk;
  readonly #closing = new AbortController();
  readonly #turn = createTurns();
  #broken: { readonly error: unknown } | undefined;
  #epoch: string | null = null;
  #refuses: string | null = null;
  #hasCoordinator = false;
  #kit: Kit | undefined;
  #tables: FetchedTables | undefined;
  #shift: Shift | undefined;
  #ended = 0;

  private constructor(options: WorkerOptions, outbox: Outbox, restarts: Restarts) {
    const { redis } = options.connection;
    this.#options = options;
    this.#name = nameIn(options.directory);
    this.#outbox = outbox;
    this.#restarts = restarts;
    const head = { worker: this.#name, session: this.#session };
    this.#sender = createSender(messages => postTo(redis, names.toCoordinator, { ...head, messages }), this.#break);
    this.#read = createSender(ids => deleteRead(redis, names.toWorker(this.#name), ids), this.#break);
    this.#calls = new CallDesk({ send: this.#send, outbox, onError: this.#break });
  }

  static async open(options: WorkerOptions): Promise<QueueWorker> {
    return new QueueWorker(options, await Outbox.open(join(options.directory, "replies")), await watchRestarts(options.connection.redis));
  }

  // A place among the calls in flight waits for none of these.
  #send = (message: WorkerMessage): void => (message.type === "ask" || message.type === "row" ? this.#sender.sendSoon(message) : this.#sender.send(message));

  #break = (error: unknown): void => {
    this.#broken ??= { error };
  };

  async work(): Promise<void> {
    const { connection, signal, onNotice } = this.#options;
    const reading = readStream<CoordinatorPost>({
      redis: await connection.duplicate(),
      stream: names.toWorker(this.#name),
      from: "0",
      onPost: (post, id) => this.#take(post, id),
      onBad: id => this.#read.send(id),
      signal: this.#closing.signal,
    }).catch(this.#break);
    onNotice(`Worker ${this.#name} waits for a run.`);
    while (!this.#broken && !connection.lost.aborted && !(signal.aborted && this.#isDone())) {
      if (signal.aborted) this.#shift?.takeNoMore();
      await this.#beat().catch(this.#break);
      await pause(heartbeatPause, undefined, { signal: signal.aborted ? this.#closing.signal : AbortSignal.any([signal]) }).catch(() => undefined);
    }
    if (connection.lost.aborted) throw connection.lost.reason;
    if (this.#broken) throw this.#broken.error;
    await this.#leave();
    this.#closing.abort();
    await reading;
    throw gone();
  }

  /** Rows without a coordinator will not end: then the calls that are being made are all there is to finish. */
  #isDone = (): boolean => ((this.#shift?.isDone ?? true) || !this.#hasCoordinator) && this.#calls.inHand.inFlight.length === 0;

  async #leave(): Promise<void> {
    const { redis } = this.#options.connection;
    this.#sender.send({ type: "bye" });
    await this.#sender.flush();
    await Promise.all([redis.srem(names.workers, this.#name), redis.del(names.worker(this.#name), names.toWorker(this.#name))]);
  }

  async #take({ session, messages }: CoordinatorPost, id: string): Promise<void> {
    for (const message of session === this.#session ? messages : []) {
      // Code that answers at once would else keep heartbeats out.
      await this.#turn();
      this.#calls.take(message);
    }
    this.#read.sendSoon(id);
  }

  async #beat(): Promise<void> {
    const { connection, signal } = this.#options;
    const { redis } = connection;
    const beat = redis.set(names.worker(this.#name), JSON.stringify(this.#heartbeat()), "PX", heartbeatLife);
    const [, added, epoch, restarted] = await Promise.all([beat, redis.sadd(names.workers, this.#name), redis.get(names.coordinator), this.#restarts.look()]);
    this.#hasCoordinator = epoch !== null;
    if ((restarted || added === 1) && this.#shift) this.#sayWhatIsHere();
    if (epoch !== null && epoch !== this.#epoch && !signal.aborted) await this.#enter(epoch);
  }

  #heartbeat(): Heartbeat {
    const { capacity, signal } = this.#options;
    return {
      session: this.#session,
      host: hostname(),
      pid: process.pid,
      since: this.#since,
      epoch: this.#epoch,
      refuses: this.#refuses,
      rows: this.#shift?.rows ?? 0,
      capacity,
      calls: this.#calls.inHand.inFlight.length,
      ended: this.#ended + (this.#shift?.ended ?? 0),
      leaving: signal.aborted,
    };
  }

  /** Works for this start of a coordinator from now on, or says why not. */
  async #enter(epoch: string): Promise<void> {
    const { redis } = this.#options.connection;
    const text = await redis.get(names.announcement);
    const announced = text === null ? undefined : (JSON.parse(text) as Announcement);
    // Its seat is taken, and its run not yet announced.
    if (announced?.epoch !== epoch) return;
    this.#epoch = epoch;
    await this.#drop();
    try {
      await this.#prepare(announced);
    } catch (error) {
      if (!(error instanceof PipelineError)) throw error;
      this.#refuses = `${error.message} ${error.hint}`;
      this.#options.onNotice(`This worker takes no rows of ${announced.run}. ${this.#refuses}`);
    }
  }

  async #drop(): Promise<void> {
    this.#ended += this.#shift?.ended ?? 0;
    this.#calls.switchTo(this.#epoch ?? "");
    await this.#shift?.end();
    this.#tables?.close();
    const kit = this.#kit;
    void this.#calls.ended().then(() => kit?.close(), this.#break);
    [this.#shift, this.#tables, this.#kit, this.#refuses] = [undefined, undefined, undefined, null];
  }

  async #prepare({ epoch, run, identity, recipe }: Announcement): Promise<void> {
    const { connection, directory, capacity, prepare, onNotice } = this.#options;
    const kit = await prepare(recipe, this.#calls);
    this.#kit = kit;
    const differences = differencesOf(kit.identity, identity);
    if (differences.length > 0) throw refusal(differences);
    const blobs = openBlobs(connection.redis);
    const artifacts = new Map(kit.stages.flatMap(stage => [stage.over, stage.writes, ...lookupsOf(stage)]).map(artifact => [artifact.name, artifact]));
    this.#tables = openFetchedTables({ redis: connection.redis, blobs, directory, artifacts });
    this.#sayWhatIsHere();
    const { stages, createAsk, randomSeed } = kit;
    this.#shift = await Shift.begin({
      epoch,
      connection,
      blobs,
      tables: this.#tables,
      stages,
      createAsk,
      randomSeed,
      capacity,
      send: this.#send,
      flush: () => this.#sender.flush(),
    });
    onNotice(`Takes rows of ${run}.`);
  }

  /** Replies that the coordinator may not have, what is being made, what waits, and rows that have ended: after a start, and after one of Redis. */
  #sayWhatIsHere(): void {
    for (const line of this.#outbox.left()) this.#sender.send({ type: "replied", line });
    this.#sender.send({ type: "hello", epoch: this.#epoch ?? "", ...this.#calls.inHand });
    this.#calls.repeat();
    this.#shift?.repeat();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#shift?.end();
    this.#tables?.close();
    await this.#kit?.close();
    await this.#outbox.close();
  }
}
