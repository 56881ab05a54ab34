// Workers, coordinator and Redis are killed fifteen times in the midst of a run: same bytes, and nothing paid again that had reached anybody.

import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accountsOf,
  inFlightAt,
  type KilledAccounts,
  keysOf,
  madeBy,
  paidIn,
} from "../support/killed-accounts.ts";
import {
  type Benchmark,
  type KilledRun,
  letWorkersGo,
  prepareBenchmark,
  runUnderKills,
} from "../support/killed-runs.ts";
import { describeWithRedis, type RedisServer, startRedis } from "../support/redis.ts";
import { newFolder } from "../support/toy-run.ts";

const wanted = 15;
/** Calls at one time. */
const places = 40;
const folder = newFolder();

interface Seen extends KilledRun {
  readonly accounts: KilledAccounts;
  /** Calls in flight at each kill. */
  readonly inFlight: readonly number[];
  /** What the workers left with. */
  readonly codes: readonly (number | null)[];
  /** By name, what is left in Redis. */
  readonly left: ReadonlyMap<string, Left>;
}

interface Left {
  readonly said: string;
  /** Seconds until it goes by itself; -1 where it never does. */
  readonly goesIn: number;
}

let benchmark: Benchmark;
let redis: RedisServer;
const runs: Seen[] = [];
const killsOf = (kind: string) =>
  runs.flatMap(({ kills }) => kills).filter(({ target }) => target.startsWith(kind)).length;
const sumOf = (amount: (seen: Seen) => number) => runs.reduce((sum, seen) => sum + amount(seen), 0);
const lostIn = ({ accounts }: Seen) => accounts.lives.reduce((sum, life) => sum + life.lost, 0);

/** Calls in flight at the kills of processes. */
const atProcesses = () =>
  runs.flatMap(({ kills, inFlight }) =>
    inFlight.filter((_, index) => kills[index]!.target !== "redis"),
  );

/** What is said in streams; nothing of keys of other kinds. */
async function leftIn(): Promise<ReadonlyMap<string, Left>> {
  const names = (await redis.command("KEYS", "*")).split("\n").filter(name => name !== "");
  const left = async (name: string) => ({
    said:
      (await redis.command("TYPE", name)) === "stream"
        ? await redis.command("XRANGE", name, "-", "+")
        : "",
    goesIn: Number(await redis.command("TTL", name)),
  });
  return new Map(await Promise.all(names.map(async name => [name, await left(name)] as const)));
}

async function see(number: number): Promise<Seen> {
  await benchmark.renewServer();
  const run = await runUnderKills(benchmark, {
    redis,
    name: `killed-${number}`,
    seed: 80 + number,
    from: 0,
    to: 600,
    longestDown: 400,
    least: 8,
    longest: 20_000,
    most: wanted - killsOf(""),
  });
  const log = benchmark.log();
  const codes = await letWorkersGo(run);
  return {
    ...run,
    codes,
    left: await leftIn(),
    accounts: accountsOf(log, run.killed),
    inFlight: run.kills.map(({ since }) => inFlightAt(log, since)),
  };
}

/** One line for whoever reads the log. */
function tell(): void {
  const kinds = ["coordinator", "worker", "redis"]
    .map(kind => `${killsOf(kind)} of ${kind}`)
    .join(", ");
  const inFlight = atProcesses();
  const mean = inFlight.reduce((sum, count) => sum + count, 0) / inFlight.length;
  const [calls, billed, unheard] = [
    sumOf(({ run }) => paidIn(run)),
    sumOf(({ accounts }) => accounts.billed),
    sumOf(({ accounts }) => accounts.unheard.length),
  ];
  process.stdout.write(
    `${killsOf("")} kills (${kinds}), ${mean.toFixed(1)} calls in flight at one of a process, some at ${inFlight.filter(count => count > 0).length} of ${inFlight.length}; ${calls} calls, ${billed} billed: ${sumOf(lostIn)} died with their worker, ${unheard} of them just as they had come; ${runs.length} runs\n`,
  );
}

describeWithRedis("fifteen kills", () => {
  beforeAll(async () => {
    benchmark = await prepareBenchmark({
      folder,
      items: 64,
      places,
      serving: { latency: "lognormal:400,0.6" },
    });
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

  test("fall on workers, coordinator and Redis, and more than half of those on processes in the midst of calls", () => {
    expect(killsOf("")).toBe(wanted);
    expect(["coordinator", "worker", "redis"].map(killsOf).every(count => count > 0)).toBe(true);
    const inFlight = atProcesses();
    expect(inFlight.filter(count => count > 0).length).toBeGreaterThan(inFlight.length / 2);
  });

  test("change no byte of artifacts, exports and report", () => {
    const expected = madeBy(benchmark.uncut);
    expect([...expected.keys()]).toEqual(
      expect.arrayContaining([
        "items/items.jsonl",
        "dataset/dragonball/queries.jsonl",
        "report.html",
      ]),
    );
    for (const { run } of runs) {
      const made = madeBy(run);
      expect([...made.keys()]).toEqual([...expected.keys()]);
      for (const [path, bytes] of expected) expect(made.get(path) === bytes, path).toBe(true);
    }
  });

  test("leave each call journaled once, and no other", () => {
    for (const { run } of runs) expect(keysOf(run)).toEqual(keysOf(benchmark.uncut));
  });

  test("let be paid again only what had reached nobody, and of each life only what it had in flight", () => {
    for (const { accounts } of runs) {
      expect(accounts.wrongly).toEqual([]);
      expect(accounts.strays).toEqual([]);
      for (const { key, lost, unknown } of accounts.lives)
        expect([unknown, lost <= places], key).toEqual([0, true]);
    }
    // One that died with its worker may have been on its way to Redis by then.
    for (const seen of runs)
      expect(seen.accounts.billed - paidIn(seen.run)).toBeLessThanOrEqual(lostIn(seen));
  });

  // One that was killed near the end may come back while the coordinator goes.
  test("leave nothing in Redis but what workers said when they came late or went, and that goes by itself", () => {
    for (const { codes, left } of runs) {
      expect(codes).toEqual([0, 0, 0]);
      for (const [name, { said, goesIn }] of left) {
        expect(name).toMatch(/^ragwright:to-coordinator:[0-9a-f]{12}$/);
        const types = said.match(/"type":"[^"]*"/g) ?? [];
        expect(types).toHaveLength(said.split("\n").length / 3);
        expect(types.filter(type => !/"(?:hello|bye)"/.test(type))).toEqual([]);
        expect(goesIn).toBeGreaterThan(0);
      }
    }
  });
});
