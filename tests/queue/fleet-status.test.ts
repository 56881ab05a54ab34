// What a queue tells of its run, read from a real Redis.

import { Queue } from "bullmq";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readQueue, readWorkers } from "../../pipelines/queue/fleet-status.ts";
import type { Heartbeat } from "../../pipelines/queue/heartbeat.ts";
import { redisKeys } from "../../pipelines/queue/redis-keys.ts";
import { parseQueueAddress } from "../../pipelines/queue/queue-address.ts";
import { describeWithRedis, type RedisServer, startRedis } from "../support/redis.ts";
import { aBeat } from "./beats.ts";

const beat = aBeat("s", { epoch: "e", rows: 5, capacity: 16, calls: 3, ended: 40 });
const job = (count: number) => ({
  name: "rows",
  data: { rows: Array.from({ length: count }, (_, id) => ({ id })) },
});

describeWithRedis("the status of a queue", () => {
  let redis: RedisServer;
  const look = (url = redis.url) => readQueue(parseQueueAddress(url, {}), 2000);
  beforeAll(async () => {
    redis = await startRedis({ password: "canary" });
  });
  afterEach(() => redis.command("FLUSHALL"));
  afterAll(() => redis.close());

  const announce = (text: string) => redis.command("SET", redisKeys.announcement, text);
  const lease = () => redis.command("SET", redisKeys.coordinator, "e", "PX", "10000");

  async function addWorker(name: string, more: Partial<Heartbeat> | string = {}, life = 9000) {
    await redis.command("SADD", redisKeys.workers, name);
    await redis.command(
      "SET",
      redisKeys.worker(name),
      typeof more === "string" ? more : JSON.stringify({ ...beat, ...more }),
      "PX",
      String(life),
    );
  }

  test("an empty queue has no coordinator, no rows and no workers", async () => {
    expect(await look()).toEqual({
      place: `${redis.bareUrl}/0`,
      reachable: true,
      problem: null,
      coordinator: false,
      run: null,
      rows: { waiting: 0, withWorkers: 0 },
      calls: 0,
      workers: [],
    });
  });

  test("rows in jobs that nobody has taken, rows and calls of all workers, and each worker's state", async () => {
    await announce(JSON.stringify({ epoch: "e", run: "/runs/a on h" }));
    await lease();
    const queue = new Queue(redisKeys.rows("e"), {
      connection: { host: "127.0.0.1", port: redis.port, password: "canary" },
      prefix: redisKeys.rowsPrefix,
    });
    await queue.addBulk([job(8), job(8), job(3)]);
    await queue.close();
    await addWorker("a");
    await addWorker("b", { leaving: true, rows: 2, calls: 1 });
    await addWorker("c", { refuses: "Because.", rows: 0, calls: 0 });
    await addWorker("d", { epoch: "earlier", refuses: "Of another run.", rows: 0, calls: 0 });
    await redis.command("SADD", redisKeys.workers, "e");
    const found = await look();
    expect(found).toMatchObject({
      coordinator: true,
      run: "/runs/a on h",
      rows: { waiting: 19, withWorkers: 7 },
      calls: 4,
    });
    expect(found.workers.map(({ name, state, refuses }) => [name, state, refuses])).toEqual([
      ["a", "works", null],
      ["b", "leaving", null],
      ["c", "refuses", "Because."],
      ["d", "waits", null],
      ["e", "silent", null],
    ]);
    expect(found.workers[0]?.lastSign).toBeGreaterThanOrEqual(1000);
    expect(found.workers[4]?.lastSign).toBeNull();
  });

  test("a run whose coordinator is gone, or whose place another start has, is one without a coordinator", async () => {
    await announce(JSON.stringify({ epoch: "before", run: "/runs/a on h" }));
    expect(await look()).toMatchObject({ coordinator: false, run: "/runs/a on h" });
    await lease();
    expect(await look()).toMatchObject({ coordinator: false });
  });

  test("a wrong password, a key of another kind and a Redis that is silent or not there are told in a line, without the password", async () => {
    const wrong = await look(`redis://:wrong-canary@127.0.0.1:${redis.port}`);
    expect(wrong).toMatchObject({
      reachable: false,
      problem: expect.stringContaining("refuses the connection") as string,
    });
    await redis.command("SET", redisKeys.workers, "no set");
    expect(await look()).toMatchObject({
      reachable: false,
      problem: expect.stringContaining("WRONGTYPE") as string,
    });
    redis.pause();
    const silent = await look().finally(() => redis.resume());
    expect(silent).toMatchObject({
      reachable: false,
      problem: expect.stringContaining("does not answer") as string,
    });
    expect(await look("redis://127.0.0.1:1")).toMatchObject({
      place: "redis://127.0.0.1:1/0",
      reachable: false,
    });
    expect(JSON.stringify([wrong, silent])).not.toContain("canary");
  });
});

test("a worker that leaves while it is looked at has left, and has not fallen silent", async () => {
  const lists = [["left", "stays"], ["stays"]];
  const redis = {
    smembers: async () => lists.shift() ?? [],
    mget: async () => [null, JSON.stringify(beat)],
    pttl: async () => 9000,
  };
  const workers = await readWorkers(redis as never, "e");
  expect(workers.map(({ name, state }) => [name, state])).toEqual([["stays", "works"]]);
});
