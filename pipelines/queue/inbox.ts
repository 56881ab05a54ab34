// Reads workers' posts about a run for its coordinator: each post once, in order; drops anything else.

import type { Connection } from "./connection.ts";
import {
  createSender,
  deleteEntries,
  readStream,
  type Sender,
  slowTiming,
} from "./post-streams.ts";
import { parseWorkerPost, type WorkerPost } from "./messages.ts";

export interface InboxOptions {
  readonly connection: Connection;
  /** The run's stream. */
  readonly stream: string;
  /** Counts entries that are not a worker's messages. */
  readonly drop: (count: number) => void;
  /** Called with one post at a time. The post stays in the stream until `markHandled` is called with its id. */
  readonly onPost: (post: WorkerPost, id: string) => void;
  readonly onError: (error: unknown) => void;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

/** One per coordinator. Keeps one number in memory for each session that has posted. */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #handledIds: Sender<string>;
  /** The number of the last post of each session. */
  readonly #lastNumbers = new Map<string, number>();

  constructor(options: InboxOptions) {
    const { connection, stream, onError } = options;
    this.#options = options;
    this.#handledIds = createSender(
      ids => deleteEntries(connection.redis, stream, ids),
      onError,
      slowTiming,
    );
  }

  /** Marks a post as no longer needed. */
  markHandled(id: string): void {
    this.#handledIds.send(id);
  }

  flush(): Promise<void> {
    return this.#handledIds.flush();
  }

  /** Reads from the beginning of the stream until the signal aborts or something fails. */
  async read(): Promise<void> {
    const { connection, stream, drop, signal, onError } = this.#options;
    await readStream({
      redis: await connection.duplicate(),
      seal: connection.seal,
      stream,
      from: "0",
      parsePost: parseWorkerPost,
      onPost: ({ dropped, ...post }, id) => {
        drop(dropped);
        this.#receive(post, id);
      },
      onInvalid: id => {
        drop(1);
        this.markHandled(id);
      },
      signal,
    }).catch(onError);
  }

  #receive(post: WorkerPost, id: string): void {
    // The same post again: after a broken connection, or from someone who copied it.
    if (post.number <= (this.#lastNumbers.get(post.session) ?? 0)) return this.markHandled(id);
    this.#lastNumbers.set(post.session, post.number);
    this.#options.onPost(post, id);
  }
}

/** Counts messages posted to a run that its workers did not send. Reports the first, and then each time the count has grown tenfold. */
export function createDropCounter(
  address: string,
  onNotice: (text: string) => void,
): (count: number) => void {
  let droppedCount = 0;
  let nextReport = 1;
  return count => {
    droppedCount += count;
    if (droppedCount < nextReport) return;
    nextReport = droppedCount * 10;
    onNotice(
      `${droppedCount} ${droppedCount === 1 ? "message was" : "messages were"} dropped: no worker of this run sends such messages. Who else may write to ${address}?`,
    );
  };
}
