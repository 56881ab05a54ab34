// A Redis server for the tests of a group, and a connection to it.

import { afterAll, beforeAll } from "vitest";
import { type Connection, openConnection } from "../../pipelines/queue/connection.ts";
import { parseQueueAddress } from "../../pipelines/queue/queue-address.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";

export function connectToRedis() {
  let server: RedisServer;
  let connection: Connection;
  beforeAll(async () => {
    server = await startRedis();
    connection = await openConnection(parseQueueAddress(server.url, {}), {
      onTrouble: () => undefined,
    });
  });
  afterAll(async () => {
    await connection.close();
    await server.close();
  });
  return { server: () => server, connection: () => connection };
}
