// Links a worker to the runs it has worked for, across restarts of their coordinators: posts, calls, and replies it may have to resend.

import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { WorkerCalls } from "./worker-calls.ts";
import type { Connection } from "./connection.ts";
import { createSender, postTo } from "./post-streams.ts";
import type { Peer, WorkerMessage } from "./messages.ts";
import { postLifetime, redisKeys, runKey } from "./redis-keys.ts";
import { Outbox } from "./outbox.ts";

/** Maximum wait for the last posts, in milliseconds. */
const maxPostWait = 1000;

export interface LinkOptions {
  readonly connection: Pick<Connection, "redis" | "seal">;
  /** The worker's folder. */
  readonly directory: string;
  readonly run: string;
  readonly peer: Peer;
  /** Numbers the posts of this start of the worker. */
  readonly nextPost: () => number;
  readonly onError: (error: unknown) => void;
  readonly checkLock?: (() => void) | undefined;
}

export interface RunLink {
  readonly calls: WorkerCalls;
  send(message: WorkerMessage): void;
  /** Resolves when everything sent is in Redis. */
  flush(): Promise<void>;
  /** Sends a coordinator start the replies it may not have, the calls in progress and the pending asks. */
  reportState(epoch: string): void;
  /** Signs off if a coordinator is running, and lets the posts expire after a while. */
  leave(isCoordinatorThere: boolean): Promise<void>;
  /** Closes once the calls in progress have ended: their replies are kept, even if they can no longer be sent. */
  close(): Promise<void>;
}

export async function openLink({
  connection,
  directory,
  run,
  peer,
  nextPost,
  onError,
  checkLock,
}: LinkOptions): Promise<RunLink> {
  const outbox = await Outbox.open(join(directory, "replies", runKey(run)), checkLock);
  const stream = redisKeys.toCoordinator(runKey(run));
  const post = (messages: readonly WorkerMessage[]) =>
    postTo(connection, stream, { ...peer, number: nextPost(), messages });
  const sender = createSender(post, onError);
  // Requests and outcomes may wait a little: they do not hold up a call that the limits already allow.
  const send = (message: WorkerMessage) =>
    message.type === "ask" || message.type === "row"
      ? sender.sendSoon(message)
      : sender.send(message);
  const calls = new WorkerCalls({ send, outbox, onError });
  return {
    calls,
    send,
    flush: sender.flush,
    reportState: epoch => {
      for (const line of outbox.readRemaining()) send({ type: "replied", line });
      send({ type: "hello", epoch, ...calls.workInProgress });
      calls.repeat();
    },
    leave: async isCoordinatorThere => {
      if (isCoordinatorThere) send({ type: "bye" });
      await sender.flush();
      // If the coordinator is gone by now, the stream is not cleared before the run's next start.
      await connection.redis.expire(stream, postLifetime);
    },
    close: async () => {
      await calls.whenEnded();
      // The posts may still reach Redis; the replies are on disk in any case.
      await Promise.race([
        sender.flush().catch(() => undefined),
        pause(maxPostWait, undefined, { ref: false }),
      ]);
      await outbox.close();
    },
  };
}

/** One per start of a worker: calls for one run may continue while it works for another. */
export class RunLinks {
  readonly #options: Omit<LinkOptions, "run" | "nextPost">;
  readonly #links = new Map<string, RunLink>();
  #postCount = 0;

  constructor(options: Omit<LinkOptions, "run" | "nextPost">) {
    this.#options = options;
  }

  get callsInFlight(): number {
    return [...this.#links.values()].reduce(
      (sum, { calls }) => sum + calls.workInProgress.inFlight.length,
      0,
    );
  }

  /** Returns the link to this run. Closes other links without calls in progress: their replies are on disk. */
  async linkTo(run: string): Promise<RunLink> {
    const link =
      this.#links.get(run) ??
      (await openLink({ ...this.#options, run, nextPost: () => ++this.#postCount }));
    this.#links.set(run, link);
    for (const [otherRun, otherLink] of this.#links) {
      if (otherLink === link || otherLink.calls.workInProgress.inFlight.length > 0) continue;
      this.#links.delete(otherRun);
      await otherLink.close();
    }
    return link;
  }

  async flush(): Promise<void> {
    for (const link of this.#links.values()) await link.flush();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#links.values()].map(link => link.close()));
  }
}
