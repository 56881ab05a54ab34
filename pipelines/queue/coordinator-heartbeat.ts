// Sends a coordinator's heartbeats: keeps its lease and its run's announcement, and writes both again after Redis restarts.

import { type Blobs, pack } from "./blobs.ts";
import type { Connection } from "./connection.ts";
import type { Identity } from "./identity.ts";
import { heartbeatLife, heartbeatPause, redisKeys } from "./redis-keys.ts";
import { withRedisErrors } from "./redis-errors.ts";
import type { Restarts } from "./restarts.ts";
import { toSealedJson } from "./seal.ts";
import { keepLease, type Lease } from "./lease.ts";

/** What a run announces to workers. */
export interface RunDescription {
  readonly identity: Identity;
  /** What workers build the run's stages from. */
  readonly recipe: unknown;
}

export interface CoordinatorHeartbeatOptions {
  readonly connection: Pick<Connection, "redis" | "seal">;
  readonly blobs: Blobs;
  readonly lease: Lease;
  readonly restarts: Restarts;
  /** Called with each beat. */
  readonly pollWorkers: () => Promise<void>;
  /** Writes again what a restarted Redis may have lost. */
  readonly repeat: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export class CoordinatorHeartbeat {
  readonly #options: CoordinatorHeartbeatOptions;
  #description: RunDescription | undefined;
  /** The announcement as written to Redis. */
  #announcement = "";
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: CoordinatorHeartbeatOptions) {
    this.#options = options;
  }

  async start(description: RunDescription): Promise<void> {
    this.#description = description;
    await this.#announce(description);
    this.#beat();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #beat = (): void => {
    const scheduleNext = () => {
      if (!this.#isStopped) this.#timer = setTimeout(this.#beat, heartbeatPause);
    };
    withRedisErrors(this.#poll()).then(scheduleNext, this.#options.onError);
  };

  async #poll(): Promise<void> {
    const { connection, lease } = this.#options;
    const { redis } = connection;
    await this.#repeatAfterRestart();
    try {
      await keepLease(redis, lease, this.#announcement);
    } catch (error) {
      // Redis may have restarted since the check above, and then it has lost the lease.
      if (!(await this.#repeatAfterRestart())) throw error;
    }
    await this.#options.pollWorkers();
  }

  /** Writes everything again if Redis was restarted; returns whether it was. */
  async #repeatAfterRestart(): Promise<boolean> {
    const { restarts, repeat } = this.#options;
    if (!(await restarts.hasRestarted())) return false;
    if (this.#description) await this.#announce(this.#description);
    await repeat();
    return true;
  }

  async #announce({ identity, recipe }: RunDescription): Promise<void> {
    const { connection, blobs, lease } = this.#options;
    const { redis, seal } = connection;
    const { epoch, run } = lease;
    this.#announcement = toSealedJson(seal, redisKeys.announcement, {
      epoch,
      run,
      identity,
      recipe: await pack(blobs, recipe),
    });
    await redis.sadd(redisKeys.epochs, epoch);
    await redis.set(redisKeys.announcement, this.#announcement);
    await redis.set(redisKeys.coordinator, epoch, "PX", heartbeatLife);
  }
}
