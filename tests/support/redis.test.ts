// The Redis server that tests start: what it was told stands in its files, and it listens to those it should.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeWithRedis, type RedisOptions, type RedisServer, startRedis } from "./redis.ts";

async function withServer(options: RedisOptions, use: (server: RedisServer) => Promise<void>) {
  const server = await startRedis(options);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

describeWithRedis("a Redis server of a test", () => {
  test("what it has answered is there after kill -9 and a new start in the same place", () =>
    withServer({}, async server => {
      expect(await server.command("PING")).toBe("PONG");
      for (let n = 1; n <= 20; n++) await server.command("RPUSH", "list", String(n));
      const before = server.pid();
      expect([await server.kill(), server.isRunning(), await server.kill()]).toEqual([true, false, false]);
      await expect(server.command("PING")).rejects.toThrow(/refused/);
      await server.restart();
      expect(server.pid()).not.toBe(before);
      expect(await server.command("LLEN", "list")).toBe("20");
    }));

  test("it keeps all it is told: append-only file, no eviction, loopback only", () =>
    withServer({}, async server => {
      const settings = await Promise.all(["appendonly", "appendfsync", "maxmemory-policy", "save", "bind"].map(name => server.command("CONFIG", "GET", name)));
      expect(settings).toEqual(["appendonly\nyes", "appendfsync\neverysec", "maxmemory-policy\nnoeviction", "save\n", "bind\n127.0.0.1"]);
    }));

  test("stopped it says goodbye; paused it is silent until it is resumed", () =>
    withServer({}, async server => {
      server.pause();
      const order: string[] = [];
      const asked = server.command("PING").then(reply => order.push(reply));
      // Takes many times as long as a reply.
      await withServer({}, other => other.command("PING").then(() => void order.push("another server")));
      server.resume();
      await asked;
      expect(order).toEqual(["another server", "PONG"]);
      await server.stop();
      expect(server.log()).toContain("bye bye");
      await server.restart();
      expect(await server.command("PING")).toBe("PONG");
    }));

  test.each([{ password: 'p"a ss@/:\\' }, { user: "fleet", password: "two words" }, { tls: true }, { tls: true, user: "fleet", password: "x" }])(
    "it lets in by its URL alone: %j",
    options =>
      withServer(options, async server => {
        const { Redis } = await import("ioredis");
        const secure = server.ca === "" ? {} : { tls: { ca: readFileSync(server.ca) } };
        const connect = async (url: string) => {
          const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0, ...secure });
          client.on("error", () => undefined);
          try {
            return await client.ping();
          } catch {
            return "shut out";
          } finally {
            client.disconnect();
          }
        };
        expect(await server.command("PING")).toBe("PONG");
        expect([await connect(server.url), await connect(server.bareUrl)]).toEqual(["PONG", "password" in options ? "shut out" : "PONG"]);
      }),
  );

  test("what the server calls an error rejects", () => withServer({}, server => expect(server.command("NOSUCH")).rejects.toThrow()));
});
