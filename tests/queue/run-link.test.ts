// What a worker leaves behind in Redis: a farewell where somebody reads it, and nothing that stays for ever.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connection, openConnection } from "../../pipelines/queue/connection.ts";
import { names, runKey } from "../../pipelines/queue/names.ts";
import { queuePlace } from "../../pipelines/queue/place.ts";
import { openLink } from "../../pipelines/queue/run-link.ts";
import { describeWithRedis, type RedisServer, startRedis } from "../support/redis.ts";
import { newFolder } from "../support/toy-run.ts";

describeWithRedis("a worker that leaves a run", () => {
  let server: RedisServer;
  let connection: Connection;
  beforeAll(async () => {
    server = await startRedis();
    connection = await openConnection(queuePlace(server.url, {}), { onTrouble: () => undefined });
  });
  afterAll(async () => {
    await connection.close();
    await server.close();
  });

  test.each([
    ["a coordinator that is there", true, ["hello", "bye"]],
    ["none, which went as it came", false, ["hello"]],
  ])("with %s", async (_, isCoordinatorThere, expected) => {
    const run = `/runs/${isCoordinatorThere}`;
    let posts = 0;
    const link = await openLink({
      connection,
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
    const stream = names.toCoordinator(runKey(run));
    const said = await server.command("XRANGE", stream, "-", "+");
    expect([...said.matchAll(/"type":"([^"]*)"/g)].map(match => match[1])).toEqual(expected);
    expect(Number(await server.command("TTL", stream))).toBeGreaterThan(0);
  });
});
