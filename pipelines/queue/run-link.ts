// What a worker has with one run, over all starts of its coordinator: posts, calls, and replies it may have to send again.

import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { WorkerCalls } from "./worker-calls.ts";
import type { Connection } from "./connection.ts";
import { createSender, postTo } from "./post-streams.ts";
import type { Peer, WorkerMessage } from "./messages.ts";
import { longestWait, names, runKey } from "./names.ts";
import { Outbox } from "./outbox.ts";

/** Milliseconds for which the last posts are waited for. */
const lastPosts = 1000;

export interface LinkOptions {
  readonly connection: Pick<Connection, "redis" | "seal">;
  /** Of the worker. */
  readonly directory: string;
  readonly run: string;
  readonly peer: Peer;
  /** Numbers the posts of this start of the worker. */
  readonly nextPost: () => number;
  readonly onError: (error: unknown) => void;
  readonly check?: (() => void) | undefined;
}

export interface RunLink {
  readonly calls: WorkerCalls;
  send(message: WorkerMessage): void;
  /** Until all that was sent is in Redis. */
  flush(): Promise<void>;
  /** Replies that the coordinator may not have, what is being made and what waits, to this start of it. */
  sayWhatIsHere(epoch: string): void;
  /** Says farewell to whoever is there. What nobody reads any more goes by itself. */
  leave(isCoordinatorThere: boolean): Promise<void>;
  /** When the calls that are being made have ended: their replies are kept, though it may be that nobody hears of them now. */
  close(): Promise<void>;
}

export async function openLink({
  connection,
  directory,
  run,
  peer,
  nextPost,
  onError,
  check,
}: LinkOptions): Promise<RunLink> {
  const outbox = await Outbox.open(join(directory, "replies", runKey(run)), check);
  const stream = names.toCoordinator(runKey(run));
  const post = (messages: readonly WorkerMessage[]) =>
    postTo(connection, stream, { ...peer, number: nextPost(), messages });
  const sender = createSender(post, onError);
  // A place among the calls in flight waits for none of these.
  const send = (message: WorkerMessage) =>
    message.type === "ask" || message.type === "row"
      ? sender.sendSoon(message)
      : sender.send(message);
  const calls = new WorkerCalls({ send, outbox, onError });
  return {
    calls,
    send,
    flush: sender.flush,
    sayWhatIsHere: epoch => {
      for (const line of outbox.left()) send({ type: "replied", line });
      send({ type: "hello", epoch, ...calls.inHand });
      calls.repeat();
    },
    leave: async isCoordinatorThere => {
      if (isCoordinatorThere) send({ type: "bye" });
      await sender.flush();
      // Should the coordinator be gone by now, nobody clears it away before the run's next start.
      await connection.redis.expire(stream, longestWait);
    },
    close: async () => {
      await calls.ended();
      // On their way to Redis, where it takes them yet; on disk they are in any case.
      await Promise.race([
        sender.flush().catch(() => undefined),
        pause(lastPosts, undefined, { ref: false }),
      ]);
      await outbox.close();
    },
  };
}
