// How fast a finished run opens, beside reading and parsing the same lines: node --import tsx tests/bench/opening.ts [rows] [directory]

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { localExecutor } from "../../pipelines/engine/executor.ts";
import { hashOf } from "../../pipelines/engine/fingerprint.ts";
import type { CreateAsk } from "../../pipelines/engine/row.ts";
import { runPipeline } from "../../pipelines/engine/runner.ts";
import type { Ask } from "../../pipelines/engine/stage.ts";
import { defineStage, made } from "../../pipelines/engine/stage.ts";
import { Store } from "../../pipelines/engine/store.ts";
import { type CallLine, Journal } from "../../pipelines/llm/journal.ts";
import { plainPrompt, textArtifact } from "../support/plain-run.ts";
import { namedVersion } from "../support/plain-run.ts";

const bytesOfRow = 1950;
const repeats = 7;
const artifacts = [textArtifact("bench/documents"), textArtifact("bench/answers")] as const;
const [input, answers] = artifacts;

const chinese = "公司于二〇二三年第四季度实现营业收入三亿两千万元，同比增长百分之十二，董事会决定派发现金红利。";
const english = "The company reported revenue of 214 million for the fourth quarter, up 12% on the year, and said so.\n";

function textOf(index: number): string {
  const [sentence, bytes] = index % 2 === 0 ? [english, 1] : [chinese, 3];
  return `${index} ${sentence.repeat(30).slice(0, bytesOfRow / bytes)}`;
}

/** Two replies a row, each as JSON with quotes in it. */
const stage = defineStage({
  name: answers.name,
  module: "1",
  prompts: [plainPrompt],
  over: input,
  writes: answers,
  async each({ id, text }, { ask }) {
    const [first] = await Promise.all([ask(plainPrompt, "en", { text }), ask(plainPrompt, "en", { text: `${text}!` })]);
    return made([{ id: `answer-${id}`, text: first.said }]);
  },
});

const journaledAsk =
  (journal: Journal): CreateAsk =>
  (stage, onCall) =>
    (async (_prompt: unknown, language: "en", { text }: { text: string }) => {
      const key = hashOf([text]);
      onCall(key);
      const line: CallLine = {
        key,
        messages: hashOf(key),
        stage,
        prompt: "bench/answers",
        language,
        model: "gpt-4o-mini",
        usage: { inputTokens: text.length, outputTokens: 400 },
        finish: "stop",
        reply: JSON.stringify({ said: text.slice(0, -120), sentences: [1, 2, 3], sure: true }),
      };
      const { reply } = await journal.once(key, () => journal.record(line, false).then(() => line));
      return JSON.parse(reply) as { said: string };
    }) as unknown as Ask;

function* rowsOf(count: number) {
  for (let index = 0; index < count; index++) yield { id: `document-${hashOf(index).slice(0, 12)}`, text: textOf(index) };
}

async function run(directory: string, rows: number): Promise<void> {
  const journal = await Journal.open(join(directory, "calls.jsonl"));
  await runPipeline({
    directory,
    stages: [stage],
    inputs: [{ artifact: input, rows: () => rowsOf(rows) }],
    executor: localExecutor(journaledAsk(journal)),
    versionOf: namedVersion,
    askFingerprint: () => 1,
    randomSeed: 1,
    concurrency: 64,
    retryFailed: false,
    settings: {},
    onEvent: () => undefined,
    signal: new AbortController().signal,
  });
  await journal.close();
}

const filesOf = (directory: string) => ["calls", ...artifacts.flatMap(({ name }) => [name, `${name}.done`])].map(name => join(directory, `${name}.jsonl`));

/** As anyone would: the fastest of the plain ways, since nothing read is kept. */
function parseWhole(directory: string): void {
  for (const file of filesOf(directory)) for (const line of readFileSync(file, "utf8").split("\n")) if (line !== "") JSON.parse(line);
}

async function open(directory: string) {
  return { journal: await Journal.open(join(directory, "calls.jsonl")), stores: artifacts.map(artifact => new Store(directory, artifact)) };
}

function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

async function timeOf(work: () => Promise<unknown> | void): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

interface Measured {
  /** Milliseconds; 0 for what was not done. */
  readonly parsed: number;
  readonly opened: number;
  /** Bytes of the heap that what was opened takes. */
  readonly heap: number;
}

/** Parses, then opens: both in one process, or one of them in a process of its own. */
async function measure(what: string, directory: string): Promise<Measured> {
  const parsed = what === "open" ? 0 : await timeOf(() => parseWhole(directory));
  if (what === "parse") return { parsed, opened: 0, heap: 0 };
  const before = heapInUse();
  const kept: Awaited<ReturnType<typeof open>>[] = [];
  const opened = await timeOf(async () => kept.push(await open(directory)));
  const heap = heapInUse() - before;
  for (const { journal, stores } of kept) {
    await journal.close();
    for (const store of stores) store.release();
  }
  return { parsed, opened, heap };
}

async function measurePairs(directory: string): Promise<Measured[]> {
  const pairs: Measured[] = [];
  for (let time = 0; time < repeats; time++) pairs.push(await measure("both", directory));
  return pairs;
}

/** What a command pays: no code is warm, and no memory was used before. */
function measureApart(what: string, directory: string): Measured {
  const given = ["--import", "tsx", import.meta.filename, "0", directory, what];
  return JSON.parse(execFileSync(process.execPath, given, { encoding: "utf8" })) as Measured;
}

const measurePairApart = (directory: string): Measured => ({ ...measureApart("open", directory), parsed: measureApart("parse", directory).parsed });

function tell(pairs: readonly Measured[]): string {
  const of = (side: "parsed" | "opened") => Math.round(median(pairs.map(pair => pair[side])));
  return `parsed whole ${of("parsed")} ms, opened ${of("opened")} ms, ratio ${median(pairs.map(({ parsed, opened }) => opened / parsed)).toFixed(2)}`;
}

async function compare(directory: string, rows: number): Promise<string> {
  rmSync(directory, { recursive: true, force: true });
  await run(directory, rows);
  const together = await measurePairs(directory);
  const apart = Array.from({ length: repeats }, () => measurePairApart(directory));
  const again = await timeOf(() => run(directory, rows));
  const megabytes = filesOf(directory).reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  rmSync(directory, { recursive: true });
  const what = `${rows} inputs, ${rows} rows, ${2 * rows} replies, ${Math.round(megabytes)} MB`;
  const heap = Math.round(median(apart.map(({ heap }) => heap)) / 1e6);
  return `${what}: in one process ${tell(together)}; in processes of their own ${tell(apart)}; heap ${heap} MB; run again with nothing to do ${Math.round(again)} ms`;
}

const [given = "50000", directory = "out/bench/opening", what] = process.argv.slice(2);
process.stdout.write(what === undefined ? `${await compare(directory, Number(given))}\n` : JSON.stringify(await measure(what, directory)));
