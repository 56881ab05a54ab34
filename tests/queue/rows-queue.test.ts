// The queues of earlier starts go with all they hold, and nothing else goes with them.

import { Worker } from "bullmq";
import { expect, test } from "vitest";
import { openConnection } from "../../pipelines/queue/connection.ts";
import { redisKeys } from "../../pipelines/queue/redis-keys.ts";
import { parseQueueAddress } from "../../pipelines/queue/queue-address.ts";
import {
  giveBackJobs,
  lockToken,
  openRowsQueue,
  removeQueues,
} from "../../pipelines/queue/rows-queue.ts";
import { describeWithRedis } from "../support/redis.ts";
import { connectToRedis } from "./redis-connection.ts";

describeWithRedis("the queues of rows", () => {
  const { connection, server } = connectToRedis();

  const add = async (epoch: string, count: number) => {
    const queue = await openRowsQueue(connection(), epoch);
    await connection().redis.sadd(redisKeys.epochs, epoch);
    await queue.addBulk(
      Array.from({ length: count }, (_, index) => ({
        name: "rows",
        data: { rows: [] },
        opts: { jobId: `${epoch}-${index}` },
      })),
    );
    return queue;
  };
  const workerOf = async (epoch: string) => {
    const worker = new Worker(redisKeys.rows(epoch), null, {
      connection: await connection().duplicate(),
      prefix: redisKeys.rowsPrefix,
    });
    return worker.on("error", () => undefined);
  };
  // In whatever order Redis has them now.
  const keysOf = async (epoch: string) =>
    (await connection().redis.keys(`${redisKeys.rowsPrefix}:${redisKeys.rows(epoch)}:*`)).sort();

  test("hold a job of one name once", async () => {
    await add("twice", 3);
    const queue = await add("twice", 4);
    expect(await queue.getWaitingCount()).toBe(4);
  });

  test("are removed with thousands of jobs, those too that a worker has, and leave others as they are", async () => {
    await add("one", 2500);
    await add("other", 2);
    const worker = await workerOf("one");
    expect(await worker.getNextJob("token")).toMatchObject({ id: "one-0" });
    const before = await keysOf("other");
    await removeQueues(connection(), ["one", "never-there"]);
    expect(await keysOf("one")).toEqual([]);
    expect(await keysOf("other")).toEqual(before);
    expect(await connection().redis.smembers(redisKeys.epochs)).not.toContain("one");
    await worker.close(true);
  });

  test("give back every job that a worker had, and none of another's", async () => {
    const queue = await add("back", 12);
    const worker = await workerOf("back");
    for (const name of ["a", "a", "ab", "a", "a", "a"]) await worker.getNextJob(lockToken(name));
    await giveBackJobs(connection(), { epoch: "back", worker: "a" });
    expect([await queue.getActiveCount(), await queue.getWaitingCount()]).toEqual([1, 11]);
    expect(await queue.getRanges(["active"], 0, -1)).toEqual(["back-2"]);
    await worker.close(true);
  });

  test("end with their connection: what waits for Redis then is rejected", async () => {
    const own = await openConnection(parseQueueAddress(server().url, {}), {
      onTrouble: () => undefined,
    });
    const queue = await openRowsQueue(own, "ended");
    await queue.getWaitingCount();
    await own.close();
    await expect(queue.addBulk([{ name: "rows", data: { rows: [] } }])).rejects.toThrow();
    await queue.close();
  });
});
