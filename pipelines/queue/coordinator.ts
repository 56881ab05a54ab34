// The coordinator of a run: hands rows and permissions to workers over Redis, and writes the results they return.

import { randomBytes } from "node:crypto";
import type { Executor } from "../engine/executor.ts";
import { AskHandler, type CallContext } from "./ask-handler.ts";
import { openBlobs } from "./blobs.ts";
import type { Connection } from "./connection.ts";
import { Fleet } from "./fleet.ts";
import { Flights, FlightNote } from "./flights.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { createDropCounter, Inbox } from "./inbox.ts";
import { clearContents, clearUnread, expireLatePosts } from "./leftovers.ts";
import type { Peer, WorkerMessage, WorkerPost } from "./messages.ts";
import { redisKeys, runKey } from "./redis-keys.ts";
import { openCoordinatorPosts, type OpenCoordinatorPosts, sealKeyOf } from "./coordinator-posts.ts";
import { CoordinatorHeartbeat, type RunDescription } from "./coordinator-heartbeat.ts";
import { withRedisErrors } from "./redis-errors.ts";
import { type Restarts, watchRestarts } from "./restarts.ts";
import { RowDispatcher } from "./row-dispatcher.ts";
import { openRowsQueue, removeQueues, type RowsQueue } from "./rows-queue.ts";
import { fromSealedJson } from "./seal.ts";
import { hasLease, releaseLease, resumeLease, type Lease, takeLease } from "./lease.ts";
import { createTableUploads } from "./table-uploads.ts";

export interface CoordinatorOptions {
  readonly connection: Connection;
  /** Address of Redis, without credentials. */
  readonly address: string;
  /** Identifies the run, for people too: directory and machine. */
  readonly run: string;
  /** Milliseconds after which a worker that was not heard from counts as lost, and its calls are made again. */
  readonly lostAfter: number;
  /** Receives notices for people. */
  readonly onNotice: (text: string) => void;
  /** Aborted when the user stops the run. */
  readonly signal: AbortSignal;
}

/** What the run's services provide once they are open. */
export interface RunServices extends RunDescription, CallContext {}

const refusalText = ({ worker }: Peer, { host, refuses }: Heartbeat) =>
  `The worker ${worker} on ${host} will not take rows from this run: ${refuses}`;

/** One per run and process. */
export class Coordinator {
  readonly #options: CoordinatorOptions;
  readonly #lease: Lease;
  readonly #outgoing: OpenCoordinatorPosts;
  readonly #fleet: Fleet;
  readonly #flights: Flights;
  readonly #queue: RowsQueue;
  readonly #rows: RowDispatcher;
  readonly #closing = new AbortController();
  readonly #heartbeat: CoordinatorHeartbeat;
  /** Workers that left: anything still posted to them stays unread. */
  readonly #departed = new Set<string>();
  #inbox: Inbox | undefined;
  #readEnd: Promise<void> = Promise.resolve();
  #closeEnd: Promise<void> | undefined;

  private constructor(
    options: CoordinatorOptions,
    lease: Lease,
    { queue, restarts }: { readonly queue: RowsQueue; readonly restarts: Restarts },
  ) {
    const { connection, lostAfter, onNotice, signal } = options;
    const { redis, seal, lostSignal } = connection;
    const { epoch } = lease;
    this.#options = options;
    this.#lease = lease;
    this.#queue = queue;
    this.#outgoing = openCoordinatorPosts(connection, runKey(options.run), this.#fail);
    const onLost = (peer: Peer) => {
      onNotice(
        `The worker ${peer.worker} has not been heard from for ${Math.round(lostAfter / 1000)} s: its work goes to other workers.`,
      );
      this.#departed.add(peer.worker);
      this.#flights.endCallsOf(peer);
    };
    const onRefusal = (peer: Peer, heartbeat: Heartbeat) => onNotice(refusalText(peer, heartbeat));
    this.#fleet = new Fleet({ redis, epoch, lostAfter, onLost, onRefusal });
    const { isCurrentSession, hasWorkers } = this.#fleet;
    this.#flights = new Flights({
      epoch,
      outgoing: this.#outgoing,
      isCurrentSession,
    });
    const blobs = openBlobs(redis);
    const tables = createTableUploads(redis, blobs);
    this.#rows = new RowDispatcher({ epoch, queue, seal, blobs, tables, signal, hasWorkers });
    const repeat = async () => {
      this.#flights.repeat();
      await this.#rows.repeat();
    };
    const pollWorkers = () => this.#fleet.poll();
    const onError = this.#fail;
    this.#heartbeat = new CoordinatorHeartbeat({
      connection,
      blobs,
      lease,
      restarts,
      pollWorkers,
      repeat,
      onError,
    });
    const fail = () => this.#fail(lostSignal.reason);
    lostSignal.addEventListener("abort", fail, { once: true });
  }

  /** Takes the queue's lease and clears what earlier starts left behind, except calls and replies. Throws PipelineError("locked") if another run uses the queue, ("queue") if Redis refuses something. */
  static open(options: CoordinatorOptions): Promise<Coordinator> {
    return withRedisErrors(Coordinator.#open(options));
  }

  static async #open(options: CoordinatorOptions): Promise<Coordinator> {
    const { connection, run, address } = options;
    const lease = { epoch: randomBytes(6).toString("hex"), run, address };
    await takeLease(connection.redis, lease);
    await removeQueues(connection, await connection.redis.smembers(redisKeys.epochs));
    await clearContents(connection.redis);
    await connection.redis.sadd(redisKeys.epochs, lease.epoch);
    return new Coordinator(options, lease, {
      queue: await openRowsQueue(connection, lease.epoch),
      restarts: await watchRestarts(connection.redis),
    });
  }

  /** The flights whose clients replace those of endpoints. */
  get flights(): Flights {
    return this.#flights;
  }

  /** Takes over calls in flight, announces the run, and hands out rows from now on. Throws the same errors as `open`. */
  start(services: RunServices): Promise<Executor> {
    return withRedisErrors(this.#start(services));
  }

  async #start({ identity, recipe, ...context }: RunServices): Promise<Executor> {
    const { connection, onNotice } = this.#options;
    const { redis } = connection;
    const { epoch, run, address } = this.#lease;
    const drop = createDropCounter(address, onNotice);
    const askHandler = new AskHandler({
      ...context,
      epoch,
      flights: this.#flights,
      outgoing: this.#outgoing,
      isCurrentSession: this.#fleet.isCurrentSession,
      onUnexpectedReply: () => drop(1),
    });
    await resumeLease(redis, this.#lease);
    await redis.persist(redisKeys.toCoordinator(runKey(run)));
    await this.#adopt(askHandler, context);
    const inbox = new Inbox({
      connection,
      stream: redisKeys.toCoordinator(runKey(run)),
      drop,
      onPost: (post, id) => this.#receive(askHandler, inbox, post, id),
      onError: this.#fail,
      signal: this.#closing.signal,
    });
    this.#inbox = inbox;
    this.#readEnd = inbox.read();
    await this.#heartbeat.start({ identity, recipe });
    return this.#rows;
  }

  async #adopt(askHandler: AskHandler, { journal }: Pick<CallContext, "journal">): Promise<void> {
    const { redis, seal } = this.#options.connection;
    const flightsKey = redisKeys.flights(runKey(this.#lease.run));
    for (const [key, text] of Object.entries(await redis.hgetall(flightsKey))) {
      const flight = FlightNote.safeParse(
        fromSealedJson(seal, sealKeyOf(flightsKey, key), text),
      ).data;
      if (!flight || journal.has(key)) {
        this.#outgoing.noteEnds([key]);
        continue;
      }
      this.#fleet.recordContact(flight);
      this.#flights.adopt(flight);
      askHandler.adopt(flight.call).catch(this.#fail);
    }
  }

  #receive(askHandler: AskHandler, inbox: Inbox, post: WorkerPost, id: string): void {
    const { worker, session, messages } = post;
    const peer = { worker, session };
    this.#fleet.recordContact(peer);
    Promise.all(messages.map(message => this.#handle(askHandler, peer, message)))
      .then(() => inbox.markHandled(id))
      .catch(this.#fail);
  }

  /** Resolves when the message is no longer needed. Messages of an earlier start are skipped, except replies. */
  async #handle(askHandler: AskHandler, peer: Peer, message: WorkerMessage): Promise<void> {
    if (message.type === "replied") return askHandler.acceptReply(peer, message);
    if (message.type === "bye") {
      this.#departed.add(peer.worker);
      this.#flights.endCallsOf(peer);
      return this.#fleet.recordDeparture(peer);
    }
    if (message.type === "failed") return askHandler.fail(peer, message);
    if (message.epoch !== this.#lease.epoch) return;
    if (message.type === "hello") this.#flights.reconcile(peer, message);
    // Not awaited: if this process were killed, its rows would ask again.
    else if (message.type === "ask") askHandler.answer(peer, message).catch(this.#fail);
    else await this.#rows.acceptOutcome(message);
  }

  /** Ends the run, and every row that workers have, with this error. */
  #fail = (error: unknown): void => {
    if (!this.#closing.signal.aborted) this.#rows.fail(error);
  };

  /** Releases the workers: they wait for the next run. */
  close(): Promise<void> {
    this.#closeEnd ??= this.#end();
    return this.#closeEnd;
  }

  async #end(): Promise<void> {
    // If something can no longer be written or cleared, that is no error: the next start will find it.
    await Promise.allSettled([this.#outgoing.flush(), this.#inbox?.flush()]);
    this.#closing.abort();
    this.#heartbeat.stop();
    await this.#readEnd;
    await this.#queue.close().catch(() => undefined);
    if (!this.#options.connection.lostSignal.aborted) await this.#clear().catch(() => undefined);
  }

  /** Gives up the lease last: what the next run writes must not be taken for this run's. */
  async #clear(): Promise<void> {
    const { connection } = this.#options;
    const { redis } = connection;
    await removeQueues(connection, [this.#lease.epoch]);
    if (!(await hasLease(redis, this.#lease))) return;
    await clearContents(redis);
    await clearUnread(redis, this.#departed);
    await expireLatePosts(redis, this.#lease.run);
    await releaseLease(redis, this.#lease);
  }
}
