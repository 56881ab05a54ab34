// Tells a coordinator's user which workers join and leave, and how to start one if there is none.

import type { Redis } from "ioredis";
import type { WorkerStatus } from "../../schemas/output/status.ts";
import { readWorkers } from "./fleet-status.ts";
import { heartbeatPause, redisKeys } from "./redis-keys.ts";
import { isLoopback, type QueueAddress } from "./queue-address.ts";

/** Number of polls without a worker that takes rows before a notice; if there never was such a worker, it comes at once. */
const maxPollsWithoutWorker = 15;

type DisplayedAddress = Pick<QueueAddress, "displayAddress" | "host" | "password" | "secret">;

/** Text on how to start a worker for the queue; it says whether a user, a password and a secret are needed, but not what they are. */
export function waitingText({ displayAddress, host, password, secret }: DisplayedAddress): string {
  const place = isLoopback(host)
    ? "on this machine (on others, with its address instead of this one's)"
    : "on any machine";
  const neededVariables = [
    ...(password === undefined ? [] : ["RAGWRIGHT_QUEUE_USER", "RAGWRIGHT_QUEUE_PASSWORD"]),
    ...(secret === undefined ? [] : ["RAGWRIGHT_QUEUE_SECRET"]),
  ];
  const variables = new Intl.ListFormat("en").format(neededVariables);
  const instruction =
    neededVariables.length === 0 ? "Type" : `With this queue's ${variables} set, type`;
  return `Waiting for workers. ${instruction} ${place}: ragwright worker --queue ${displayAddress}`;
}

export interface WatchOptions {
  readonly address: DisplayedAddress;
  readonly onNotice: (text: string) => void;
}

/** Decides what to report after each poll of the workers. */
export class FleetWatch {
  readonly #options: WatchOptions;
  /** Workers that take or took rows, and whether they have fallen silent. */
  readonly #workerStates = new Map<string, "heard" | "silent">();
  #hadWorker = false;
  #pollsWithoutWorker = 0;
  #isReported = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  update(workers: readonly WorkerStatus[]): void {
    for (const worker of workers) this.#updateWorker(worker);
    const names = new Set(workers.map(({ name }) => name));
    for (const [name, lastState] of this.#workerStates)
      if (!names.has(name)) this.#reportDeparture(name, lastState);
    this.#reportAbsence(workers);
  }

  #updateWorker({ name, state, host, capacity }: WorkerStatus): void {
    if (state === "silent") {
      if (this.#workerStates.has(name)) this.#workerStates.set(name, "silent");
    } else if (this.#workerStates.has(name)) this.#workerStates.set(name, "heard");
    else if (state === "works") {
      this.#workerStates.set(name, "heard");
      this.#options.onNotice(
        `The worker ${name} on ${host} has joined: it takes ${capacity} rows at a time.`,
      );
    }
  }

  /** A worker that falls silent first has not signed off: once it counts as lost, the coordinator reports that. */
  #reportDeparture(name: string, lastState: "heard" | "silent"): void {
    this.#workerStates.delete(name);
    if (lastState === "heard") this.#options.onNotice(`The worker ${name} has left.`);
  }

  #reportAbsence(workers: readonly WorkerStatus[]): void {
    if (workers.some(({ state }) => state === "works")) {
      [this.#hadWorker, this.#pollsWithoutWorker, this.#isReported] = [true, 0, false];
      return;
    }
    this.#pollsWithoutWorker++;
    const mayJoinSoon = this.#hadWorker || workers.length > 0;
    if (this.#isReported || (mayJoinSoon && this.#pollsWithoutWorker < maxPollsWithoutWorker))
      return;
    this.#isReported = true;
    this.#options.onNotice(waitingText(this.#options.address));
  }
}

export interface FleetWatchOptions extends WatchOptions {
  readonly redis: Redis;
  /** Aborted when the run is to stop: it then no longer waits for workers. */
  readonly signal: AbortSignal;
}

/** Polls once per second until `end` is called; the caller must hold the coordinator's lease. */
export function watchFleet({ redis, signal, ...options }: FleetWatchOptions): { end(): void } {
  const watch = new FleetWatch(options);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const poll = async () => {
    const epoch = await redis.get(redisKeys.coordinator);
    const workers = await readWorkers(redis, epoch);
    if (!isOver && !signal.aborted && epoch !== null) watch.update(workers);
  };
  // The connection reports Redis errors, and ends the run if it must.
  const scheduleNext = () => {
    if (!isOver)
      timer = setTimeout(() => void poll().then(scheduleNext, scheduleNext), heartbeatPause);
  };
  scheduleNext();
  return {
    end: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
