// Peak memory and time of a run over many rows, fresh and run again: node --import tsx tests/bench/memory.ts [rows]

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localExecutor } from "../../pipelines/engine/executor.ts";
import { defineStage, made } from "../../pipelines/engine/stage.ts";
import { namedVersion, refuseToAsk, textArtifact } from "../support/plain-run.ts";
import { runPipeline } from "../../pipelines/engine/runner.ts";

const bytesOfRow = 4096;

const [input, first, second] = ["bench/input", "bench/first", "bench/second"].map(textArtifact) as [Artifact, Artifact, Artifact];
type Artifact = ReturnType<typeof textArtifact>;

const pass = (over: Artifact, writes: Artifact) => defineStage({ name: writes.name, module: "1", prompts: [], over, writes, each: ({ id, text }) => made([{ id, text }]) });

function* rows(count: number) {
  for (let index = 0; index < count; index++) yield { id: `row-${index}`, text: `${index} `.repeat(bytesOfRow).slice(0, bytesOfRow) };
}

async function measure(directory: string, count: number, what: string): Promise<void> {
  const from = performance.now();
  await runPipeline({
    directory,
    stages: [pass(input, first), pass(first, second)],
    inputs: [{ artifact: input, rows: () => rows(count) }],
    executor: localExecutor(refuseToAsk),
    versionOf: namedVersion,
    askFingerprint: () => 1,
    randomSeed: 1,
    concurrency: 8,
    retryFailed: false,
    settings: {},
    onEvent: () => undefined,
    signal: new AbortController().signal,
  });
  const seconds = (performance.now() - from) / 1000;
  process.stdout.write(`${what}: ${count} rows of ${bytesOfRow} bytes through 2 stages: peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MB, ${seconds.toFixed(1)} s\n`);
}

const [given = "50000", directory, what] = process.argv.slice(2);
if (directory !== undefined) await measure(directory, Number(given), what ?? "");
else {
  const folder = mkdtempSync(join(tmpdir(), "ragwright-memory-"));
  // A process each, since a peak is a process's.
  for (const time of ["fresh", "again"]) execFileSync(process.execPath, ["--import", "tsx", import.meta.filename, given, join(folder, "run"), time], { stdio: "inherit" });
  rmSync(folder, { recursive: true });
}
