// A coordinator's view of its workers: who is there, who is lost, who refuses.

import type { Redis } from "ioredis";
import { expect, test } from "vitest";
import { Fleet } from "../../pipelines/queue/fleet.ts";
import type { Heartbeat } from "../../pipelines/queue/heartbeat.ts";
import { redisKeys } from "../../pipelines/queue/redis-keys.ts";
import { aBeat } from "./beats.ts";

const peer = (session: string) => ({ worker: session.slice(0, 1), session });

/** Lists in the place of Redis; time is set by hand. */
function aFleet() {
  const listed = new Set<string>();
  const beats = new Map<string, string>();
  const state = { now: 0, lost: [] as string[], refusals: [] as string[], deleted: [] as string[] };
  const redis = {
    smembers: async () => [...listed],
    mget: async (keys: readonly string[]) => keys.map(key => beats.get(key) ?? null),
    srem: async (_: string, ...workers: string[]) =>
      workers.forEach(worker => listed.delete(worker)),
    del: async (...keys: string[]) => void state.deleted.push(...keys),
  } as unknown as Redis;
  const fleet = new Fleet({
    redis,
    epoch: "e1",
    lostAfter: 30_000,
    onLost: ({ session }) => state.lost.push(session),
    onRefusal: ({ session }, { refuses }) => state.refusals.push(`${session}: ${refuses}`),
    now: () => state.now,
  });
  const beat = (session: string, over?: Partial<Heartbeat>) => {
    listed.add(session.slice(0, 1));
    beats.set(redisKeys.worker(session.slice(0, 1)), JSON.stringify(aBeat(session, over)));
  };
  const silence = (worker: string) => beats.delete(redisKeys.worker(worker));
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      state.now += 1000;
      await fleet.poll();
    }
  };
  return { fleet, state, listed, beats, beat, silence, pass };
}

test("a worker is lost once, when neither post nor heartbeat came for the whole time", async () => {
  const { fleet, state, listed, beat, silence, pass } = aFleet();
  beat("a1");
  await pass(1);
  silence("a");
  await pass(20);
  fleet.recordContact(peer("a1"));
  await pass(30);
  expect([state.lost, fleet.isCurrentSession(peer("a1"))]).toEqual([[], true]);
  await pass(5);
  expect([state.lost, fleet.isCurrentSession(peer("a1")), [...listed], state.deleted]).toEqual([
    ["a1"],
    false,
    [],
    [redisKeys.toWorker("a")],
  ]);
});

test("one that was lost is there again with its next heartbeat", async () => {
  const { fleet, state, beat, silence, pass } = aFleet();
  beat("a1");
  await pass(1);
  silence("a");
  await pass(40);
  beat("a1");
  await pass(1);
  expect([state.lost, fleet.isCurrentSession(peer("a1"))]).toEqual([["a1"], true]);
});

test("while Redis is away nobody is lost: all have their time again", async () => {
  const { fleet, state, beat, silence, pass } = aFleet();
  beat("a1");
  await pass(1);
  silence("a");
  state.now += 120_000;
  await pass(30);
  expect([state.lost, fleet.isCurrentSession(peer("a1"))]).toEqual([[], true]);
  await pass(2);
  expect(state.lost).toEqual(["a1"]);
});

test("a new start of a worker is there from its first post on, and the one before no more", async () => {
  const { fleet, state, beat, pass } = aFleet();
  beat("a1");
  await pass(1);
  beat("a2");
  await pass(1);
  expect([fleet.isCurrentSession(peer("a1")), fleet.isCurrentSession(peer("a2"))]).toEqual([
    true,
    false,
  ]);
  fleet.recordContact(peer("a2"));
  expect([fleet.isCurrentSession(peer("a1")), fleet.isCurrentSession(peer("a2"))]).toEqual([
    false,
    true,
  ]);
  await pass(60);
  expect(state.lost).toEqual([]);
});

test("a new start that never posts does not keep the one before alive", async () => {
  const { fleet, state, beat, pass } = aFleet();
  beat("a1");
  await pass(1);
  beat("a2", { refuses: "another version" });
  await pass(31);
  beat("a2", { refuses: "another version" });
  await pass(1);
  expect([state.lost, state.refusals, fleet.isCurrentSession(peer("a2"))]).toEqual([
    ["a1"],
    ["a2: another version"],
    true,
  ]);
});

test("who has left is not taken for one that fell silent, though a last heartbeat of it is still there", async () => {
  const { fleet, state, beat, pass } = aFleet();
  beat("a1");
  await pass(1);
  fleet.recordDeparture(peer("a1"));
  await pass(60);
  expect([state.lost, fleet.isCurrentSession(peer("a1"))]).toEqual([[], false]);
  beat("a2");
  await pass(1);
  expect(fleet.isCurrentSession(peer("a2"))).toBe(true);
});

test("a farewell of an earlier start, read again, does not send the present one away", async () => {
  const { fleet, beat, pass } = aFleet();
  fleet.recordContact(peer("a1"));
  fleet.recordDeparture(peer("a1"));
  beat("a2");
  await pass(1);
  fleet.recordDeparture(peer("a1"));
  expect(fleet.isCurrentSession(peer("a2"))).toBe(true);
});
