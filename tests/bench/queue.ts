// A run over a coordinator and three workers: wall time against list scheduling, processor time a call, tokens in any minute.
// node --import tsx tests/bench/queue.ts [--rows N] [--places N] [--latency LAW] [--tpm N] [--seed N] [--timed]

import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createLimiter } from "../../pipelines/llm/limits/limiter.ts";
import { latencyOf, parseLatency } from "../support/replay/latencies.ts";
import { startReplayProcess } from "../support/replay/process.ts";
import { readRequestLog, windowsOf } from "../support/sliding-windows.ts";
import { keypointsReply, latencyKeyOf } from "./asking.ts";
import { questionOf, stageCount } from "./asking-stages.ts";
import { startBenchFleet } from "./bench-fleet.ts";
import { listSchedule } from "./list-scheduling.ts";

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
const server = await startReplayProcess({
  echo: keypointsReply,
  latency: values.latency,
  seed,
  ...(tpm === null ? {} : { usage: "counted", log }),
});
const fleet = await startBenchFleet({
  folder,
  endpoint: values.timed ? `timed:${values.latency}:${values.seed}` : server.baseUrl,
  places,
  workers: workerCount,
  limiter: createLimiter(
    { concurrency: places, requestsPerMinute: null, tokensPerMinute: tpm },
    { slack: 1000 },
  ),
  onNotice: text => process.stderr.write(`${text}\n`),
});

/** Milliseconds of processor time a process has had. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const processes = { server: server.pid, ...fleet.processes };
const before = Object.fromEntries(
  Object.entries(processes).map(([name, pid]) => [name, cpuOf(pid)]),
);
const own = process.cpuUsage();
const seconds = await fleet.run(rows);
const calls = rows * stageCount;
const { user, system } = process.cpuUsage(own);
const cpus = [
  ["coordinator", (user + system) / 1000] as const,
  ...Object.entries(processes).map(([name, pid]) => [name, cpuOf(pid) - before[name]!] as const),
];
await fleet.close();

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
