// How fast a finished run opens, beside reading and parsing the same lines: node --import tsx tests/bench/opening.ts [rows] [directory]

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { hashOf } from "../../pipelines/engine/fingerprint.ts";
import type { CreateAsk } from "../../pipelines/engine/row.ts";
import { runPipeline } from "../../pipelines/engine/runner.ts";
import type { Ask } from "../../pipelines/engine/stage.ts";
import { defineStage, made } from "../../pipelines/engine/stage.ts";
import { Store } from "../../pipelines/engine/store.ts";
import { type CallLine, Journal } from "../../pipelines/llm/journal.ts";
import { plainPrompt, textArtifact } from "../support/plain-run.ts";

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
  version: 1,
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
        ...{ key, messages: hashOf(key), stage, prompt: "bench/answers", language, model: "gpt-4o-mini" },
        ...{ usage: { inputTokens: text.length, outputTokens: 400 }, finish: "stop", reply: JSON.stringify({ said: text.slice(0, -120), sentences: [1, 2, 3], sure: true }) },
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
    ...{ directory, stages: [stage], inputs: [{ artifact: input, rows: () => rowsOf(rows) }], createAsk: journaledAsk(journal), askFingerprint: () => 1 },
    ...{ randomSeed: 1, concurrency: 64, retryFailed: false, settings: {}, onEvent: () => undefined, signal: new AbortController().signal },
  });
  await journal.close();
}

const filesOf = (directory: string) => ["calls", ...artifacts.flatMap(({ name }) => [name, `${name}.done`])].map(name => join(directory, `${name}.jsonl`));

/** As anyone would: the fastest of the plain ways, since nothing read is kept. */
function parseWhole(directory: string): void {
  for (const file of filesOf(directory)) for (const line of readFileSync(file, "utf8").split("\n")) if (line !== "") JSON.parse(line);
}

async function open(directory: string): Promise<unknown> {
  const journal = await Journal.open(join(directory, "calls.jsonl"));
  return [journal, ...artifacts.map(artifact => new Store(directory, artifact))];
}

function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

interface Measured {
  readonly milliseconds: number;
  /** Bytes of the heap that what was opened takes; 0 for others. */
  readonly heap: number;
}

async function measure(what: string, directory: string, rows: number): Promise<Measured> {
  const before = what === "open" ? heapInUse() : 0;
  const from = performance.now();
  const kept = what === "parse" ? parseWhole(directory) : what === "open" ? await open(directory) : await run(directory, rows);
  const milliseconds = performance.now() - from;
  return { milliseconds, heap: what === "open" && kept ? heapInUse() - before : 0 };
}

/** A process each: what a command pays, with no code warm and no memory used before. */
const measureApart = (...given: string[]): Measured =>
  JSON.parse(execFileSync(process.execPath, ["--import", "tsx", import.meta.filename, ...given], { encoding: "utf8" })) as Measured;

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

function compare(directory: string, rows: number): string {
  if (!existsSync(join(directory, "run.json"))) measureApart(String(rows), directory, "run");
  const pairs = Array.from({ length: repeats }, () => ({ whole: measureApart(String(rows), directory, "parse"), opened: measureApart(String(rows), directory, "open") }));
  const again = Array.from({ length: 3 }, () => measureApart(String(rows), directory, "run").milliseconds);
  const megabytes = filesOf(directory).reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  const of = (side: "whole" | "opened") => Math.round(median(pairs.map(pair => pair[side].milliseconds)));
  const ratio = median(pairs.map(({ whole, opened }) => opened.milliseconds / whole.milliseconds)).toFixed(2);
  const heap = median(pairs.map(({ opened }) => opened.heap)) / 1e6;
  const what = `${rows} inputs, ${rows} rows, ${2 * rows} replies (${Math.round(megabytes)} MB)`;
  return `${what}: parsed whole ${of("whole")} ms, opened ${of("opened")} ms, ratio ${ratio}, heap ${Math.round(heap)} MB; run again with nothing to do ${Math.round(median(again))} ms`;
}

const [given = "50000", directory = "out/bench/opening", what] = process.argv.slice(2);
const rows = Number(given);
if (what === undefined) {
  rmSync(directory, { recursive: true, force: true });
  process.stdout.write(`${compare(directory, rows)}\n`);
  rmSync(directory, { recursive: true });
} else process.stdout.write(JSON.stringify(await measure(what, directory, rows)));
