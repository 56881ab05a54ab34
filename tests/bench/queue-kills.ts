// Runs over a queue under random kill -9 of workers, coordinator and Redis, until so many kills: same bytes, and what was paid again.
// node --import tsx tests/bench/queue-kills.ts [--kills N] [--seed N] [--items N] [--latency LAW] [--stops N] [--faults TEXT]

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { parseArgs } from "node:util";
import { accountsOf, inFlightAt, keysOf, madeBy } from "../support/killed-accounts.ts";
import { type Benchmark, type KilledRun, letWorkersGo, prepareBenchmark, runUnderKills } from "../support/killed-runs.ts";
import type { Target } from "../support/random-kills.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    items: { type: "string", default: "120" },
    latency: { type: "string", default: "lognormal:600,0.6" },
    /** How often Redis is stopped for a minute, without an end of its connections. */
    stops: { type: "string", default: "0" },
    /** For the replay server; never replies that cannot be used. */
    faults: { type: "string", default: "" },
    /** Calls that should be in flight at a kill. */
    least: { type: "string", default: "5" },
    from: { type: "string", default: "0" },
    to: { type: "string", default: "1500" },
  },
});
const [wanted, seed, items, stops, from, to] = [values.kills, values.seed, values.items, values.stops, values.from, values.to].map(Number) as [
  number,
  number,
  number,
  number,
  number,
  number,
];

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Redis stands still for a minute, so often in all. */
function stopping(redis: RedisServer): Target {
  let left = stops;
  return {
    name: "stop of redis",
    isRunning: () => left > 0 && redis.isRunning(),
    kill: async () => {
      left--;
      redis.pause();
      return true;
    },
    restart: async () => {
      await after(60_000);
      redis.resume();
    },
  };
}

const kinds = ["coordinator", "worker", "redis", "stop"];

function tell({ log, uncut }: Benchmark, { run, killed, kills }: KilledRun): boolean {
  const requests = log();
  const { unheard, wrongly, strays, lives, billed } = accountsOf(requests, killed);
  const keys = keysOf(run);
  const [made, expected] = [madeBy(run), madeBy(uncut)];
  const differing = [...new Set([...made.keys(), ...expected.keys()])].filter(path => made.get(path) !== expected.get(path));
  const inFlight = inFlightAt(
    requests,
    kills.map(({ at }) => at),
  );
  const lost = lives.reduce((sum, life) => sum + life.lost, 0);
  const greedy = lives.filter(life => life.lost > life.mostInFlight);
  say(
    [
      `${kills.length} kills (${kinds.map(kind => `${kind} ${kills.filter(({ target }) => target.startsWith(kind)).length}`).join(", ")})`,
      `${keys.length} calls, ${new Set(keys).size} keys, ${requests.length} requests, ${billed} billed`,
      `in flight at a kill: mean ${(inFlight.reduce((sum, count) => sum + count, 0) / inFlight.length).toFixed(1)}, most ${Math.max(...inFlight)}`,
      `lost with killed workers ${lost}, of them heard by nobody though sent ${unheard.length}; paid again wrongly ${wrongly.length}, strays ${strays.length}, lives that lost more than they had in flight ${greedy.length}`,
      `${made.size} files, differing: ${differing.join(" ") || "none"}`,
    ].join("; "),
  );
  for (const { before, again } of wrongly) say(JSON.stringify({ before, again }));
  for (const stray of strays) say(JSON.stringify(stray));
  const same = keys.length === new Set(keys).size && keys.join() === keysOf(uncut).join();
  return same && differing.length === 0 && wrongly.length + strays.length + greedy.length === 0;
}

const folder = mkdtempSync(join(tmpdir(), "ragwright-kills-"));
mkdirSync(join(folder, "redis"));
const serving = ["--latency", values.latency, "--seed", String(seed), "--hold", "3000", "--retry-after", "0", ...(values.faults ? ["--faults", values.faults] : [])];
const began = performance.now();
const benchmark = await prepareBenchmark({ folder, items, serving });
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
      least: Number(values.least),
      longest: 6000,
      seed: seed + run * 1000,
      from,
      to,
      most: wanted - kills,
      targets: [further],
    });
    kills += killed.kills.length;
    good = tell(benchmark, killed);
    const codes = await letWorkersGo(killed);
    const [keys, flights] = [await redis.command("KEYS", "*"), await redis.command("HLEN", "ragwright:flights")];
    say(`run ${run}: ${Math.round((performance.now() - since) / 1000)} s; workers left with ${codes.join(" ")}; flights ${flights}; in Redis: ${keys.split("\n").join(" ")}`);
  }
} finally {
  await redis.close();
  benchmark.server.close();
}
if (good) rmSync(folder, { recursive: true });
process.exitCode = good ? 0 : 1;
