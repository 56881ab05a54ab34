// Tracks which workers a coordinator has, by their posts and heartbeats.

import type { Redis } from "ioredis";
import { type Heartbeat, parseHeartbeat } from "./heartbeat.ts";
import type { Peer } from "./messages.ts";
import { heartbeatPause, redisKeys } from "./redis-keys.ts";

interface Member {
  session: string;
  /** Time when it was last heard from, by this process's clock. */
  lastContact: number;
  heartbeat: Heartbeat | undefined;
}

export interface FleetOptions {
  readonly redis: Redis;
  readonly epoch: string;
  /** Milliseconds after which a worker that was not heard from counts as lost. */
  readonly lostAfter: number;
  readonly onLost: (peer: Peer) => void;
  /** Called when a worker refuses this run, once per start of the worker. */
  readonly onRefusal: (peer: Peer, heartbeat: Heartbeat) => void;
  readonly now?: () => number;
}

export class Fleet {
  readonly #options: FleetOptions;
  readonly #now: () => number;
  readonly #members = new Map<string, Member>();
  readonly #reportedRefusals = new Set<string>();
  /** Sessions that signed off: any heartbeat of theirs is outdated. */
  readonly #leftSessions = new Set<string>();
  #lastPoll: number;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#lastPoll = this.#now();
  }

  /** Records that this session of a worker was heard from; any earlier session of that worker is over. */
  recordContact({ worker, session }: Peer): void {
    const member = this.#members.get(worker);
    this.#members.set(worker, {
      session,
      lastContact: this.#now(),
      heartbeat: member?.session === session ? member.heartbeat : undefined,
    });
  }

  /** Whether this is the session in which the worker was last heard from. */
  isCurrentSession = ({ worker, session }: Peer): boolean =>
    this.#members.get(worker)?.session === session;

  /** Whether any worker is working for this coordinator. */
  hasWorkers = (): boolean =>
    [...this.#members.values()].some(
      ({ heartbeat }) => heartbeat?.epoch === this.#options.epoch && heartbeat.refuses === null,
    );

  /** Records that the worker signed off. */
  recordDeparture(peer: Peer): void {
    this.#leftSessions.add(peer.session);
    if (this.isCurrentSession(peer)) this.#members.delete(peer.worker);
  }

  /** Reads all heartbeats; a worker silent for too long is lost. */
  async poll(): Promise<void> {
    const { redis, lostAfter } = this.#options;
    const ids = [
      ...new Set([...(await redis.smembers(redisKeys.workers)), ...this.#members.keys()]),
    ];
    const heartbeats = ids.length > 0 ? await redis.mget(ids.map(redisKeys.worker)) : [];
    const now = this.#now();
    // While Redis was down no worker could be heard from, so every worker's timeout restarts.
    if (now - this.#lastPoll > 5 * heartbeatPause)
      for (const member of this.#members.values()) member.lastContact = now;
    this.#lastPoll = now;
    ids.forEach((worker, index) =>
      this.#recordHeartbeat(worker, parseHeartbeat(heartbeats[index] ?? null), now),
    );
    // Unlists workers that died while no coordinator polled.
    await this.#unlist(
      ids.filter(
        (worker, index) => (heartbeats[index] ?? null) === null && !this.#members.has(worker),
      ),
    );
    for (const [worker, { session, lastContact }] of this.#members)
      if (now - lastContact > lostAfter) await this.#lose({ worker, session });
  }

  #recordHeartbeat(worker: string, heartbeat: Heartbeat | undefined, now: number): void {
    if (!heartbeat || this.#leftSessions.has(heartbeat.session)) return;
    const { session } = heartbeat;
    const member = this.#members.get(worker);
    // A new session must report first: only its hello says what it has in flight.
    if (member && member.session !== session) return;
    this.#members.set(worker, { session, lastContact: now, heartbeat });
    const refusalKey = `${worker} ${session}`;
    if (
      heartbeat.refuses === null ||
      heartbeat.epoch !== this.#options.epoch ||
      this.#reportedRefusals.has(refusalKey)
    )
      return;
    this.#reportedRefusals.add(refusalKey);
    this.#options.onRefusal({ worker, session }, heartbeat);
  }

  async #lose(peer: Peer): Promise<void> {
    this.#members.delete(peer.worker);
    this.#options.onLost(peer);
    await this.#unlist([peer.worker]);
  }

  /** Removes workers from the list. A worker that is alive after all notices this, and reports its calls and requests again. */
  async #unlist(workers: readonly string[]): Promise<void> {
    if (workers.length === 0) return;
    const { redis } = this.#options;
    await Promise.all([
      redis.srem(redisKeys.workers, ...workers),
      redis.del(...workers.map(redisKeys.toWorker)),
    ]);
  }
}
