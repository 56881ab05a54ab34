// Rows run in this process and rows run by workers come to the same ends.

import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { runLocally, runOnQueue, type StartedWorker, startWorker } from "../support/queue-fleet.ts";
import { describeWithRedis, type RedisServer, startRedis } from "../support/redis.ts";
import { newFolder } from "../support/toy-run.ts";
import { executorContract } from "./executor-contract.ts";

describe("the local executor", () => {
  executorContract({ run: runLocally, open: async () => undefined, reference: runLocally });
});

describeWithRedis("the queue's executor", () => {
  let redis: RedisServer;
  let workers: StartedWorker[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    await Promise.all(workers.map(worker => worker.leave()));
    await redis.close();
  });
  executorContract({
    run: (work, directory, choices) => runOnQueue(work, { url: redis.url, directory }, choices),
    open: async works => {
      const folder = newFolder();
      // The second has little room: rows wait for it in the queue.
      workers = await Promise.all(
        [100, 2].map((capacity, index) =>
          startWorker(works, { url: redis.url, directory: join(folder, String(index)), capacity }),
        ),
      );
    },
    reference: runLocally,
  });
});
