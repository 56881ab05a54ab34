// One coordinator a queue: who may take its seat, keep it, and what is said to the others.

import type { Redis } from "ioredis";
import { expect, test, vi } from "vitest";
import { names } from "../../pipelines/queue/names.ts";
import {
  hasSeat,
  keepSeat,
  leaveSeat,
  resumeSeat,
  type Seat,
  takeSeat,
} from "../../pipelines/queue/seat.ts";

/** The few commands that a seat needs, over a map. */
function aRedis() {
  const values = new Map<string, string>();
  const redis = {
    get: async (key: string) => values.get(key) ?? null,
    set: async (key: string, value: string, ...words: readonly (string | number)[]) => {
      if (words.includes("NX") && values.has(key)) return null;
      values.set(key, value);
      return "OK";
    },
    pexpire: async (key: string) => (values.has(key) ? 1 : 0),
    del: async (...keys: string[]) => keys.filter(key => values.delete(key)).length,
  } as unknown as Redis;
  const announce = ({ epoch, run }: Seat) =>
    values.set(names.announcement, JSON.stringify({ epoch, run }));
  return { redis, values, announce };
}

const seat = (epoch: string, run = "run one"): Seat => ({ epoch, run, place: "redis://h:6379" });

test("an empty seat is taken, kept and left empty", async () => {
  const { redis, values, announce } = aRedis();
  await takeSeat(redis, seat("e1"));
  await resumeSeat(redis, seat("e1"));
  announce(seat("e1"));
  await keepSeat(redis, seat("e1"));
  expect([values.get(names.coordinator), await hasSeat(redis, seat("e1"))]).toEqual(["e1", true]);
  await leaveSeat(redis, seat("e1"));
  expect([...values]).toEqual([]);
});

test("a run that is started again takes over its own seat at once, and the start before hears of it", async () => {
  const { redis, values, announce } = aRedis();
  await takeSeat(redis, seat("e1"));
  announce(seat("e1"));
  await takeSeat(redis, seat("e2"));
  announce(seat("e2"));
  expect([values.get(names.coordinator), await hasSeat(redis, seat("e1"))]).toEqual(["e2", false]);
  await expect(keepSeat(redis, seat("e1"))).rejects.toMatchObject({
    code: "queue",
    message: expect.stringContaining("taken over"),
  });
  await leaveSeat(redis, seat("e1"));
  expect(values.get(names.coordinator)).toBe("e2");
});

test("another run waits for as long as a dead one's seat is held, and is then told who has it", async () => {
  const { redis, announce } = aRedis();
  await takeSeat(redis, seat("e1"));
  announce(seat("e1"));
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 60_000));
  await expect(
    takeSeat(redis, seat("e2", "run two")).finally(() => clock.mockRestore()),
  ).rejects.toMatchObject({ code: "locked", message: expect.stringContaining("run one") });
});

test("one that was opened for longer than its seat was held goes on where nobody came, and stops where somebody did", async () => {
  const { redis, values, announce } = aRedis();
  await takeSeat(redis, seat("e1"));
  values.delete(names.coordinator);
  await resumeSeat(redis, seat("e1"));
  expect(values.get(names.coordinator)).toBe("e1");
  values.set(names.coordinator, "e9");
  announce(seat("e9", "run two"));
  await expect(resumeSeat(redis, seat("e1"))).rejects.toMatchObject({
    code: "locked",
    message: expect.stringContaining("run two"),
  });
});

test("a seat that ran out while Redis was away is taken again; one that Redis forgot with all else ends the run", async () => {
  const { redis, values, announce } = aRedis();
  await takeSeat(redis, seat("e1"));
  announce(seat("e1"));
  values.delete(names.coordinator);
  await keepSeat(redis, seat("e1"));
  expect(values.get(names.coordinator)).toBe("e1");
  values.clear();
  await expect(keepSeat(redis, seat("e1"))).rejects.toMatchObject({
    code: "queue",
    message: expect.stringContaining("lost the run's data"),
    hint: expect.stringContaining("appendonly"),
  });
});
