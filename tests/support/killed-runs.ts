// Runs of the command line over a queue whose processes and Redis are killed at random, beside an uncut run on one machine.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { lockHolder } from "../../pipelines/engine/lock.ts";
import type { FlightNote } from "../../pipelines/queue/flights.ts";
import { redisKeys } from "../../pipelines/queue/redis-keys.ts";
import { ragwright } from "./cli.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import type { KilledLife } from "./killed-accounts.ts";
import { keptQuestions } from "./paid-again.ts";
import { killAtRandom, type KillOptions, type RandomKills, type Target } from "./random-kills.ts";
import type { RedisServer } from "./redis.ts";
import { chance } from "./replay/draws.ts";
import { type ReplayProcess, startReplayProcess } from "./replay/process.ts";
import type { LoggedRequest } from "./replay/request-log.ts";
import type { ReplayOptions } from "./replay/settings.ts";
import { askedByRules } from "./shared-runs.ts";
import { readRequestLog } from "./sliding-windows.ts";

const workers = 3;

/** Rows that a worker takes at one time. */
const rowsOfWorker = 32;

// By default no worker that comes back is taken for lost, however slow the machine: its hello tells what it has not.
const settingsFor = (lostAfter = 240) =>
  `documentsPerSchema: 7\n${askedByRules}queue: { lostAfter: ${lostAfter}, patience: 600 }\nretry: { firstWait: 0.2 }\ntimeout: { connect: 20, firstByte: 20, idle: 20, whole: 60 }\n`;

export interface Benchmark {
  readonly folder: string;
  readonly server: ReplayProcess;
  /** Starts the server again, which has then seen nothing, and its log with it. */
  renewServer(): Promise<void>;
  /** Of the uncut run on one machine. */
  readonly uncut: string;
  /** Words of `run`, without its folder. */
  readonly args: readonly string[];
  readonly log: () => LoggedRequest[];
  /** Requests that have come to the server and are not in the log yet. */
  readonly inFlight: () => Promise<number>;
}

export interface BenchmarkOptions {
  readonly folder: string;
  readonly items: number;
  /** Calls that the run may make at one time. */
  readonly places: number;
  /** For the replay server. */
  readonly serving: ReplayOptions;
  /** Seconds without a sign after which a worker is lost. */
  readonly lostAfter?: number;
}

async function orThrow(args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const { code, err } = await ragwright(args, { env });
  if (code !== 0) throw new Error(`ragwright ${args.join(" ")} ended with ${code}: ${err}`);
}

async function countInFlight(server: ReplayProcess, log: string): Promise<number> {
  // Read first: what ends meanwhile still counts.
  const ended = readFileSync(log, "latin1").split("\n").length - 1;
  return (await server.stats()).requests.total - ended;
}

/** Records replies by rules, makes the uncut run over them, and starts a server that replays them. */
export async function prepareBenchmark({
  folder,
  items,
  places,
  serving,
  lostAfter,
}: BenchmarkOptions): Promise<Benchmark> {
  const [settings, recorded, uncut, log] = [
    "settings.yaml",
    "recorded",
    "uncut",
    "requests.jsonl",
  ].map(name => join(folder, name)) as [string, string, string, string];
  writeFileSync(settings, settingsFor(lostAfter));
  const words = [
    "run",
    "rageval",
    "--schemas",
    "finance,law,medical",
    "--items",
    String(items),
    "--settings",
    settings,
  ];
  const replies = { calls: [join(recorded, "calls.jsonl")] };
  const args = [...words, "--model", "openai:gpt-4o-mini", "--concurrency", String(places)];
  await orThrow([...words, "--out", recorded]);
  const quick = await startReplayProcess(replies);
  await orThrow([...args, "--out", uncut], { OPENAI_BASE_URL: quick.baseUrl }).finally(quick.close);
  const startServer = () => startReplayProcess({ ...replies, log, ...serving });
  let server = await startServer();
  return {
    folder,
    get server() {
      return server;
    },
    renewServer: async () => {
      server.close();
      server = await startServer();
    },
    uncut,
    args,
    log: () => readRequestLog(log),
    inFlight: () => countInFlight(server, log),
  };
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
  /** Calls that should be in flight at a kill, and milliseconds for which they are waited for. One kill of four comes whenever it comes. */
  readonly least: number;
  readonly longest: number;
  /** What else may happen to the run. */
  readonly targets?: readonly Target[];
}

function start({ args, folder, server }: Benchmark, { redis, name }: KillingOptions): Fleet {
  const place = join(folder, name);
  mkdirSync(place);
  const env = { OPENAI_BASE_URL: server.baseUrl };
  const workerEnv = (worker: number, life: number) => ({
    OPENAI_API_KEY: `worker-${worker}.${life}`,
  });
  return startFleet({
    redis,
    args,
    workers,
    folder: place,
    workerArgs: ["--rows", String(rowsOfWorker)],
    env,
    workerEnv,
  });
}

/** Resolves when so many calls are in flight, or after so long, or when the run is over. */
async function callsInFlight(
  { inFlight }: Benchmark,
  { least, longest }: KillingOptions,
  isOver: () => boolean,
): Promise<void> {
  const until = performance.now() + longest;
  while (!isOver() && performance.now() < until && (await inFlight()) < least) await pause(20);
}

const redisTarget = (redis: RedisServer): Target => ({
  name: "redis",
  isRunning: redis.isRunning,
  kill: redis.kill,
  restart: redis.restart,
});

/** A worker's name in Redis; none yet where it was killed at its very beginning. */
function idOf({ out }: { readonly out: string }): string | undefined {
  const path = join(out, "worker.json");
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, "utf8")) as { id: string }).id
    : undefined;
}

/** Questions of the calls that a worker was let make, as Redis has them. */
async function notedFlights(
  redis: RedisServer,
  worker: { readonly out: string },
): Promise<ReadonlySet<string>> {
  const lines = async (...words: string[]) =>
    (await redis.command(...words)).split("\n").filter(line => line !== "");
  const hashes = await lines("KEYS", redisKeys.flights("*"));
  const noted = (await Promise.all(hashes.map(hash => lines("HVALS", hash))))
    .flat()
    .map(text => JSON.parse(text) as FlightNote);
  return new Set(
    noted.filter(flight => flight.worker === idOf(worker)).map(({ call }) => call.question),
  );
}

/** Notes what each killed life of a worker had in hand. */
function lifeNotes({ coordinator, workers }: Fleet, redis: RedisServer) {
  const lives: KilledLife[] = [];
  /** Lives in which Redis was killed: what it was told last it may have forgotten. */
  const blurred = new Set<string>();
  const keyOf = ({ name, lives: count }: Fleet["workers"][number]) => `${name}.${count()}`;
  const onKill = async ({ target, since }: { readonly target: string; readonly since: number }) => {
    if (target === "redis") for (const worker of workers) blurred.add(keyOf(worker));
    const worker = workers.find(({ name }) => name === target);
    if (!worker) return;
    const key = keyOf(worker);
    // First what is in flight: a call lands only when its reply is kept.
    const inFlight = blurred.has(key) ? null : await notedFlights(redis, worker);
    lives.push({ key, since, keptQuestions: keptQuestions(coordinator.out, worker.out), inFlight });
  };
  return { lives, onKill };
}

/** Lets the run come to its end. Whoever found no Redis at his start is started again, as people do. */
async function finish({ coordinator, workers }: Fleet): Promise<void> {
  for (let read = 0; ; read = coordinator.stderr().length) {
    for (const worker of workers) if (!worker.isRunning()) await worker.restart();
    const code = await coordinator.exitCode();
    if (code === 0) return;
    if (!coordinator.stderr().slice(read).includes("does not answer: "))
      throw new Error(`the coordinator ended with ${code}: ${coordinator.stderr()}`);
    await coordinator.restart();
  }
}

/** Starts a run over a queue, kills until so many kills or until the run has ended, and lets it come to its end. */
export async function runUnderKills(
  benchmark: Benchmark,
  options: KillingOptions,
): Promise<KilledRun> {
  const { redis, targets = [], seed, from, to, longestDown = 800, most } = options;
  const fleet = start(benchmark, options);
  const { coordinator } = fleet;
  const { lives: killed, onKill } = lifeNotes(fleet, redis);
  try {
    // Once the run is over nothing is killed any more.
    const others = [...fleet.workers, redisTarget(redis), ...targets].map(target => ({
      ...target,
      isRunning: () => coordinator.isRunning() && target.isRunning(),
    }));
    let rounds = 0;
    const moment = async () => {
      if (chance(seed, "anyhow", ++rounds) >= 0.25)
        await callsInFlight(benchmark, options, () => !coordinator.isRunning());
    };
    const { ended, kills } = killAtRandom({
      targets: [coordinator, ...others],
      seed,
      from,
      to,
      longestDown,
      most,
      moment,
      onKill,
    });
    await ended;
    await finish(fleet);
    return { run: coordinator.out, fleet, killed, kills };
  } catch (error) {
    await fleet.close();
    throw error;
  }
}

/** Resolves when a process that was just started holds its folder: before, Ctrl-C ends it ends any program. */
async function begun({ out, pid, isRunning }: Fleet["workers"][number]): Promise<void> {
  while (isRunning() && lockHolder(out)?.pid !== pid()) await pause(20);
}

/** Ctrl-C for all workers; their exit codes. */
export async function letWorkersGo({ fleet }: KilledRun): Promise<(number | null)[]> {
  await Promise.all(fleet.workers.map(begun));
  for (const worker of fleet.workers) worker.interrupt();
  return Promise.all(fleet.workers.map(worker => worker.exitCode()));
}
