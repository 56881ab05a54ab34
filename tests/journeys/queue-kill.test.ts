// Workers, coordinator and Redis are killed thirty times in the midst of a run: same bytes, and nothing paid again that had reached anybody.

import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsOf, inFlightAt, type KilledAccounts, keysOf, madeBy } from "../support/killed-accounts.ts";
import { type Benchmark, type KilledRun, letWorkersGo, prepareBenchmark, runUnderKills } from "../support/killed-runs.ts";
import { describeWithRedis, type RedisServer, startRedis } from "../support/redis.ts";
import { newFolder } from "../support/toy-run.ts";

const wanted = 30;
const folder = newFolder();

interface Seen extends KilledRun {
  readonly accounts: KilledAccounts;
  /** Calls in flight at each kill. */
  readonly inFlight: readonly number[];
  /** What the workers left with. */
  readonly codes: readonly (number | null)[];
  /** Names of what is left in Redis. */
  readonly left: string;
}

let benchmark: Benchmark;
let redis: RedisServer;
const runs: Seen[] = [];
const killsOf = (kind: string) => runs.flatMap(({ kills }) => kills).filter(({ target }) => target.startsWith(kind)).length;
const sumOf = (amount: (seen: Seen) => number) => runs.reduce((sum, seen) => sum + amount(seen), 0);

async function see(number: number): Promise<Seen> {
  await benchmark.server.reset();
  const run = await runUnderKills(benchmark, {
    redis,
    name: `killed-${number}`,
    seed: 70 + number,
    from: 0,
    to: 500,
    longestDown: 400,
    least: 3,
    longest: 1500,
    most: wanted - killsOf(""),
  });
  const log = benchmark.log();
  const codes = await letWorkersGo(run);
  const moments = run.kills.map(({ at }) => at);
  return { ...run, codes, left: await redis.command("KEYS", "*"), accounts: accountsOf(log, run.killed), inFlight: inFlightAt(log, moments) };
}

/** One line for whoever reads the log. */
function tell(): void {
  const kinds = ["coordinator", "worker", "redis"].map(kind => `${killsOf(kind)} of ${kind}`).join(", ");
  const inFlight = sumOf(seen => seen.inFlight.reduce((sum, count) => sum + count, 0)) / killsOf("");
  const lost = sumOf(({ accounts }) => accounts.lives.reduce((sum, life) => sum + life.lost, 0));
  const [calls, billed, unheard] = [sumOf(({ run }) => keysOf(run).length), sumOf(({ accounts }) => accounts.billed), sumOf(({ accounts }) => accounts.unheard.length)];
  process.stdout.write(
    `${killsOf("")} kills (${kinds}), ${inFlight.toFixed(1)} calls in flight at one; ${calls} calls, ${billed} billed: ${lost} died with their worker, ${unheard} of them just as they had come; ${runs.length} runs\n`,
  );
}

describeWithRedis("thirty kills", () => {
  beforeAll(async () => {
    benchmark = await prepareBenchmark({ folder, items: 28, serving: ["--latency", "lognormal:600,0.6"] });
    mkdirSync(`${folder}/redis`);
    redis = await startRedis({ directory: `${folder}/redis` });
    // A quick machine may end a run before it was killed so often: then another one is begun.
    while (killsOf("") < wanted) runs.push(await see(runs.length + 1));
    tell();
  }, 600_000);
  afterAll(async () => {
    benchmark?.server.close();
    await redis?.close();
  });

  test("fall on workers, coordinator and Redis, with calls in flight", () => {
    expect(killsOf("")).toBe(wanted);
    expect(["coordinator", "worker", "redis"].map(killsOf).every(count => count > 0)).toBe(true);
    expect(sumOf(seen => seen.inFlight.filter(count => count > 0).length)).toBeGreaterThan(0);
  });

  test("change no byte of artifacts, exports and report", () => {
    const expected = madeBy(benchmark.uncut);
    expect([...expected.keys()]).toEqual(expect.arrayContaining(["items/items.jsonl", "dataset/dragonball/queries.jsonl", "report.html"]));
    for (const { run } of runs) {
      const made = madeBy(run);
      expect([...made.keys()]).toEqual([...expected.keys()]);
      for (const [path, bytes] of expected) expect(made.get(path) === bytes, path).toBe(true);
    }
  });

  test("leave each call journaled once, and no other", () => {
    for (const { run } of runs) expect(keysOf(run)).toEqual(keysOf(benchmark.uncut));
  });

  test("let be paid again only what had reached nobody, and of no life more than it had in flight", () => {
    for (const { accounts } of runs) {
      expect(accounts.wrongly).toEqual([]);
      expect(accounts.strays).toEqual([]);
      for (const { key, lost, mostInFlight } of accounts.lives) expect(lost, key).toBeLessThanOrEqual(mostInFlight);
    }
    // One that died with its worker may have been on its way to Redis by then.
    const paidBeyond = sumOf(({ run, accounts }) => accounts.billed - keysOf(run).length);
    expect(paidBeyond).toBeLessThanOrEqual(sumOf(({ accounts }) => accounts.lives.reduce((sum, life) => sum + life.lost, 0)));
  });

  test("leave nothing in Redis but what workers said when they went", () => {
    for (const { codes, left } of runs) expect([codes, left]).toEqual([[0, 0, 0], "ragwright:to-coordinator"]);
  });
});
