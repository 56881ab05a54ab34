// Posts between a worker and the coordinator: written to a stream and read from it in order, through connection losses.

import type { Redis } from "ioredis";
import { letGo } from "./connection.ts";
import { withRedisErrors } from "./redis-errors.ts";
import { type Seal, sealed, unsealed } from "./seal.ts";

export interface Sender<M> {
  send(message: M): void;
  /** As `send`, but the message may wait a little longer for others to join it. */
  sendSoon(message: M): void;
  /** Resolves when everything sent is posted; rejects if a post was rejected. */
  flush(): Promise<void>;
}

/** Messages in one post: a reader holds some hundreds of posts at once. */
const maxInPost = 100;

/** A post costs about as much as ten messages, so messages are batched. */
interface Gathering {
  /** Milliseconds from one post to the next. */
  readonly between: number;
  /** Milliseconds that a message may wait for others. */
  readonly soon: number;
}

const usual: Gathering = { between: 2, soon: 5 };
/** For messages that nobody waits for. */
export const unhurried: Gathering = { between: 100, soon: 100 };

/**
 * Posts follow one another, in the order of sending. After a rejected post, which is reported once, nothing more is
 * posted: a gap would let messages come out of order.
 */
function createPosts<M>(
  post: (messages: readonly M[]) => Promise<void>,
  onError: (error: unknown) => void,
) {
  let waiting: M[] = [];
  let last = Promise.resolve();
  let failed = false;
  const postWaiting = async () => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += maxInPost)
      await post(all.slice(from, from + maxInPost));
  };
  const fail = (error: unknown) => {
    if (failed) return;
    failed = true;
    onError(error);
  };
  return {
    /** Whether it will be posted. */
    add(message: M): boolean {
      if (!failed) waiting.push(message);
      return !failed;
    },
    /** Whether there was anything to post. */
    next(): boolean {
      if (waiting.length === 0) return false;
      // Once this rejects, so does everything that follows.
      last = last.then(postWaiting);
      last.catch(fail);
      return true;
    },
    last: () => last,
  };
}

/** Batches messages sent within a short while into one post. */
export function createSender<M>(
  post: (messages: readonly M[]) => Promise<void>,
  onError: (error: unknown) => void,
  gathering = usual,
): Sender<M> {
  const posts = createPosts(post, onError);
  let timer: NodeJS.Timeout | undefined;
  let due = Number.POSITIVE_INFINITY;
  let lastPost = Number.NEGATIVE_INFINITY;
  const postNow = () => {
    clearTimeout(timer);
    due = Number.POSITIVE_INFINITY;
    if (posts.next()) lastPost = performance.now();
  };
  const sendBy = (message: M, at: number) => {
    if (!posts.add(message) || at >= due) return;
    clearTimeout(timer);
    due = at;
    const wait = at - performance.now();
    // Messages sent in this turn of the event loop go along.
    if (wait <= 0) setImmediate(postNow);
    else timer = setTimeout(postNow, wait);
  };
  const flush = async () => {
    let seen: Promise<void> | undefined;
    // Includes messages sent meanwhile.
    for (postNow(); seen !== posts.last(); postNow()) {
      seen = posts.last();
      await seen;
    }
  };
  return {
    send: message => sendBy(message, lastPost + gathering.between),
    sendSoon: message => sendBy(message, performance.now() + gathering.soon),
    flush,
  };
}

/** Appends a post to a stream. PipelineError("queue") if Redis refuses it. */
export async function postTo(
  { redis, seal }: { readonly redis: Redis; readonly seal: Seal },
  stream: string,
  post: object,
): Promise<void> {
  await withRedisErrors(redis.xadd(stream, "*", field, sealed(seal, stream, post)));
}

const field = "m";

export interface StreamReading<Post> {
  /** A connection of its own, since it blocks. Disconnected at the end. */
  readonly redis: Redis;
  readonly seal: Seal;
  readonly stream: string;
  /** The id after which reading begins; "0" reads everything. */
  readonly from: string;
  /** Undefined if the value is not a post. */
  readonly postIn: (value: unknown) => Post | undefined;
  /** Called for one post at a time, each after the last has ended. An error it throws ends the reading. */
  readonly onPost: (post: Post, id: string) => void | Promise<void>;
  /** Called for an entry that is not a post; it is skipped. */
  readonly onBad: (id: string) => void;
  readonly signal: AbortSignal;
}

/** Milliseconds for which a command waits for posts. */
const maxBlock = 5000;
const maxAtOnce = 512;

/** Reads a stream until the signal aborts, through connection losses. Rejects when the connection is given up, or with an error of `onPost`. */
export async function readStream<Post>(reading: StreamReading<Post>): Promise<void> {
  const { redis, signal } = reading;
  const stop = () => letGo(redis);
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (let last = reading.from; !signal.aborted; ) last = await readOn(reading, last);
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

/** Returns the id of the last entry that was read. */
async function readOn<Post>(reading: StreamReading<Post>, last: string): Promise<string> {
  let id = last;
  for (const [next, fields] of await entriesAfter(reading, last)) {
    if (reading.signal.aborted) return id;
    const { seal, stream } = reading;
    const post = reading.postIn(unsealed(seal, stream, textIn(fields)));
    if (post === undefined) reading.onBad(next);
    else await reading.onPost(post, next);
    id = next;
  }
  return id;
}

type Entry = readonly [id: string, fields: readonly string[]];

async function entriesAfter<Post>(
  { redis, stream, signal }: StreamReading<Post>,
  last: string,
): Promise<readonly Entry[]> {
  try {
    const streams = await withRedisErrors(
      redis.xread("COUNT", maxAtOnce, "BLOCK", maxBlock, "STREAMS", stream, last),
    );
    return streams?.[0]?.[1] ?? [];
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}

function textIn(fields: readonly string[]): string | null {
  const at = fields.indexOf(field);
  return at % 2 === 0 ? (fields[at + 1] ?? null) : null;
}

/** Entries per command. */
const piece = 1000;

/** Deletes entries that were read and handled from their stream. */
export async function deleteRead(
  redis: Redis,
  stream: string,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += piece)
    await withRedisErrors(redis.xdel(stream, ...ids.slice(from, from + piece)));
}
