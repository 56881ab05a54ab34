// A coordinator in this process, with a Redis and workers in processes of their own, for benches over a queue.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { runPipeline } from "../../pipelines/engine/runner.ts";
import { withBudget } from "../../pipelines/llm/budget/budgeted-client.ts";
import { Journal } from "../../pipelines/llm/journal.ts";
import { withJournal } from "../../pipelines/llm/journaled-client.ts";
import { withLimiter } from "../../pipelines/llm/limits/limited-client.ts";
import type { Limiter } from "../../pipelines/llm/limits/limiter.ts";
import { withRetries } from "../../pipelines/llm/limits/retry.ts";
import { callFormat } from "../../pipelines/queue/ask-handler.ts";
import { type Connection, openConnection } from "../../pipelines/queue/connection.ts";
import { Coordinator } from "../../pipelines/queue/coordinator.ts";
import { parseHeartbeat } from "../../pipelines/queue/heartbeat.ts";
import { redisKeys } from "../../pipelines/queue/redis-keys.ts";
import { parseQueueAddress } from "../../pipelines/queue/queue-address.ts";
import { rowsFor } from "../../pipelines/run/endpoints.ts";
import { namedVersion } from "../support/plain-run.ts";
import { startRedis } from "../support/redis.ts";
import { openBudget } from "./asking.ts";
import { artifacts, identity, stages } from "./asking-stages.ts";

export interface BenchFleetOptions {
  /** The run's, and its workers' and its Redis' own. */
  readonly folder: string;
  /** A server's base URL, or `timed:LAW:SEED`. */
  readonly endpoint: string;
  /** Calls in flight. */
  readonly places: number;
  readonly workers: number;
  readonly limiter: Limiter;
  /** Seconds for one try. */
  readonly longest?: number;
  /** What messages are signed with. */
  readonly secret?: string;
  readonly onNotice?: (text: string) => void;
}

export interface BenchFleet {
  readonly redisUrl: string;
  readonly runDirectory: string;
  readonly journalPath: string;
  /** Process ids by name. */
  readonly processes: Readonly<Record<string, number>>;
  /** Runs so many rows through all stages, each a call; returns the seconds it took. */
  run(rows: number): Promise<number>;
  close(): Promise<void>;
}

function spawnWorkers(options: BenchFleetOptions, redisUrl: string): ChildProcess[] {
  const { folder, endpoint, places, workers, longest = 60, secret = "" } = options;
  const child = join(import.meta.dirname, "queue-child.ts");
  const rows = String(rowsFor(Math.ceil(places / workers)));
  const folderOf = (number: number) => join(folder, `worker-${number}`);
  return Array.from({ length: workers }, (_, number) =>
    spawn(
      process.execPath,
      ["--import", "tsx", child, redisUrl, endpoint, folderOf(number), rows, String(longest)],
      { stdio: "ignore", env: { ...process.env, RAGWRIGHT_QUEUE_SECRET: secret } },
    ),
  );
}

/** All workers are there before the clock starts. */
async function awaitWorkers({ redis }: Connection, count: number): Promise<void> {
  const here = new Set<string>();
  while (here.size < count) {
    for (const id of await redis.smembers(redisKeys.workers))
      if (parseHeartbeat(await redis.get(redisKeys.worker(id)))?.epoch) here.add(id);
    await new Promise(resolve => setTimeout(resolve, 200));
  }
}

async function openExecutor(options: BenchFleetOptions, connection: Connection) {
  const { folder, limiter, onNotice = () => undefined } = options;
  const { signal } = new AbortController();
  const coordinator = await Coordinator.open({
    connection,
    address: "the bench's Redis",
    run: folder,
    lostAfter: 30_000,
    onNotice,
    signal,
  });
  const journal = await Journal.open(join(folder, "calls.jsonl"));
  const budget = await openBudget(folder, journal);
  const price = { input: 1, output: 1, batch: 1 };
  const flights = coordinator.flights.client(identity);
  const client = withJournal(
    journal,
    withRetries(withLimiter(withBudget(flights, budget, price), limiter)),
    callFormat,
  );
  const executor = await coordinator.start({
    journal,
    clientOf: () => client,
    settle: () => undefined,
    wasSent: ({ key }) => budget.isOpen(key),
    release: async () => undefined,
    isEarlier: () => false,
    identity: {},
    recipe: {},
  });
  const close = async () => {
    await coordinator.close();
    await Promise.all([journal.close(), budget.close()]);
  };
  return { executor, close };
}

export async function startBenchFleet(options: BenchFleetOptions): Promise<BenchFleet> {
  const { folder, places, secret = "", onNotice = () => undefined } = options;
  const redisFolder = join(folder, "redis");
  mkdirSync(redisFolder, { recursive: true });
  const redis = await startRedis({ directory: redisFolder });
  const workers = spawnWorkers(options, redis.url);
  const place = parseQueueAddress(redis.url, { RAGWRIGHT_QUEUE_SECRET: secret });
  const connection = await openConnection(place, { onTrouble: onNotice });
  const { executor, close } = await openExecutor(options, connection);
  await awaitWorkers(connection, workers.length);
  const runDirectory = join(folder, "run");
  const text = "A dam. ".repeat(200);
  return {
    redisUrl: redis.url,
    runDirectory,
    journalPath: join(folder, "calls.jsonl"),
    processes: {
      redis: redis.pid(),
      ...Object.fromEntries(workers.map(({ pid }, number) => [`worker-${number}`, pid!])),
    },
    async run(rows) {
      const from = performance.now();
      await runPipeline({
        directory: runDirectory,
        stages,
        inputs: [
          {
            artifact: artifacts[0]!,
            rows: () => Array.from({ length: rows }, (_, row) => ({ id: `row-${row}`, text })),
          },
        ],
        executor,
        versionOf: namedVersion,
        askFingerprint: () => 1,
        randomSeed: 1,
        concurrency: rowsFor(places),
        retryFailed: false,
        settings: {},
        onEvent: () => undefined,
        signal: new AbortController().signal,
      });
      return (performance.now() - from) / 1000;
    },
    async close() {
      await close();
      await connection.close();
      // They leave while Redis is there, and end by themselves.
      const left = workers.filter(({ exitCode }) => exitCode === null);
      for (const worker of left) worker.kill("SIGTERM");
      await Promise.all(left.map(worker => once(worker, "exit")));
      await redis.close();
    },
  };
}
