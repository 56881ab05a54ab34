// A coordinator's view of its workers, from their posts and heartbeats.

import type { Redis } from "ioredis";
import { type Heartbeat, heartbeatIn } from "./heartbeat.ts";
import type { Peer } from "./messages.ts";
import { heartbeatPause, names } from "./names.ts";

interface Member {
  session: string;
  /** Time of its last sign of life, by this process' clock. */
  heard: number;
  beat: Heartbeat | undefined;
}

export interface FleetOptions {
  readonly redis: Redis;
  readonly epoch: string;
  /** Milliseconds without a sign of life after which a worker is lost. */
  readonly lostAfter: number;
  readonly onLost: (peer: Peer) => void;
  /** Called when a worker refuses this run, once per start of the worker. */
  readonly onRefusal: (peer: Peer, beat: Heartbeat) => void;
  readonly now?: () => number;
}

export class Fleet {
  readonly #options: FleetOptions;
  readonly #now: () => number;
  readonly #members = new Map<string, Member>();
  readonly #refused = new Set<string>();
  /** Sessions that signed off: any heartbeat of theirs is an old one. */
  readonly #left = new Set<string>();
  #lastLook: number;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#lastLook = this.#now();
  }

  /** A sign of life of this session of a worker; any other session of it is gone. */
  heard({ worker, session }: Peer): void {
    const member = this.#members.get(worker);
    this.#members.set(worker, {
      session,
      heard: this.#now(),
      beat: member?.session === session ? member.beat : undefined,
    });
  }

  isThere = ({ worker, session }: Peer): boolean => this.#members.get(worker)?.session === session;

  /** Whether any worker works for this coordinator. */
  anybodyThere = (): boolean =>
    [...this.#members.values()].some(
      ({ beat }) => beat?.epoch === this.#options.epoch && beat.refuses === null,
    );

  /** The worker signed off. */
  left(peer: Peer): void {
    this.#left.add(peer.session);
    if (this.isThere(peer)) this.#members.delete(peer.worker);
  }

  /** Reads all heartbeats; a worker silent for too long is lost. */
  async look(): Promise<void> {
    const { redis, lostAfter } = this.#options;
    const ids = [...new Set([...(await redis.smembers(names.workers)), ...this.#members.keys()])];
    const beats = ids.length > 0 ? await redis.mget(ids.map(names.worker)) : [];
    const now = this.#now();
    // While Redis was away nobody could give a sign of life: all get their full time again.
    if (now - this.#lastLook > 5 * heartbeatPause)
      for (const member of this.#members.values()) member.heard = now;
    this.#lastLook = now;
    ids.forEach((worker, index) => this.#see(worker, heartbeatIn(beats[index] ?? null), now));
    // Workers that died while nobody looked.
    await this.#strike(
      ids.filter((worker, index) => (beats[index] ?? null) === null && !this.#members.has(worker)),
    );
    for (const [worker, { session, heard }] of this.#members)
      if (now - heard > lostAfter) await this.#lose({ worker, session });
  }

  #see(worker: string, beat: Heartbeat | undefined, now: number): void {
    if (!beat || this.#left.has(beat.session)) return;
    const { session } = beat;
    const member = this.#members.get(worker);
    // A new session must report first: only its hello says what it has in flight.
    if (member && member.session !== session) return;
    this.#members.set(worker, { session, heard: now, beat });
    const refusal = `${worker} ${session}`;
    if (beat.refuses === null || beat.epoch !== this.#options.epoch || this.#refused.has(refusal))
      return;
    this.#refused.add(refusal);
    this.#options.onRefusal({ worker, session }, beat);
  }

  async #lose(peer: Peer): Promise<void> {
    this.#members.delete(peer.worker);
    this.#options.onLost(peer);
    await this.#strike([peer.worker]);
  }

  /** A worker that is alive after all sees that it is no longer listed, and reports again what it has and needs. */
  async #strike(workers: readonly string[]): Promise<void> {
    if (workers.length === 0) return;
    const { redis } = this.#options;
    await Promise.all([
      redis.srem(names.workers, ...workers),
      redis.del(...workers.map(names.toWorker)),
    ]);
  }
}
