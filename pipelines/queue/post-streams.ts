// Writes posts between a worker and the coordinator to a stream, and reads them in order, even across lost connections.

import type { Redis } from "ioredis";
import { endConnection } from "./connection.ts";
import { withRedisErrors } from "./redis-errors.ts";
import { type Seal, toSealedJson, fromSealedJson } from "./seal.ts";

export interface Sender<M> {
  send(message: M): void;
  /** Like `send`, but the message may wait a little longer for others to join it. */
  sendSoon(message: M): void;
  /** Resolves when everything sent is posted; rejects if a post was rejected. */
  flush(): Promise<void>;
}

/** Maximum messages in one post: a reader holds several hundred posts at once. */
const maxInPost = 100;

/** When messages are posted: in batches, since a post costs about as much as ten messages. */
interface BatchTiming {
  /** Milliseconds from one post to the next. */
  readonly postInterval: number;
  /** Maximum milliseconds that a message waits for others. */
  readonly maxDelay: number;
}

const defaultTiming: BatchTiming = { postInterval: 2, maxDelay: 5 };
/** For messages that are not urgent. */
export const slowTiming: BatchTiming = { postInterval: 100, maxDelay: 100 };

/** Posts messages in parts small enough for a reader to hold. */
async function postInParts<M>(
  messages: readonly M[],
  post: (part: readonly M[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < messages.length; start += maxInPost)
    await post(messages.slice(start, start + maxInPost));
}

/**
 * Creates a sender that batches messages sent within a short time into one post. Posts follow one another, in the order
 * of sending. After a rejected post, which is reported once, nothing more is posted: a gap would let messages come out
 * of order.
 */
export function createSender<M>(
  post: (messages: readonly M[]) => Promise<void>,
  onError: (error: unknown) => void,
  timing = defaultTiming,
): Sender<M> {
  const waitingMessages: M[] = [];
  let lastPosts = Promise.resolve();
  let hasFailed = false;
  let timer: NodeJS.Timeout | undefined;
  let dueTime = Number.POSITIVE_INFINITY;
  let lastPostTime = Number.NEGATIVE_INFINITY;
  const fail = (error: unknown) => {
    if (hasFailed) return;
    hasFailed = true;
    onError(error);
  };
  const postNow = () => {
    clearTimeout(timer);
    dueTime = Number.POSITIVE_INFINITY;
    if (waitingMessages.length === 0) return;
    lastPostTime = performance.now();
    // Once this rejects, so does everything that follows.
    lastPosts = lastPosts.then(() => postInParts(waitingMessages.splice(0), post));
    lastPosts.catch(fail);
  };
  const sendBy = (message: M, at: number) => {
    if (hasFailed) return;
    waitingMessages.push(message);
    if (at >= dueTime) return;
    clearTimeout(timer);
    dueTime = at;
    const wait = at - performance.now();
    // Messages sent in this turn of the event loop are included.
    if (wait <= 0) setImmediate(postNow);
    else timer = setTimeout(postNow, wait);
  };
  return {
    send: message => sendBy(message, lastPostTime + timing.postInterval),
    sendSoon: message => sendBy(message, performance.now() + timing.maxDelay),
    async flush() {
      let awaitedPosts: Promise<void> | undefined;
      // Includes messages sent meanwhile.
      for (postNow(); awaitedPosts !== lastPosts; postNow()) {
        awaitedPosts = lastPosts;
        await awaitedPosts;
      }
    },
  };
}

/** Appends a post to a stream. Throws PipelineError("queue") if Redis refuses it. */
export async function postTo(
  { redis, seal }: { readonly redis: Redis; readonly seal: Seal },
  stream: string,
  post: object,
): Promise<void> {
  await withRedisErrors(redis.xadd(stream, "*", field, toSealedJson(seal, stream, post)));
}

const field = "m";

export interface StreamReading<Post> {
  /** A separate connection, since reading blocks it. Disconnected at the end. */
  readonly redis: Redis;
  readonly seal: Seal;
  readonly stream: string;
  /** The id after which reading begins; "0" reads everything. */
  readonly from: string;
  /** Undefined if the value is not a post. */
  readonly parsePost: (value: unknown) => Post | undefined;
  /** Called for one post at a time, each after the last has ended. An error it throws ends the reading. */
  readonly onPost: (post: Post, id: string) => void | Promise<void>;
  /** Called for an entry that is not a post; it is skipped. */
  readonly onInvalid: (id: string) => void;
  readonly signal: AbortSignal;
}

/** Maximum milliseconds that a command waits for posts. */
const maxBlock = 5000;
/** Maximum entries read by one command. */
const maxEntries = 512;

/** Reads a stream until the signal aborts, even across lost connections. Rejects when the connection is abandoned, or with an error thrown by `onPost`. */
export async function readStream<Post>(reading: StreamReading<Post>): Promise<void> {
  const { redis, signal } = reading;
  const stop = () => endConnection(redis);
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (let last = reading.from; !signal.aborted; ) last = await readNext(reading, last);
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

/** Returns the id of the last entry that was read. */
async function readNext<Post>(reading: StreamReading<Post>, lastId: string): Promise<string> {
  let id = lastId;
  for (const [entryId, fields] of await entriesAfter(reading, lastId)) {
    if (reading.signal.aborted) return id;
    const { seal, stream } = reading;
    const post = reading.parsePost(fromSealedJson(seal, stream, textIn(fields)));
    if (post === undefined) reading.onInvalid(entryId);
    else await reading.onPost(post, entryId);
    id = entryId;
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
      redis.xread("COUNT", maxEntries, "BLOCK", maxBlock, "STREAMS", stream, last),
    );
    return streams?.[0]?.[1] ?? [];
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}

function textIn(fields: readonly string[]): string | null {
  const index = fields.indexOf(field);
  return index % 2 === 0 ? (fields[index + 1] ?? null) : null;
}

/** Maximum entries deleted by one command. */
const maxDeleted = 1000;

/** Deletes entries from their stream once they have been read and handled. */
export async function deleteEntries(
  redis: Redis,
  stream: string,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += maxDeleted)
    await withRedisErrors(redis.xdel(stream, ...ids.slice(from, from + maxDeleted)));
}
