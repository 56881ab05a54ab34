// `ragwright status` of runs that are on a queue, or were: whatever is there, the rest of the status is told.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { QueueStatus, RunStatus } from "../../schemas/output/status.ts";
import { redisKeys } from "../../pipelines/queue/redis-keys.ts";
import { ragwright } from "../support/cli.ts";
import { describeWithRedis, type RedisServer, startRedis } from "../support/redis.ts";
import { newFolder } from "../support/toy-run.ts";

// Each look is a start of the program.
vi.setConfig({ testTimeout: 60_000 });

const folder = newFolder();
const nowhere = "redis://127.0.0.1:1/0";

/** A run directory; its only stage has not begun, unless there is none. */
function makeRun(
  name: string,
  settings: object,
  stages: readonly object[] = [{ name: "a", over: "x", lookup: [], writes: "y" }],
): string {
  const directory = join(folder, name);
  mkdirSync(directory);
  writeFileSync(
    join(directory, "run.json"),
    JSON.stringify({ randomSeed: 1, settings, inputs: [], stages }),
  );
  return directory;
}

const on = (place: string, run = "/runs/a on h") => ({ onQueue: { place, run } });

async function status(
  directory: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
) {
  const { code, out, err } = await ragwright(["status", directory, "--json", ...args], { env });
  return { code, err, ...(JSON.parse(out) as RunStatus & { queue: QueueStatus | null }) };
}

test.concurrent.each([
  ["no queue", makeRun("none", {})],
  ["a queue, that has ended", makeRun("ended", on(nowhere), [])],
  ["settings of another kind", makeRun("other", { onQueue: 7 })],
])("of a run on %s none is looked for", async (_, directory) => {
  expect(await status(directory)).toMatchObject({ code: 0, directory, queue: null });
});

test.concurrent("a Redis that is not there is told of beside the rest, also in words", async () => {
  const directory = makeRun("gone", on(nowhere));
  expect(await status(directory)).toMatchObject({
    code: 0,
    stages: [{ name: "a" }],
    queue: { place: nowhere, reachable: false, workers: [] },
  });
  const { code, out } = await ragwright(["status", directory]);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining(
      `queue ${nowhere}: cannot be read. Redis at ${nowhere} does not answer: ECONNREFUSED`,
    ),
  ]);
});

test.concurrent("what this environment lacks for the queue is told of beside the rest; a typed address that cannot be read is wrong use", async () => {
  const directory = makeRun("lacking", on(nowhere));
  const lacking = await status(directory, [], { RAGWRIGHT_QUEUE_USER: "someone" });
  expect(lacking).toMatchObject({
    code: 0,
    queue: {
      reachable: false,
      problem: expect.stringContaining("RAGWRIGHT_QUEUE_PASSWORD") as string,
    },
  });
  expect((await ragwright(["status", directory, "--queue", "http://h"])).code).toBe(2);
});

describeWithRedis("with a Redis", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis({ password: "canary" });
    await redis.command(
      "SET",
      redisKeys.announcement,
      JSON.stringify({ epoch: "e", run: "/runs/a on h" }),
    );
    await redis.command("SET", redisKeys.coordinator, "e");
  });
  afterAll(() => redis.close());
  const env = { RAGWRIGHT_QUEUE_PASSWORD: "canary" };

  test("the run's own coordinator is there; of a queue that another run has by now, only that is told", async () => {
    const place = `${redis.bareUrl}/0`;
    expect(await status(makeRun("own", on(place)), [], env)).toMatchObject({
      code: 0,
      queue: { place, reachable: true, problem: null, coordinator: true },
    });
    expect(await status(makeRun("late", on(place, "/runs/b on h")), [], env)).toMatchObject({
      code: 0,
      queue: {
        reachable: true,
        coordinator: false,
        problem: "Another run is using the queue: /runs/a on h.",
      },
    });
  });

  test("another way to the queue may be typed, with its password, which is not told", async () => {
    const { queue, code, err } = await status(makeRun("typed", on(nowhere)), [
      "--queue",
      redis.url,
    ]);
    expect([code, err, queue]).toMatchObject([
      0,
      "",
      { place: `${redis.bareUrl}/0`, coordinator: true },
    ]);
    expect(JSON.stringify(queue)).not.toContain("canary");
  });
});
