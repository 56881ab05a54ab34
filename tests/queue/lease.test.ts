// One coordinator a queue: who may take its lease, keep it, and what is said to the others.

import type { Redis } from "ioredis";
import { expect, test, vi } from "vitest";
import { redisKeys } from "../../pipelines/queue/redis-keys.ts";
import {
  hasLease,
  keepLease,
  releaseLease,
  resumeLease,
  type Lease,
  takeLease,
} from "../../pipelines/queue/lease.ts";

const announcementOf = ({ epoch, run }: Lease) => JSON.stringify({ epoch, run });

const keeps = (redis: Redis, own: Lease) => keepLease(redis, own, announcementOf(own));

/** The few commands that a lease needs, over a map. */
function aRedis() {
  const values = new Map<string, string>();
  const redis = {
    get: async (key: string) => values.get(key) ?? null,
    mget: async (...keys: string[]) => keys.map(key => values.get(key) ?? null),
    set: async (key: string, value: string, ...words: readonly (string | number)[]) => {
      if (words.includes(values.has(key) ? "NX" : "XX")) return null;
      values.set(key, value);
      return "OK";
    },
    pexpire: async (key: string) => (values.has(key) ? 1 : 0),
    del: async (...keys: string[]) => keys.filter(key => values.delete(key)).length,
  } as unknown as Redis;
  const announce = (lease: Lease) => values.set(redisKeys.announcement, announcementOf(lease));
  return { redis, values, announce };
}

const lease = (epoch: string, run = "run one"): Lease => ({
  epoch,
  run,
  address: "redis://h:6379",
});

test("an empty lease is taken, kept and left empty", async () => {
  const { redis, values, announce } = aRedis();
  await takeLease(redis, lease("e1"));
  await resumeLease(redis, lease("e1"));
  announce(lease("e1"));
  await keeps(redis, lease("e1"));
  expect([values.get(redisKeys.coordinator), await hasLease(redis, lease("e1"))]).toEqual([
    "e1",
    true,
  ]);
  await releaseLease(redis, lease("e1"));
  expect([...values]).toEqual([]);
});

test("a run that is started again takes over its own lease at once, and the start before hears of it", async () => {
  const { redis, values, announce } = aRedis();
  await takeLease(redis, lease("e1"));
  announce(lease("e1"));
  await takeLease(redis, lease("e2"));
  announce(lease("e2"));
  expect([values.get(redisKeys.coordinator), await hasLease(redis, lease("e1"))]).toEqual([
    "e2",
    false,
  ]);
  await expect(keeps(redis, lease("e1"))).rejects.toMatchObject({
    code: "queue",
    message: expect.stringContaining("taken over"),
  });
  await releaseLease(redis, lease("e1"));
  expect(values.get(redisKeys.coordinator)).toBe("e2");
});

test("another run waits for as long as a dead one's lease is held, and is then told who has it", async () => {
  const { redis, announce } = aRedis();
  await takeLease(redis, lease("e1"));
  announce(lease("e1"));
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 60_000));
  await expect(
    takeLease(redis, lease("e2", "run two")).finally(() => clock.mockRestore()),
  ).rejects.toMatchObject({ code: "locked", message: expect.stringContaining("run one") });
});

test("one that was opened for longer than its lease was held goes on where nobody came, and stops where somebody did", async () => {
  const { redis, values, announce } = aRedis();
  await takeLease(redis, lease("e1"));
  values.delete(redisKeys.coordinator);
  await resumeLease(redis, lease("e1"));
  expect(values.get(redisKeys.coordinator)).toBe("e1");
  values.set(redisKeys.coordinator, "e9");
  announce(lease("e9", "run two"));
  await expect(resumeLease(redis, lease("e1"))).rejects.toMatchObject({
    code: "locked",
    message: expect.stringContaining("run two"),
  });
});

test("a lease that ran out while Redis was away is taken again; one that Redis forgot with all else ends the run", async () => {
  const { redis, values, announce } = aRedis();
  await takeLease(redis, lease("e1"));
  announce(lease("e1"));
  values.delete(redisKeys.coordinator);
  await keeps(redis, lease("e1"));
  expect(values.get(redisKeys.coordinator)).toBe("e1");
  values.clear();
  await expect(keeps(redis, lease("e1"))).rejects.toMatchObject({
    code: "queue",
    message: expect.stringContaining("lost the run's data"),
    hint: expect.stringContaining("appendonly"),
  });
});

test("a Redis that is emptied while it is looked at is not given the announcement back: the run ends at the next look", async () => {
  for (const { isForged, isHeld } of [
    { isForged: false, isHeld: true },
    { isForged: true, isHeld: true },
    { isForged: true, isHeld: false },
  ]) {
    const { redis, values, announce } = aRedis();
    await takeLease(redis, lease("e1"));
    announce(lease("e1"));
    if (!isHeld) values.delete(redisKeys.coordinator);
    if (isForged) values.set(redisKeys.announcement, "a stranger's");
    const emptied = vi.spyOn(redis, "mget").mockImplementationOnce(async () => {
      const read = [redisKeys.coordinator, redisKeys.announcement].map(
        key => values.get(key) ?? null,
      );
      values.clear();
      return read;
    });
    await keeps(redis, lease("e1"));
    emptied.mockRestore();
    expect(values.has(redisKeys.announcement)).toBe(false);
    await expect(keeps(redis, lease("e1"))).rejects.toMatchObject({ code: "queue" });
  }
});

test("an announcement that somebody else wrote is put right, whether or not the lease ran out meanwhile", async () => {
  for (const ranOut of [false, true]) {
    const { redis, values, announce } = aRedis();
    await takeLease(redis, lease("e1"));
    announce({ ...lease("e1"), run: "forged" });
    if (ranOut) values.delete(redisKeys.coordinator);
    await keeps(redis, lease("e1"));
    expect([values.get(redisKeys.coordinator), values.get(redisKeys.announcement)]).toEqual([
      "e1",
      announcementOf(lease("e1")),
    ]);
  }
});
