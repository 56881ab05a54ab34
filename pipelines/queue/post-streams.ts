// Posts between a worker and the coordinator: written in turn to a stream, read in turn, whatever comes over the connection.

import type { Redis } from "ioredis";
import { letGo } from "./connection.ts";
import { orRefused } from "./redis-errors.ts";
import { type Seal, sealed, unsealed } from "./seal.ts";

export interface Sender<M> {
  send(message: M): void;
  /** As `send`, but it may wait a little longer for others to go with it. */
  sendSoon(message: M): void;
  /** Resolves when all that was sent is posted; rejects where a post was rejected. */
  flush(): Promise<void>;
}

/** Messages in one post: a reader holds some hundreds of posts at once. */
const maxInPost = 100;

/** A post costs about as much as ten messages: so they come together. */
interface Gathering {
  /** Milliseconds from one post to the next. */
  readonly between: number;
  /** Milliseconds that a message may wait for others. */
  readonly soon: number;
}

const usual: Gathering = { between: 2, soon: 5 };
/** For what nobody waits for. */
export const unhurried: Gathering = { between: 100, soon: 100 };

/**
 * Posts follow one another, in the order of sending. After one that was rejected, which is told once, nothing more is
 * posted: a gap would let messages come out of turn.
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
      // Once this rejects, so does all that follows.
      last = last.then(postWaiting);
      last.catch(fail);
      return true;
    },
    last: () => last,
  };
}

/** What is sent within a short while goes into one post. */
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
    // What is sent in this turn of the event loop goes along.
    if (wait <= 0) setImmediate(postNow);
    else timer = setTimeout(postNow, wait);
  };
  const flush = async () => {
    let seen: Promise<void> | undefined;
    // Also what is sent meanwhile.
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

/** Writes a post to the end of a stream. PipelineError("queue") where Redis does not take it. */
export async function postTo(
  { redis, seal }: { readonly redis: Redis; readonly seal: Seal },
  stream: string,
  post: object,
): Promise<void> {
  await orRefused(redis.xadd(stream, "*", field, sealed(seal, stream, post)));
}

const field = "m";

export interface StreamReading<Post> {
  /** Of its own: it blocks. It is disconnected at the end. */
  readonly redis: Redis;
  readonly seal: Seal;
  readonly stream: string;
  /** The id after which reading begins: "0" for all that is there. */
  readonly from: string;
  /** Undefined for what is not a post. */
  readonly postIn: (value: unknown) => Post | undefined;
  /** Called in turn, the next one when this one has ended. What it throws ends the reading. */
  readonly onPost: (post: Post, id: string) => void | Promise<void>;
  /** Of an entry that is not a post; it is passed over. */
  readonly onBad: (id: string) => void;
  readonly signal: AbortSignal;
}

/** Milliseconds for which one command waits for posts. */
const maxBlock = 5000;
const maxAtOnce = 512;

/** Reads a stream until the signal aborts, through losses of the connection. Rejects when that is given up, or with what `onPost` throws. */
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
    const streams = await orRefused(
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

/** Entries in one command. */
const piece = 1000;

/** Takes entries that were read and handled out of their stream. */
export async function deleteRead(
  redis: Redis,
  stream: string,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += piece)
    await orRefused(redis.xdel(stream, ...ids.slice(from, from + piece)));
}
