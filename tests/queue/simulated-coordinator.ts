// The calls' side of a coordinator as one process has it: its parts are the true ones, Redis and the clock are the world's.

import { closeSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Redis } from "ioredis";
import type { OpenHandle } from "../../pipelines/llm/commit-file.ts";
import { Budget } from "../../pipelines/llm/budget/budget.ts";
import { withBudget } from "../../pipelines/llm/budget/budgeted-client.ts";
import { Journal } from "../../pipelines/llm/journal.ts";
import { withJournal } from "../../pipelines/llm/journaled-client.ts";
import { withLimiter } from "../../pipelines/llm/limits/limited-client.ts";
import { createLimiter, type Limiter } from "../../pipelines/llm/limits/limiter.ts";
import { withRetries } from "../../pipelines/llm/limits/retry.ts";
import { AskHandler, callFormat } from "../../pipelines/queue/ask-handler.ts";
import { Fleet } from "../../pipelines/queue/fleet.ts";
import { Flights, type FlightNote, type CoordinatorPosts } from "../../pipelines/queue/flights.ts";
import type { Peer, WorkerMessage, WorkerPost } from "../../pipelines/queue/messages.ts";
import { costOf } from "../../schemas/prices.ts";
import type { World } from "./simulated-world.ts";

const lostAfter = 30_000;
export const places = 3;
export const price = { input: 1000, output: 3000, batch: 1 };
export const head = { name: "scripted", settings: { temperature: 0, seed: null }, paid: true };

/** A true file that takes everything at once; nothing that a killed process still writes reaches it. */
const openWhile =
  (isAlive: () => boolean, files: Set<number>): OpenHandle =>
  async path => {
    const file = openSync(path, "a+");
    closeSync(file);
    const open = openSync(path, "r+");
    files.add(open);
    const orNever = <T>(work: () => T) =>
      isAlive() ? Promise.resolve(work()) : new Promise<T>(() => undefined);
    return {
      write: (bytes: Buffer, from: number, length: number, place: number) =>
        orNever(() => ({
          bytesWritten: writeSync(open, bytes, from, length, place),
          buffer: bytes,
        })),
      read: (bytes: Buffer, from: number, length: number, place: number) =>
        orNever(() => ({ bytesRead: readSync(open, bytes, from, length, place), buffer: bytes })),
      datasync: () => orNever(() => undefined),
      truncate: (size: number) => orNever(() => ftruncateSync(open, size)),
      close: async () => undefined,
    } as unknown as Awaited<ReturnType<OpenHandle>>;
  };

type Item = () => void;

interface Opened {
  readonly epoch: string;
  readonly journal: Journal;
  readonly budget: Budget;
  readonly alive: { is: boolean };
  readonly files: Set<number>;
}

export class SimulatedCoordinator {
  readonly epoch: string;
  readonly world: World;
  readonly journal: Journal;
  readonly budget: Budget;
  readonly limiter: Limiter;
  readonly fleet: Fleet;
  readonly flights: Flights;
  readonly asks: AskHandler;
  readonly errors: unknown[] = [];
  isAlive = true;
  /** The number of posts read, and where the next one stands. */
  #next = 0;
  #unwritten: Item[] = [];
  #handled: { handled?: true }[] = [];
  readonly #arrived = new Set<string>();

  static async start(world: World, epoch: string): Promise<SimulatedCoordinator> {
    const alive = { is: true };
    const files = new Set<number>();
    const open = openWhile(() => alive.is, files);
    const journal = await Journal.open(join(world.folder, "calls.jsonl"), open);
    const spent = journal.spending().reduce((sum, usage) => sum + costOf(price, usage, false), 0);
    const budget = await Budget.open({
      path: join(world.folder, "attempts.jsonl"),
      ceiling: null,
      spent,
      hasReply: key => journal.has(key),
      openHandle: open,
    });
    return new SimulatedCoordinator(world, { epoch, journal, budget, alive, files });
  }

  private constructor(world: World, { epoch, journal, budget, alive, files }: Opened) {
    const { clock } = world;
    this.world = world;
    this.epoch = epoch;
    this.journal = journal;
    this.budget = budget;
    this.kill = () => {
      this.isAlive = false;
      alive.is = false;
      for (const file of files) closeSync(file);
      files.clear();
    };
    this.limiter = createLimiter(
      { concurrency: places, requestsPerMinute: null, tokensPerMinute: null },
      { clock },
    );
    const onLost = (peer: Peer) => {
      world.declareLost(peer, key => journal.has(key));
      this.flights.endCallsOf(peer);
    };
    this.fleet = new Fleet({
      redis: this.#redis(),
      epoch,
      lostAfter,
      onLost,
      onRefusal: () => undefined,
      now: clock.now,
    });
    this.flights = new Flights({
      epoch,
      outgoing: this.#outgoing(),
      isCurrentSession: this.fleet.isCurrentSession,
    });
    const client = withJournal(
      journal,
      withRetries(withBudget(withLimiter(this.flights.client(head), this.limiter), budget, price), {
        tries: 4,
        firstWait: 1000,
        longestWait: 60_000,
        clock,
      }),
      callFormat,
    );
    this.asks = new AskHandler({
      epoch,
      journal,
      flights: this.flights,
      outgoing: this.#outgoing(),
      isCurrentSession: this.fleet.isCurrentSession,
      clientOf: () => client,
      settle: ({ key, usage }) => budget.settle(key, costOf(price, usage, false)),
      release: key => budget.release(key),
      wasSent: ({ key }) => budget.isOpen(key),
      onUnexpectedReply: () => world.wrong.push("a reply was dropped"),
      isEarlier: () => false,
    });
    this.#adopt();
  }

  readonly kill: () => void;

  #adopt(): void {
    const noted = [...this.world.flights.values()].map(text => JSON.parse(text) as FlightNote);
    for (const flight of noted) {
      if (this.journal.has(flight.call.key))
        this.#write(() => this.world.flights.delete(flight.call.key));
      else {
        this.fleet.recordContact(flight);
        this.flights.adopt(flight);
        this.asks.adopt(flight.call).catch(this.#fail);
      }
    }
  }

  #redis(): Redis {
    const { world } = this;
    const answer = <T>(work: () => T) =>
      this.isAlive ? Promise.resolve(work()) : new Promise<T>(() => undefined);
    const workerOf = (name: string) => name.slice(name.lastIndexOf(":") + 1);
    return {
      smembers: () => answer(() => [...world.workerNames]),
      mget: (keys: readonly string[]) => answer(() => keys.map(key => world.beatOf(workerOf(key)))),
      srem: (_: string, ...names: string[]) =>
        answer(() => names.forEach(name => world.workerNames.delete(name))),
      del: (...keys: string[]) =>
        answer(() => keys.forEach(key => world.streams.delete(workerOf(key)))),
    } as unknown as Redis;
  }

  #write(item: Item): void {
    if (this.isAlive) this.#unwritten.push(item);
  }

  /** What was sent is in Redis only after `write`. */
  #outgoing(): CoordinatorPosts {
    const { world } = this;
    return {
      send: (peer, message) => {
        if (
          message.type === "go" &&
          (this.#arrived.has(message.key) || this.journal.has(message.key))
        )
          world.wrong.push(`${message.key} is here, and is let be called`);
        if (message.type === "go") world.allow(peer, message, this.isAlive);
        this.#write(() => world.post(peer, message));
      },
      noteFlight: flight =>
        this.#write(() => world.flights.set(flight.call.key, JSON.stringify(flight))),
      noteEnds: keys => this.#write(() => keys.forEach(key => world.flights.delete(key))),
    };
  }

  get unwritten(): number {
    return this.#unwritten.length;
  }

  write(): void {
    for (const item of this.#unwritten.splice(0)) item();
  }

  /** Takes out of Redis what was read: it goes another way than what is written, sooner or later. */
  clear(): void {
    for (const post of this.#handled.splice(0)) if (this.isAlive) post.handled = true;
  }

  /** Reads the next post; false if there is none. */
  read(): boolean {
    const post = this.world.toCoordinator[this.#next];
    if (!post) return false;
    this.#next++;
    this.#take(post);
    return true;
  }

  #take(post: WorkerPost & { handled?: true }): void {
    const peer = { worker: post.worker, session: post.session };
    this.fleet.recordContact(peer);
    Promise.all(post.messages.map(message => this.#handle(peer, message)))
      .then(() => this.#handled.push(post))
      .catch(this.#fail);
  }

  async #handle(peer: Peer, message: WorkerMessage): Promise<void> {
    if (message.type === "replied") {
      this.#arrived.add(message.line.key);
      return this.asks.acceptReply(peer, message);
    }
    if (message.type === "bye") {
      this.flights.endCallsOf(peer);
      return this.fleet.recordDeparture(peer);
    }
    if (message.type === "failed") return this.asks.fail(peer, message);
    if (!("epoch" in message) || message.epoch !== this.epoch) return;
    if (message.type === "hello") this.flights.reconcile(peer, message);
    else if (message.type === "ask") this.asks.answer(peer, message).catch(this.#fail);
  }

  #fail = (error: unknown): void => {
    this.errors.push(error);
  };
}
