// Wall time of a run of seven stages that ask row by row, against list scheduling, and when its first item is there:
// node --import tsx tests/bench/stages.ts [rows] [repeats]

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localExecutor } from "../../pipelines/engine/executor.ts";
import { runPipeline } from "../../pipelines/engine/runner.ts";
import { latencyOf, parseLatency } from "../support/replay/latencies.ts";
import { startReplayProcess } from "../support/replay/process.ts";
import { keypointsReply, latencyKeyOf, openStack } from "./asking.ts";
import { artifacts, questionOf, stageCount, stages } from "./asking-stages.ts";
import { listSchedule, median } from "./list-scheduling.ts";
import { namedVersion } from "../support/plain-run.ts";

const rows = Number(process.argv[2] ?? 2858);
const repeats = Number(process.argv[3] ?? 3);
const places = 128;
const seed = 11;
const latencyText = "lognormal:200,0.6";

interface Run {
  readonly all: number;
  /** Seconds until the first row had ended its last stage. */
  readonly first: number;
}

async function run(baseUrl: string, name: string): Promise<Run> {
  const { ask, rowsInFlight, close } = await openStack(baseUrl, places);
  const from = performance.now();
  const seconds = () => (performance.now() - from) / 1000;
  let first = Number.NaN;
  await runPipeline({
    directory: mkdtempSync(join(tmpdir(), "ragwright-bench-")),
    stages,
    inputs: [
      {
        artifact: artifacts[0]!,
        rows: () =>
          Array.from({ length: rows }, (_, row) => ({
            id: `${name}-${row}`,
            text: "A dam. ".repeat(200),
          })),
      },
    ],
    executor: localExecutor(() => ask),
    versionOf: namedVersion,
    askFingerprint: () => 1,
    randomSeed: 1,
    concurrency: rowsInFlight,
    retryFailed: false,
    settings: {},
    onEvent: event => {
      if (
        Number.isNaN(first) &&
        event.type === "row-finished" &&
        event.stage === stages.at(-1)!.name
      )
        first = seconds();
    },
    signal: new AbortController().signal,
  });
  const all = seconds();
  await close();
  return { all, first };
}

const server = await startReplayProcess([
  "--echo",
  keypointsReply,
  "--latency",
  latencyText,
  "--seed",
  String(seed),
]);
const latency = parseLatency(latencyText);
const ratios: number[] = [];
const firsts: number[] = [];
for (let repeat = 0; repeat < repeats; repeat++) {
  const name = `run-${repeat}`;
  const of = (stage: number, row: number) =>
    latencyOf({ latency, seed }, latencyKeyOf(questionOf(`${name}-${row}`, stage)));
  const best = listSchedule(rows, stageCount, places, of).all / 1000;
  const { all, first } = await run(server.baseUrl, name);
  ratios.push(all / best);
  firsts.push(first / all);
}
server.close();
const shown = (values: readonly number[]) =>
  `${median(values).toFixed(3)} (${values.map(value => value.toFixed(3)).join(" ")})`;
process.stdout.write(
  `${rows * stageCount} calls in ${stageCount} stages, ${places} at once: run / list scheduling ${shown(ratios)}, first item after ${shown(firsts)} of the run\n`,
);
