// Runs over a queue under random kill -9 of workers, coordinator and Redis, until so many kills: same bytes, and what was paid again.
// node --import tsx tests/bench/queue-kills.ts [--kills N] [--seed N] [--items N] [--places N] [--latency LAW] [--stops N] [--faults TEXT] [--lost-after S] [--down MS]

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { parseArgs } from "node:util";
import { accountsOf, inFlightAt, type KilledAccounts, keysOf, madeBy } from "../support/killed-accounts.ts";
import { type Benchmark, type KilledRun, letWorkersGo, lostWorkers, prepareBenchmark, runUnderKills } from "../support/killed-runs.ts";
import type { Target } from "../support/random-kills.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    items: { type: "string", default: "120" },
    /** Calls at one time. */
    places: { type: "string", default: "48" },
    latency: { type: "string", default: "lognormal:600,0.6" },
    /** How often Redis is stopped, for a minute at most, without an end of its connections. */
    stops: { type: "string", default: "0" },
    /** For the replay server; never replies that cannot be used. */
    faults: { type: "string", default: "" },
    /** Seconds without a sign after which a worker is lost: its calls may then be paid for again. */
    "lost-after": { type: "string", default: "240" },
    /** Milliseconds for which a killed one stays away, at most. */
    down: { type: "string", default: "800" },
    /** Calls that should be in flight at a kill. */
    least: { type: "string", default: "10" },
    from: { type: "string", default: "0" },
    to: { type: "string", default: "800" },
  },
});
const numberOf = (name: "kills" | "seed" | "items" | "places" | "stops" | "lost-after" | "down" | "least" | "from" | "to") => Number(values[name]);
const [wanted, seed, lostAfter] = [numberOf("kills"), numberOf("seed"), numberOf("lost-after")];

const say = (text: string) => process.stdout.write(`${text}\n`);

const longestStop = 60_000;

/** Redis stands still for a minute at most, so often in all. */
function stopping(redis: RedisServer): Target {
  const all = numberOf("stops");
  let left = all;
  return {
    name: "stop of redis",
    isRunning: () => left > 0 && redis.isRunning(),
    kill: async () => {
      left--;
      redis.pause();
      return true;
    },
    // From a short stop to the longest one.
    restart: async () => {
      await after((longestStop * (all - left)) / all);
      redis.resume();
    },
  };
}

const kinds = ["coordinator", "worker", "redis", "stop"];

/** What was paid again though it was kept: right only where its worker was taken for lost, and not before that. */
function unexcused({ wrongly }: KilledAccounts, killed: KilledRun): KilledAccounts["wrongly"] {
  const lost = lostWorkers(killed);
  const since = new Map(killed.killed.map(life => [life.key, life.since]));
  const isExcused = ({ before, again }: KilledAccounts["wrongly"][number]) =>
    lost.has(before.client.replace(/\.\d+$/, "")) && again.at - (since.get(before.client) ?? Number.POSITIVE_INFINITY) >= lostAfter * 1000 - 1500;
  return wrongly.filter(pair => !isExcused(pair));
}

const same = (a: readonly string[], b: readonly string[]) => a.join("\n") === b.join("\n");

function tell({ log, uncut }: Benchmark, killed: KilledRun): boolean {
  const { run, kills } = killed;
  const requests = log();
  const accounts = accountsOf(requests, killed.killed);
  const { unheard, wrongly, strays, lives, billed } = accounts;
  const worse = unexcused(accounts, killed);
  const keys = keysOf(run);
  const [made, expected] = [madeBy(run), madeBy(uncut)];
  const differing = [...new Set([...made.keys(), ...expected.keys()])].filter(path => made.get(path) !== expected.get(path));
  const inFlight = kills.map(({ since }) => inFlightAt(requests, since));
  const lost = lives.reduce((sum, life) => sum + life.lost, 0);
  const greedy = lives.filter(life => life.unknown > 0);
  say(
    [
      `${kills.length} kills (${kinds.map(kind => `${kind} ${kills.filter(({ target }) => target.startsWith(kind)).length}`).join(", ")})`,
      `${keys.length} calls, ${new Set(keys).size} keys, ${requests.length} requests, ${billed} billed`,
      `in flight at a kill: mean ${(inFlight.reduce((sum, count) => sum + count, 0) / inFlight.length).toFixed(1)}, most ${Math.max(...inFlight)}, at ${inFlight.filter(count => count > 0).length} any`,
      `lost with killed workers ${lost}, paid again of what had just come ${unheard.length}; paid again though kept ${wrongly.length}, ${wrongly.length - worse.length} of them of workers taken for lost (${[...lostWorkers(killed)].join(" ") || "none"})`,
      `strays ${strays.length}, lives that lost what was not known to be in flight ${greedy.length}`,
      `${made.size} files, differing: ${differing.join(" ") || "none"}`,
    ].join("; "),
  );
  for (const { before, again } of worse) say(JSON.stringify({ before, again }));
  for (const stray of strays) say(JSON.stringify(stray));
  return same(keys, keysOf(uncut)) && keys.length === new Set(keys).size && differing.length + worse.length + strays.length + greedy.length === 0;
}

const folder = mkdtempSync(join(tmpdir(), "ragwright-kills-"));
mkdirSync(join(folder, "redis"));
const serving = ["--latency", values.latency, "--seed", String(seed), "--hold", "3000", "--retry-after", "0", ...(values.faults ? ["--faults", values.faults] : [])];
const began = performance.now();
const benchmark = await prepareBenchmark({ folder, items: numberOf("items"), places: numberOf("places"), serving, lostAfter });
const redis = await startRedis({ directory: join(folder, "redis") });
const further = stopping(redis);
say(`prepared in ${Math.round((performance.now() - began) / 1000)} s: ${folder}`);
let good = true;
try {
  for (let [run, kills] = [1, 0]; kills < wanted && good; run++) {
    const since = performance.now();
    await benchmark.server.reset();
    const killed = await runUnderKills(benchmark, {
      redis,
      name: `run-${run}`,
      least: numberOf("least"),
      longest: 6000,
      seed: seed + run * 1000,
      from: numberOf("from"),
      to: numberOf("to"),
      longestDown: numberOf("down"),
      most: wanted - kills,
      targets: [further],
    });
    kills += killed.kills.length;
    good = tell(benchmark, killed);
    const codes = await letWorkersGo(killed);
    const left = (await redis.command("KEYS", "*")).split("\n").join(" ");
    say(`run ${run}: ${Math.round((performance.now() - since) / 1000)} s; workers left with ${codes.join(" ")}; in Redis: ${left}`);
  }
} finally {
  await redis.close();
  benchmark.server.close();
}
if (good) rmSync(folder, { recursive: true });
process.exitCode = good ? 0 : 1;
