// The coordinator's reader of worker posts about a run: each post once, in order; anything else is dropped.

import type { Connection } from "./connection.ts";
import { createSender, deleteRead, readStream, type Sender, unhurried } from "./post-streams.ts";
import { workerPostIn } from "./message-forms.ts";
import type { WorkerPost } from "./messages.ts";

export interface InboxOptions {
  readonly connection: Connection;
  /** The run's stream. */
  readonly stream: string;
  /** Counts entries that are not a worker's messages. */
  readonly drop: (count: number) => void;
  /** Called one post at a time. The post stays in the stream until `handled` is called with its id. */
  readonly onPost: (post: WorkerPost, id: string) => void;
  readonly onError: (error: unknown) => void;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

/** One per coordinator. Memory: a number for each session that posted. */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #handled: Sender<string>;
  /** The number of the last post of each session. */
  readonly #last = new Map<string, number>();

  constructor(options: InboxOptions) {
    const { connection, stream, onError } = options;
    this.#options = options;
    this.#handled = createSender(
      ids => deleteRead(connection.redis, stream, ids),
      onError,
      unhurried,
    );
  }

  /** Marks a post as no longer needed. */
  handled(id: string): void {
    this.#handled.send(id);
  }

  flush(): Promise<void> {
    return this.#handled.flush();
  }

  /** Reads from the beginning of the stream until the signal aborts or something fails. */
  async read(): Promise<void> {
    const { connection, stream, drop, signal, onError } = this.#options;
    await readStream({
      redis: await connection.duplicate(),
      seal: connection.seal,
      stream,
      from: "0",
      postIn: workerPostIn,
      onPost: ({ dropped, ...post }, id) => {
        drop(dropped);
        this.#take(post, id);
      },
      onBad: id => {
        drop(1);
        this.handled(id);
      },
      signal,
    }).catch(onError);
  }

  #take(post: WorkerPost, id: string): void {
    // Posted twice: after a broken connection, or by somebody who copied it.
    if (post.number <= (this.#last.get(post.session) ?? 0)) return this.handled(id);
    this.#last.set(post.session, post.number);
    this.#options.onPost(post, id);
  }
}
