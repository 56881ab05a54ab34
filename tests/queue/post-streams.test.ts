// Posts go out and come in in turn, each at least once, whatever becomes of Redis meanwhile.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Connection, openConnection } from "../../pipelines/queue/connection.ts";
import {
  createSender,
  deleteEntries,
  postTo,
  readStream,
} from "../../pipelines/queue/post-streams.ts";
import { parseQueueAddress } from "../../pipelines/queue/queue-address.ts";
import { describeWithRedis, type RedisServer, startRedis } from "../support/redis.ts";

const neverFails = (error: unknown) => {
  throw error;
};
const nextTurn = () => new Promise(resolve => setImmediate(resolve));

describe("a sender", () => {
  test("puts what is sent in one turn into one post, and one post after another", async () => {
    const posts: (readonly number[])[] = [];
    const now = { posting: 0 };
    const sender = createSender<number>(async messages => {
      expect(++now.posting).toBe(1);
      await nextTurn();
      await nextTurn();
      posts.push(messages);
      now.posting--;
    }, neverFails);
    for (const number of [1, 2, 3]) sender.send(number);
    while (now.posting === 0) await nextTurn();
    // While the first post is on its way.
    sender.send(4);
    sender.send(5);
    expect(posts).toEqual([]);
    await sender.flush();
    expect(posts).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    await sender.flush();
  });

  test("makes posts that a reader can hold, and keeps their order", async () => {
    const posts: (readonly number[])[] = [];
    const sender = createSender<number>(async messages => void posts.push(messages), neverFails);
    const all = Array.from({ length: 1001 }, (_, number) => number);
    for (const number of all) sender.send(number);
    await sender.flush();
    expect(posts.flat()).toEqual(all);
    expect(Math.max(...posts.map(({ length }) => length))).toBe(100);
  });

  test("tells of a rejected post once and posts nothing after it", async () => {
    const failure = new Error("no room");
    const errors: unknown[] = [];
    let posts = 0;
    const sender = createSender<number>(
      async () => {
        posts++;
        throw failure;
      },
      error => void errors.push(error),
    );
    for (let number = 0; number < 250; number++) sender.send(number);
    await nextTurn();
    sender.send(250);
    await expect(sender.flush()).rejects.toBe(failure);
    sender.send(251);
    await expect(sender.flush()).rejects.toBe(failure);
    await nextTurn();
    expect([errors, posts]).toEqual([[failure], 1]);
  });
});

describeWithRedis("a stream", () => {
  let server: RedisServer;
  let connection: Connection;
  let stop = new AbortController();
  beforeAll(async () => {
    // What a Redis forgets is sent again by those who use the streams (restarts.ts); here, nothing else may be lost.
    server = await startRedis({ appendfsync: "always" });
  });
  beforeEach(async () => {
    connection = await openConnection(parseQueueAddress(server.url, {}), {
      onTrouble: () => undefined,
    });
    await connection.redis.flushall();
    stop = new AbortController();
  });
  afterEach(async () => {
    stop.abort();
    await connection.close();
  });
  afterAll(() => server.close());

  interface Post {
    readonly numbers: readonly number[];
  }
  const postIn = (value: unknown) =>
    typeof value === "object" && value !== null && "numbers" in value ? (value as Post) : undefined;
  /** Reads until `last` has come; returns all numbers and ids. */
  async function readUntil(
    last: number,
    from = "0",
    wait: (number: number) => unknown = () => undefined,
  ) {
    const numbers: number[] = [];
    const ids: string[] = [];
    const bad: string[] = [];
    const onPost = async (post: Post, id: string) => {
      numbers.push(...post.numbers);
      ids.push(id);
      await wait(numbers.at(-1) ?? 0);
      if (numbers.includes(last)) stop.abort();
    };
    await readStream<Post>({
      redis: await connection.duplicate(),
      seal: connection.seal,
      stream: "posts",
      from,
      parsePost: postIn,
      onPost,
      onInvalid: id => void bad.push(id),
      signal: stop.signal,
    });
    return { numbers, ids, bad };
  }
  const post = (...numbers: number[]) => postTo(connection, "posts", { numbers });

  test("is read in turn from the place that is named, what was there and what comes", async () => {
    await post(1, 2);
    await post(3);
    const first = readUntil(5);
    await post(4);
    await post(5);
    const { numbers, ids } = await first;
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
    stop = new AbortController();
    expect((await readUntil(5, ids[1])).numbers).toEqual([4, 5]);
  });

  test("ends at once when nobody reads it any more, also while Redis is away", async () => {
    const waiting = readUntil(1);
    await nextTurn();
    stop.abort();
    expect((await waiting).numbers).toEqual([]);
    expect((await readUntil(1)).numbers).toEqual([]);
    stop = new AbortController();
    const away = readUntil(1);
    await server.kill();
    await nextTurn();
    stop.abort();
    expect((await away).numbers).toEqual([]);
    await server.restart();
  });

  test("passes over what is not a post, and says so", async () => {
    await post(1);
    const bad = [];
    for (const fields of [
      ["m", "{cut"],
      ["x", "{}"],
      ["m", "7"],
      ["m", "null"],
      ["x", "m"],
    ])
      bad.push(await connection.redis.xadd("posts", "*", ...fields));
    await post(2);
    const read = await readUntil(2);
    expect([read.numbers, read.bad]).toEqual([[1, 2], bad]);
  });

  test("that cannot be read or written is told", async () => {
    await connection.redis.set("posts", "text");
    await expect(readUntil(1)).rejects.toMatchObject({
      code: "queue",
      message: expect.stringContaining("WRONGTYPE"),
    });
    await expect(post(1)).rejects.toMatchObject({
      code: "queue",
      message: expect.stringContaining("WRONGTYPE"),
    });
  });

  test("loses what was read and handled, and nothing else", async () => {
    for (let number = 1; number <= 1500; number++) void post(number);
    const { ids } = await readUntil(1500);
    await deleteEntries(connection.redis, "posts", []);
    await deleteEntries(connection.redis, "posts", ids.slice(0, 1400));
    stop = new AbortController();
    expect((await readUntil(1500)).numbers).toEqual(
      Array.from({ length: 100 }, (_, number) => 1401 + number),
    );
  });

  test("brings every message in turn through kills of Redis; what comes twice follows at once", async () => {
    const last = 6000;
    const sender = createSender<number>(numbers => post(...numbers), neverFails);
    const reading = readUntil(last);
    const sending = (async () => {
      for (let number = 1; number <= last; number++) {
        sender.send(number);
        if (number % 3 === 0) await nextTurn();
        if (number % 1500 === 0) await server.restart();
      }
    })();
    await sending;
    await sender.flush();
    const { numbers } = await reading;
    expect(new Set(numbers).size).toBe(last);
    // A post whose answer was lost is written again before the next one: numbers go back by no more than one post.
    expect(
      numbers.every(
        (number, at) => at === 0 || number === numbers[at - 1]! + 1 || number <= numbers[at - 1]!,
      ),
    ).toBe(true);
    expect(numbers.length - last).toBeLessThanOrEqual(4 * 100);
  });
});
