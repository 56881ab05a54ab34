// Runs of the command line over a queue whose processes and Redis are killed at random, beside an uncut run on one machine.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ragwright } from "./cli.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import type { KilledLife } from "./killed-accounts.ts";
import { keptQuestions } from "./paid-again.ts";
import { killAtRandom, type KillOptions, type RandomKills, type Target } from "./random-kills.ts";
import type { RedisServer } from "./redis.ts";
import { type ReplayProcess, startReplayProcess } from "./replay/process.ts";
import type { LoggedRequest } from "./replay/request-log.ts";
import type { BillStats } from "./replay/statistics.ts";
import { readRequestLog } from "./sliding-windows.ts";

const workers = 3;

/** Calls at one time that the run may make, and rows that a worker takes: what a killed one had must wait a while, and the others go on. */
const [places, rowsOfWorker] = [128, 16];

// No worker that comes back is taken for lost, however slow the machine: its hello tells what it has not.
const settingsText = "documentsPerSchema: 4\nqueue: { lostAfter: 240, patience: 600 }\nretry: { firstWait: 0.2 }\ntimeout: { connect: 20, firstByte: 20, idle: 20, whole: 60 }\n";

export interface Benchmark {
  readonly folder: string;
  readonly server: ReplayProcess;
  /** Of the uncut run on one machine. */
  readonly uncut: string;
  /** Words of `run`, without its folder. */
  readonly args: readonly string[];
  readonly log: () => LoggedRequest[];
}

export interface BenchmarkOptions {
  readonly folder: string;
  readonly items: number;
  /** For the replay server. */
  readonly serving: readonly string[];
}

async function orThrow(args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const { code, err } = await ragwright(args, { env });
  if (code !== 0) throw new Error(`ragwright ${args.join(" ")} ended with ${code}: ${err}`);
}

/** Records replies by rules, makes the uncut run over them, and starts a server that replays them. */
export async function prepareBenchmark({ folder, items, serving }: BenchmarkOptions): Promise<Benchmark> {
  const [settings, recorded, uncut, log] = ["settings.yaml", "recorded", "uncut", "requests.jsonl"].map(name => join(folder, name)) as [string, string, string, string];
  writeFileSync(settings, settingsText);
  const words = ["run", "rageval", "--seeds", "seeds/rageval", "--items", String(items), "--settings", settings];
  const replies = ["--calls", join(recorded, "calls.jsonl")];
  const args = [...words, "--model", "openai:gpt-4o-mini", "--concurrency", String(places)];
  await orThrow([...words, "--out", recorded]);
  const quick = await startReplayProcess(replies);
  await orThrow([...args, "--out", uncut], { OPENAI_BASE_URL: quick.baseUrl }).finally(quick.close);
  const server = await startReplayProcess([...replies, "--log", log, ...serving]);
  return { folder, server, uncut, args, log: () => readRequestLog(log) };
}

export interface KilledRun {
  readonly run: string;
  readonly fleet: Fleet;
  /** Of workers. */
  readonly killed: readonly KilledLife[];
  readonly kills: RandomKills["kills"];
}

export interface KillingOptions extends Pick<KillOptions, "seed" | "from" | "to" | "longestDown"> {
  readonly redis: RedisServer;
  /** Kills at most. */
  readonly most: number;
  /** The run's own folder. */
  readonly name: string;
  /** Calls that should be in flight at a kill, and milliseconds for which they are waited for. */
  readonly least: number;
  readonly longest: number;
  /** What else may happen to the run. */
  readonly targets?: readonly Target[];
}

function start({ args, folder, server }: Benchmark, { redis, name }: KillingOptions): Fleet {
  const place = join(folder, name);
  mkdirSync(place);
  const env = { OPENAI_BASE_URL: server.baseUrl };
  const workerEnv = (worker: number, life: number) => ({ OPENAI_API_KEY: `worker-${worker}.${life}` });
  return startFleet({ redis, args, workers, folder: place, workerArgs: ["--rows", String(rowsOfWorker)], env, workerEnv });
}

/** Resolves when so many calls are in flight, or after so long, or when the run is over. */
async function callsInFlight({ server, log }: Benchmark, { least, longest }: KillingOptions, isOver: () => boolean): Promise<void> {
  const until = performance.now() + longest;
  const inFlight = async () => {
    const ended = log().length;
    return ((await server.stats()) as unknown as Pick<BillStats, "requests">).requests.total - ended;
  };
  while (!isOver() && performance.now() < until && (await inFlight()) < least) await pause(20);
}

const redisTarget = (redis: RedisServer): Target => ({ name: "redis", isRunning: redis.isRunning, kill: redis.kill, restart: redis.restart });

/** Starts a run over a queue, kills until so many kills or until the run has ended, and lets it come to its end. */
export async function runUnderKills(benchmark: Benchmark, options: KillingOptions): Promise<KilledRun> {
  const { redis, targets = [], seed, from, to, longestDown = 800, most } = options;
  const fleet = start(benchmark, options);
  const { coordinator } = fleet;
  const killed: KilledLife[] = [];
  const onKill = ({ target, at }: { readonly target: string; readonly at: number }) => {
    const worker = fleet.workers.find(({ name }) => name === target);
    if (worker) killed.push({ key: `${target}.${worker.lives()}`, at, kept: keptQuestions(coordinator.out, worker.out) });
  };
  try {
    // Once the run is over nothing is killed any more.
    const others = [...fleet.workers, redisTarget(redis), ...targets].map(target => ({ ...target, isRunning: () => coordinator.isRunning() && target.isRunning() }));
    const moment = () => callsInFlight(benchmark, options, () => !coordinator.isRunning());
    const { ended, kills } = killAtRandom({ targets: [coordinator, ...others], seed, from, to, longestDown, most, moment, onKill });
    await ended;
    const code = await coordinator.exited();
    if (code !== 0) throw new Error(`the coordinator ended with ${code}: ${coordinator.err()}`);
    return { run: coordinator.out, fleet, killed, kills };
  } catch (error) {
    await fleet.close();
    throw error;
  }
}

/** Ctrl-C for all workers; their exit codes. */
export async function letWorkersGo({ fleet }: KilledRun): Promise<(number | null)[]> {
  for (const worker of fleet.workers) worker.interrupt();
  return Promise.all(fleet.workers.map(worker => worker.exited()));
}
