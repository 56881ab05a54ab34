// What a worker leaves behind in Redis: a farewell where somebody reads it, and nothing that stays for ever.

import { expect, test } from "vitest";
import { redisKeys, runKey } from "../../pipelines/queue/redis-keys.ts";
import { openLink } from "../../pipelines/queue/run-link.ts";
import { describeWithRedis } from "../support/redis.ts";
import { newFolder } from "../support/toy-run.ts";
import { connectToRedis } from "./redis-connection.ts";

describeWithRedis("a worker that leaves a run", () => {
  const { connection, server } = connectToRedis();

  test.each([
    ["a coordinator that is there", true, ["hello", "bye"]],
    ["none, which went as it came", false, ["hello"]],
  ])("with %s", async (_, isCoordinatorThere, expected) => {
    const run = `/runs/${isCoordinatorThere}`;
    let posts = 0;
    const link = await openLink({
      connection: connection(),
      directory: newFolder(),
      run,
      peer: { worker: "w", session: "s" },
      nextPost: () => ++posts,
      onError: error => {
        throw error;
      },
    });
    link.reportState("epoch");
    await link.leave(isCoordinatorThere);
    await link.close();
    const stream = redisKeys.toCoordinator(runKey(run));
    const entries = await server().command("XRANGE", stream, "-", "+");
    expect([...entries.matchAll(/"type":"([^"]*)"/g)].map(match => match[1])).toEqual(expected);
    expect(Number(await server().command("TTL", stream))).toBeGreaterThan(0);
  });
});
