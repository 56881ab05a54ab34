// Tells a coordinator's user which workers come and go, and how to start one if there is none.

import type { Redis } from "ioredis";
import type { WorkerStatus } from "../../schemas/output/status.ts";
import { readWorkers } from "./fleet-status.ts";
import { heartbeatPause, names } from "./names.ts";
import { isLoopback, type QueuePlace } from "./place.ts";

/** Looks without a worker that takes rows before a notice; at once if there never was such a worker. */
const maxAlone = 15;

type ShownPlace = Pick<QueuePlace, "shown" | "host" | "password" | "secret">;

/** Text on how to start a worker for the queue; of user, password and secret it only says that they are needed. */
export function waitingText({ shown, host, password, secret }: ShownPlace): string {
  const where = isLoopback(host)
    ? "on this machine (on others, with its address instead of this one's)"
    : "on any machine";
  const needed = [
    ...(password === undefined ? [] : ["RAGWRIGHT_QUEUE_USER", "RAGWRIGHT_QUEUE_PASSWORD"]),
    ...(secret === undefined ? [] : ["RAGWRIGHT_QUEUE_SECRET"]),
  ];
  const variables = new Intl.ListFormat("en").format(needed);
  const type = needed.length === 0 ? "Type" : `With this queue's ${variables} set, type`;
  return `Waiting for workers. ${type} ${where}: ragwright worker --queue ${shown}`;
}

export interface WatchOptions {
  readonly place: ShownPlace;
  readonly onNotice: (text: string) => void;
}

/** Decides what to report after each look at the workers. */
export class FleetWatch {
  readonly #options: WatchOptions;
  /** Workers that take or took rows, and whether they have fallen silent. */
  readonly #known = new Map<string, "heard" | "silent">();
  #hadOne = false;
  #alone = 0;
  #told = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  see(workers: readonly WorkerStatus[]): void {
    for (const worker of workers) this.#seeOne(worker);
    const names = new Set(workers.map(({ name }) => name));
    for (const [name, last] of this.#known) if (!names.has(name)) this.#gone(name, last);
    this.#seeNone(workers);
  }

  #seeOne({ name, state, host, capacity }: WorkerStatus): void {
    if (state === "silent") {
      if (this.#known.has(name)) this.#known.set(name, "silent");
    } else if (this.#known.has(name)) this.#known.set(name, "heard");
    else if (state === "works") {
      this.#known.set(name, "heard");
      this.#options.onNotice(
        `The worker ${name} on ${host} has joined: it takes ${capacity} rows at a time.`,
      );
    }
  }

  /** A worker that fell silent first has not signed off; when it is given up, the coordinator says so. */
  #gone(name: string, last: "heard" | "silent"): void {
    this.#known.delete(name);
    if (last === "heard") this.#options.onNotice(`The worker ${name} has left.`);
  }

  #seeNone(workers: readonly WorkerStatus[]): void {
    if (workers.some(({ state }) => state === "works")) {
      [this.#hadOne, this.#alone, this.#told] = [true, 0, false];
      return;
    }
    this.#alone++;
    const maySoon = this.#hadOne || workers.length > 0;
    if (this.#told || (maySoon && this.#alone < maxAlone)) return;
    this.#told = true;
    this.#options.onNotice(waitingText(this.#options.place));
  }
}

export interface LookOptions extends WatchOptions {
  readonly redis: Redis;
  /** Aborted when the run is to stop: no worker is waited for then. */
  readonly signal: AbortSignal;
}

/** Looks once per second until `end`; the caller must hold the coordinator's lease. */
export function watchFleet({ redis, signal, ...options }: LookOptions): { end(): void } {
  const watch = new FleetWatch(options);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async () => {
    const epoch = await redis.get(names.coordinator);
    const workers = await readWorkers(redis, epoch);
    if (!isOver && !signal.aborted && epoch !== null) watch.see(workers);
  };
  // The connection reports Redis errors, and ends the run if it must.
  const next = () => {
    if (!isOver) timer = setTimeout(() => void look().then(next, next), heartbeatPause);
  };
  next();
  return {
    end: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
