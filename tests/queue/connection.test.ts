// The connection to Redis through a wrong address, a wrong password, outages and the end of patience.

import { EventEmitter, once } from "node:events";
import { createServer } from "node:net";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  type Connection,
  type ConnectionOptions,
  openConnection,
} from "../../pipelines/queue/connection.ts";
import { withRedisErrors } from "../../pipelines/queue/redis-errors.ts";
import { checkServer } from "../../pipelines/queue/server-check.ts";
import { type QueueAddress, parseQueueAddress } from "../../pipelines/queue/queue-address.ts";
import {
  describeWithRedis,
  type RedisOptions,
  type RedisServer,
  startRedis,
} from "../support/redis.ts";

let server: RedisServer;
/** One server for the tests of a group. */
function serveAll(options: RedisOptions = {}) {
  beforeAll(async () => {
    server = await startRedis(options);
  });
  afterAll(() => server.close());
}

let connections: Connection[] = [];
const troubleEvents = new EventEmitter();
let troubles: string[] = [];

async function open(
  place: QueueAddress,
  options: Partial<ConnectionOptions> = {},
): Promise<Connection> {
  const onTrouble = (text: string) => {
    troubles.push(text);
    troubleEvents.emit("trouble");
  };
  const connection = await openConnection(place, { onTrouble, ...options });
  connections.push(connection);
  return connection;
}

afterEach(async () => {
  await Promise.all(connections.map(connection => connection.close()));
  connections = [];
  troubles = [];
});

const secret = "geh:eim@密码";
const lostTo = ({ lostSignal }: Connection): Promise<unknown> =>
  (lostSignal.aborted ? Promise.resolve() : once(lostSignal, "abort")).then(
    () => lostSignal.reason,
  );
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => undefined).catch((error: unknown) => error);

async function listen() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as { port: number }).port };
}

test("an address where nothing listens is told with what to start", async () => {
  const { server, port } = await listen();
  server.close();
  await once(server, "close");
  await expect(
    open(parseQueueAddress(`redis://ann:${encodeURIComponent(secret)}@127.0.0.1:${port}`, {}), {
      maxOutage: 5000,
    }),
  ).rejects.toMatchObject({
    code: "queue",
    message: `Redis at redis://127.0.0.1:${port}/0 does not answer: ECONNREFUSED`,
    hint: expect.stringContaining("redis-server"),
  });
});

test("a server that takes connections and says nothing is waited for a while, or until the signal aborts", async () => {
  const { server, port } = await listen();
  const place = parseQueueAddress(`redis://127.0.0.1:${port}`, {});
  const stop = new AbortController();
  const reason = new Error("stopped");
  const stopped = failure(open(place, { signal: stop.signal }));
  const silent = failure(open(place, { maxOutage: 300 }));
  stop.abort(reason);
  expect(await stopped).toBe(reason);
  expect(await failure(open(place, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(await silent).toMatchObject({
    code: "queue",
    message: expect.stringContaining("no answer came"),
  });
  server.close();
});

describeWithRedis("with an open server", () => {
  serveAll();

  test("a connection answers, and another one blocks without holding it up", async () => {
    const connection = await open(parseQueueAddress(`${server.url}/3`, {}));
    const other = await connection.duplicate();
    const waiting = other.blpop("list", 0);
    expect(await connection.redis.set("key", "value")).toBe("OK");
    await connection.redis.rpush("list", "x");
    expect(await waiting).toEqual(["list", "x"]);
    expect(await server.command("-n", "3", "get", "key")).toBe("value");
    expect(await checkServer(connection.redis, { host: "127.0.0.1" })).toEqual([]);
    expect(await checkServer(connection.redis, { host: "::1" })).toEqual([]);
    expect(await checkServer(connection.redis, { host: "redis.example", password: "p" })).toEqual(
      [],
    );
    expect(await checkServer(connection.redis, { host: "redis.example" })).toEqual([
      expect.stringMatching(/without a password.*RAGWRIGHT_QUEUE_PASSWORD/),
    ]);
    expect(troubles).toEqual([]);
  });

  test("what waits for an answer when Redis is killed gets it after the restart; the outage is told once", async () => {
    const { redis, duplicate, lostSignal } = await open(parseQueueAddress(server.url, {}));
    const blocked = await duplicate();
    const waiting = blocked.blpop("later", 0);
    // Else a Redis that is killed while the disk is busy forgets what it acknowledged.
    await server.command("config", "set", "appendfsync", "always");
    await redis.set("kept", "1");
    await server.kill();
    const asked = redis.get("kept");
    if (troubles.length === 0) await once(troubleEvents, "trouble");
    await server.restart();
    expect(await asked).toBe("1");
    await redis.rpush("later", "x");
    expect(await waiting).toEqual(["later", "x"]);
    expect(troubles).toEqual([
      `Redis at redis://127.0.0.1:${server.port}/0 is not answering; waiting for it.`,
      `Redis at redis://127.0.0.1:${server.port}/0 is answering again.`,
    ]);
    expect(lostSignal.aborted).toBe(false);
  });

  test("a server that hangs is an outage too", async () => {
    const { redis } = await open(parseQueueAddress(server.url, {}));
    server.pause();
    const asked = redis.get("kept");
    await once(troubleEvents, "trouble");
    server.resume();
    expect(await asked).toBe("1");
    if (troubles.length === 1) await once(troubleEvents, "trouble");
    expect(troubles.map(text => text.split("/0 ")[1])).toEqual([
      "is not answering; waiting for it.",
      "is answering again.",
    ]);
  }, 20_000);

  test("past its patience it is lost: all that waits is rejected, and says what to do", async () => {
    const connection = await open(parseQueueAddress(server.url, {}), { maxOutage: 300 });
    const blocked = await connection.duplicate();
    const waiting = failure(withRedisErrors(blocked.blpop("never", 0)));
    await server.kill();
    const asked = failure(withRedisErrors(connection.redis.get("kept")));
    const reason = {
      code: "queue",
      message: expect.stringMatching(/^Redis at .* has not answered for 0 s\.$/),
      hint: expect.stringContaining("same command again"),
    };
    expect(await lostTo(connection)).toMatchObject(reason);
    expect([await waiting, await asked]).toMatchObject([{ code: "queue" }, { code: "queue" }]);
    await expect(connection.duplicate()).rejects.toMatchObject(reason);
    await server.restart();
    await connection.close();
    expect(troubles).toHaveLength(1);
  });

  test("what was asked over a connection that broke off is rejected with the rest, where the next one hangs", async () => {
    const connection = await open(parseQueueAddress(server.url, {}), { maxOutage: 400 });
    server.pause();
    const asked = failure(withRedisErrors(connection.redis.get("kept")));
    connection.redis.stream.destroy();
    const later = failure(withRedisErrors(connection.redis.get("kept")));
    await lostTo(connection);
    expect([await asked, await later]).toMatchObject([{ code: "queue" }, { code: "queue" }]);
    expect(await failure(withRedisErrors(connection.redis.get("kept")))).toMatchObject({
      code: "queue",
    });
    server.resume();
  });

  test("what Redis refuses is told in its words, with what to do", async () => {
    const { redis } = await open(parseQueueAddress(server.url, {}));
    await redis.set("text", "x");
    await server.command("config", "set", "maxmemory", "1");
    const full = await failure(withRedisErrors(redis.set("text", "y")));
    await server.command("config", "set", "maxmemory", "0");
    expect(full).toMatchObject({
      code: "queue",
      message: expect.stringContaining("OOM"),
      hint: expect.stringContaining("maxmemory"),
    });
    await expect(withRedisErrors(redis.llen("text"))).rejects.toMatchObject({
      code: "queue",
      message: expect.stringContaining("WRONGTYPE"),
    });
  });

  test("a server that forgets or evicts is noticed", async () => {
    const { redis } = await open(parseQueueAddress(server.url, {}));
    await server.command("config", "set", "maxmemory-policy", "allkeys-lru");
    await server.command("config", "set", "appendonly", "no");
    expect(await checkServer(redis, { host: "127.0.0.1" })).toEqual([
      expect.stringContaining("appendonly no"),
      expect.stringContaining("allkeys-lru"),
    ]);
    await server.restart();
  });
});

describeWithRedis("with a server that has users", () => {
  serveAll({ user: "ann", password: secret });

  test("user and password open it, from the address or the environment", async () => {
    const environment = { RAGWRIGHT_QUEUE_USER: "ann", RAGWRIGHT_QUEUE_PASSWORD: secret };
    for (const place of [
      parseQueueAddress(server.url, {}),
      parseQueueAddress(server.bareUrl, environment),
    ]) {
      const { redis } = await open(place);
      expect(await redis.ping()).toBe("PONG");
    }
  });

  test("a wrong password, and none, are told at once; no error holds one", async () => {
    const wrong = parseQueueAddress(server.bareUrl, {
      RAGWRIGHT_QUEUE_USER: "ann",
      RAGWRIGHT_QUEUE_PASSWORD: `${secret}x`,
    });
    const errors = [
      await failure(open(wrong)),
      await failure(open(parseQueueAddress(server.bareUrl, {}))),
    ];
    expect(errors).toMatchObject([
      {
        code: "queue",
        message: expect.stringContaining("WRONGPASS"),
        hint: expect.stringContaining("RAGWRIGHT_QUEUE_PASSWORD"),
      },
      { code: "queue", message: expect.stringContaining("NOAUTH") },
    ]);
    expect(inspect(errors, { depth: 9, showHidden: true })).not.toContain(secret);
  });
});

describeWithRedis("with an encrypted server", () => {
  serveAll({ tls: true, password: secret });

  test("it is spoken to where its certificate is known, and not where it is not", async () => {
    const known = await open(parseQueueAddress(server.url, { RAGWRIGHT_QUEUE_CA: server.ca }));
    const copy = await known.duplicate();
    expect(await Promise.all([known.redis.ping(), copy.ping()])).toEqual(["PONG", "PONG"]);
    const [unknown, plain] = await Promise.all([
      failure(open(parseQueueAddress(server.url, {}), { maxOutage: 500 })),
      failure(
        open(parseQueueAddress(server.url.replace("rediss:", "redis:"), {}), { maxOutage: 500 }),
      ),
    ]);
    expect(unknown).toMatchObject({
      code: "queue",
      message: expect.stringMatching(/CERT/),
      hint: expect.stringContaining("RAGWRIGHT_QUEUE_CA"),
    });
    expect(plain).toMatchObject({ code: "queue", hint: expect.stringContaining("rediss://") });
  });
});
