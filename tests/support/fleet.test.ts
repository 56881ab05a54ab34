// The processes of a fleet, and what kills them at random, tried on a program that does nothing.

import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Fleet, type FleetOptions, startFleet } from "./fleet.ts";
import { killAtRandom, type Target } from "./random-kills.ts";

const program = ["--import", import.meta.resolve("tsx"), join(import.meta.dirname, "fleet-child.ts")];
const fleets: Fleet[] = [];

beforeEach(() => {
  vi.stubEnv("OPENAI_API_KEY", "a person's own");
  vi.stubEnv("RAGWRIGHT_QUEUE_USER", "a person");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(fleets.splice(0).map(fleet => fleet.close()));
});

function start(more: Partial<FleetOptions> = {}): Fleet {
  const fleet = startFleet({ redis: { url: "redis://q" }, args: ["run", "rageval"], workers: 1, folder: "/f", program, ...more });
  fleets.push(fleet);
  return fleet;
}

test("a coordinator and its workers are started as a user types it, without the user's own keys", async () => {
  const { coordinator, workers } = start({ workers: 2, workerArgs: ["--concurrency", "9"] });
  await Promise.all([coordinator.says("run rageval --queue redis://q --out /f/run\n"), ...workers.map(worker => worker.says("--concurrency 9\n"))]);
  expect(workers.map(worker => worker.said())).toEqual([1, 2].map(n => `worker --queue redis://q --out /f/worker-${n} --concurrency 9\n`));
  expect([coordinator, ...workers].map(handle => handle.err())).toEqual(Array(3).fill("started with no key, queue at nobody's\n"));
  expect([coordinator.out, ...workers.map(({ out }) => out)]).toEqual(["/f/run", "/f/worker-1", "/f/worker-2"]);
});

test("every life of a worker may have a key of its own, which the coordinator has not", async () => {
  const { coordinator, workers } = start({ workerEnv: (worker, life) => ({ OPENAI_API_KEY: `worker-${worker}.${life}` }) });
  const [worker] = workers;
  await worker!.says("started with worker-1.1,");
  await worker!.restart();
  await worker!.says("started with worker-1.2,");
  await coordinator.says("started with no key");
  expect(worker!.lives()).toBe(2);
  expect(worker!.err()).toMatch(/worker-1\.1,.*\n.*worker-1\.2,/);
});

test("interrupted it ends by itself with its code, killed with none", async () => {
  const { coordinator, workers } = start();
  await Promise.all([coordinator.says("--out"), workers[0]!.says("--out")]);
  workers[0]!.interrupt();
  expect([await workers[0]!.exited(), await workers[0]!.kill()]).toEqual([0, false]);
  expect(workers[0]!.said()).toContain("finishing");
  expect([await coordinator.kill(), await coordinator.exited(), coordinator.isRunning()]).toEqual([true, null, false]);
});

test("who waits for words that never come is told how it ended", async () => {
  const { workers } = start({ workerArgs: ["--fail"] });
  await expect(workers[0]!.says("all is well")).rejects.toThrow(/worker-1 ended with 4.*started with no key/s);
});

/** A target that counts; `endsAfter` so many starts it is over by itself. */
function toyTarget(name: string, endsAfter = Infinity) {
  let running = true;
  let starts = 1;
  const target: Target = {
    name,
    isRunning: () => running && starts < endsAfter,
    kill: async () => {
      running = false;
      return true;
    },
    restart: async () => {
      expect(running).toBe(false);
      running = true;
      starts++;
    },
  };
  return target;
}

const quick = { from: 0, to: 2, longestDown: 1 };

test("kills fall on all targets, the same ones with the same seed, and each is started again", async () => {
  const order = async (seed: number) => {
    const targets = ["a", "b", "c"].map(name => toyTarget(name));
    const killing = killAtRandom({ targets, seed, most: 30, ...quick });
    await killing.ended;
    expect(targets.map(target => target.isRunning())).toEqual([true, true, true]);
    return killing.kills.map(({ target }) => target).join("");
  };
  const first = await order(1);
  expect([...new Set(first)].sort()).toEqual(["a", "b", "c"]);
  expect([first.length, await order(1)]).toEqual([30, first]);
  expect(await order(2)).not.toBe(first);
});

test("stopped, it leaves nothing down", async () => {
  const target = toyTarget("a");
  let tell = () => {};
  const isDown = new Promise<void>(resolve => {
    tell = resolve;
  });
  const killing = killAtRandom({ targets: [target], seed: 1, from: 0, to: 0, longestDown: 1e9, onKill: () => tell() });
  await isDown;
  expect(target.isRunning()).toBe(false);
  expect(await killing.stop()).toMatchObject([{ target: "a" }]);
  expect(target.isRunning()).toBe(true);
});

test("what ended by itself is left alone, and with nothing left it stops", async () => {
  const targets = [toyTarget("a", 4), toyTarget("b", 2)];
  const killing = killAtRandom({ targets, seed: 3, ...quick });
  await killing.ended;
  expect(killing.kills.map(({ target }) => target).sort()).toEqual(["a", "a", "a", "b"]);
});

test("one that ends just as it is killed is not started again", async () => {
  let running = true;
  const ending: Target = {
    name: "a",
    isRunning: () => running,
    kill: async () => (running = false),
    restart: () => Promise.reject(new Error("started again")),
  };
  const killing = killAtRandom({ targets: [ending], seed: 1, ...quick });
  await killing.ended;
  expect(killing.kills).toEqual([]);
});

test("what goes wrong while one is down is told", async () => {
  const killing = killAtRandom({ targets: [toyTarget("a")], seed: 1, ...quick, onKill: () => Promise.reject(new Error("no such outbox")) });
  await expect(killing.ended).rejects.toThrow("no such outbox");
  await expect(killing.stop()).rejects.toThrow("no such outbox");
});
