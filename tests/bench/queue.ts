// A run over a coordinator and three workers: wall time against list scheduling, processor time a call, tokens in any minute.
// node --import tsx tests/bench/queue.ts [--rows N] [--places N] [--latency LAW] [--tpm N] [--seed N] [--timed]

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rowsFor } from "../../pipelines/run/endpoints.ts";
import { runPipeline } from "../../pipelines/engine/runner.ts";
import { budgeted } from "../../pipelines/llm/budget/budgeted.ts";
import { Journal } from "../../pipelines/llm/journal.ts";
import { journaled } from "../../pipelines/llm/ledger.ts";
import { limited } from "../../pipelines/llm/limits/limited.ts";
import { createLimiter } from "../../pipelines/llm/limits/limiter.ts";
import { retrying } from "../../pipelines/llm/limits/retry.ts";
import { askedNotation } from "../../pipelines/queue/asks.ts";
import { openConnection } from "../../pipelines/queue/connection.ts";
import { Coordinator } from "../../pipelines/queue/coordinator.ts";
import { queuePlace } from "../../pipelines/queue/place.ts";
import { latencyOf, parseLatency } from "../support/replay/latencies.ts";
import { startReplayProcess } from "../support/replay/process.ts";
import { readRequestLog, windowsOf } from "../support/sliding-windows.ts";
import { keypointsReply, latencyKeyOf, openBudget } from "./asking.ts";
import { listSchedule } from "./list-scheduling.ts";
import { artifacts, identity, questionOf, stageCount, stages } from "./asking-stages.ts";
import { namedVersion } from "../support/plain-run.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "2858" },
    places: { type: "string", default: "300" },
    latency: { type: "string", default: "lognormal:200,0.6" },
    tpm: { type: "string" },
    /** The model answers inside the workers, over no connection. */
    timed: { type: "boolean", default: false },
    seed: { type: "string", default: "11" },
  },
});
const [rows, places, seed] = [Number(values.rows), Number(values.places), Number(values.seed)];
const tpm = values.tpm === undefined ? null : Number(values.tpm);
const workerCount = 3;
const folder = mkdtempSync(join(tmpdir(), "ragwright-bench-"));
const log = join(folder, "requests.jsonl");
const port = 20_000 + (process.pid % 10_000);
const redisUrl = `redis://127.0.0.1:${port}`;

const server = await startReplayProcess({
  echo: keypointsReply,
  latency: values.latency,
  seed,
  ...(tpm === null ? {} : { usage: "counted", log }),
});
const redis = spawn(
  "redis-server",
  [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    "--appendonly",
    "yes",
    "--save",
    "",
    "--loglevel",
    "warning",
  ],
  {
    stdio: "ignore",
  },
);
await new Promise(resolve => setTimeout(resolve, 1000));

const startWorker = (number: number): ChildProcess =>
  spawn(
    process.execPath,
    [
      "--import",
      "tsx",
      join(import.meta.dirname, "queue-child.ts"),
      redisUrl,
      values.timed ? `timed:${values.latency}:${values.seed}` : server.baseUrl,
      join(folder, `worker-${number}`),
      String(rowsFor(Math.ceil(places / workerCount))),
    ],
    { stdio: "ignore" },
  );
let isOver = false;
const workers = Array.from({ length: workerCount }, (_, number) =>
  startWorker(number).once("exit", () => {
    if (!isOver) throw new Error("a worker has left before the end");
  }),
);

/** Milliseconds of processor time a process has had. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const connection = await openConnection(queuePlace(redisUrl, {}), {
  onTrouble: text => process.stderr.write(`${text}\n`),
});
const { signal } = new AbortController();
const coordinator = await Coordinator.open({
  connection,
  place: redisUrl,
  run: folder,
  lostAfter: 30_000,
  onNotice: text => process.stderr.write(`${text}\n`),
  signal,
});
const journal = await Journal.open(join(folder, "calls.jsonl"));
const budget = await openBudget(folder, journal);
const limiter = createLimiter(
  { concurrency: places, requestsPerMinute: null, tokensPerMinute: tpm },
  { slack: 1000 },
);
const client = journaled(
  journal,
  retrying(
    budgeted(limited(coordinator.flights.client(identity), limiter), budget, {
      input: 1,
      output: 1,
      batch: 1,
    }),
  ),
  askedNotation,
);
const executor = await coordinator.start({
  journal,
  clientOf: () => client,
  settle: () => undefined,
  release: async () => undefined,
  isEarlier: () => false,
  identity: {},
  recipe: {},
});
// All workers are there before the clock starts.
const here = new Set<string>();
while (here.size < workerCount) {
  for (const id of await connection.redis.smembers("ragwright:workers")) {
    const beat = JSON.parse((await connection.redis.get(`ragwright:worker:${id}`)) ?? "{}") as {
      epoch?: string | null;
    };
    if (beat.epoch) here.add(id);
  }
  await new Promise(resolve => setTimeout(resolve, 200));
}
const processes = {
  server: server.pid,
  redis: redis.pid!,
  ...Object.fromEntries(workers.map(({ pid }, number) => [`worker-${number}`, pid!])),
};
const before = Object.fromEntries(
  Object.entries(processes).map(([name, pid]) => [name, cpuOf(pid)]),
);
const own = process.cpuUsage();
const from = performance.now();
await runPipeline({
  directory: join(folder, "run"),
  stages,
  inputs: [
    {
      artifact: artifacts[0]!,
      rows: () =>
        Array.from({ length: rows }, (_, row) => ({
          id: `row-${row}`,
          text: "A dam. ".repeat(200),
        })),
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
  signal,
});
const seconds = (performance.now() - from) / 1000;
const calls = rows * stageCount;
const { user, system } = process.cpuUsage(own);
const cpus = [
  ["coordinator", (user + system) / 1000] as const,
  ...Object.entries(processes).map(([name, pid]) => [name, cpuOf(pid) - before[name]!] as const),
];
await coordinator.close();
await Promise.all([journal.close(), budget.close()]);
await connection.close();
isOver = true;
// They leave while Redis is there, and end by themselves.
for (const worker of workers) worker.kill("SIGTERM");
await Promise.all(workers.map(worker => once(worker, "exit")));
redis.kill();

const latency = parseLatency(values.latency);
const best =
  listSchedule(rows, stageCount, places, (stage, row) =>
    latencyOf({ latency, seed }, latencyKeyOf(questionOf(`row-${row}`, stage))),
  ).all / 1000;
const cpuText = cpus.map(([name, cpu]) => `${name} ${(cpu / calls).toFixed(2)}`).join(", ");
process.stdout.write(
  `${calls} calls over ${workerCount} workers, ${places} in flight, ${values.latency}${values.timed ? " in the workers" : ""}: ${seconds.toFixed(1)} s, ${(seconds / best).toFixed(3)} of list scheduling; ms of CPU a call: ${cpuText}\n`,
);
if (tpm !== null) {
  const requests = readRequestLog(log);
  const { mostTokens, meanTokens, mostRequests } = windowsOf(requests, 60_000);
  const largest = Math.max(...requests.map(({ tokens }) => tokens));
  process.stdout.write(
    `${tpm} tokens a minute: at most ${mostTokens} in any minute (a request has up to ${largest}), ${(meanTokens ?? 0).toFixed(0)} on average, at most ${mostRequests} requests\n`,
  );
}
server.close();
process.exit(0);
