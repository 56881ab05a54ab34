// What putting replies on disk costs, and how long one waits for it: node --import tsx tests/bench/journals.ts [directory on a real disk]

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { hashOf } from "../../pipelines/engine/fingerprint.ts";
import { CommitFile } from "../../pipelines/llm/commit-file.ts";
import { type CallLine, Journal } from "../../pipelines/llm/journal.ts";

const appenders = 128;
const lines = 40_000;
const repeats = 9;
const bytesOfLine = 2048;
const callsASecond = 500;
const seconds = 6;

const folder = process.argv[2] ?? "out/bench";
const path = join(folder, "journals.jsonl");
mkdirSync(folder, { recursive: true });

const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
const quantile = (numbers: readonly number[], part: number) => sorted(numbers)[Math.floor((numbers.length - 1) * part)] ?? Number.NaN;

/** Lines a second of so many callers, each of whom appends again as soon as it may go on. */
async function throughput(append: () => Promise<unknown>): Promise<number> {
  let left = lines;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: appenders }, async () => {
      while (left-- > 0) await append();
    }),
  );
  return (lines / (performance.now() - from)) * 1000;
}

const line = `${"x".repeat(bytesOfLine - 1)}\n`;

async function ofFile(durable: boolean): Promise<number> {
  rmSync(path, { force: true });
  const file = await CommitFile.open(path, 0);
  const result = await throughput(() => file.append(line, durable));
  await file.close();
  return result;
}

const key = hashOf("key");
const reply = JSON.stringify({ answer: 'He said "yes" in 2023. '.repeat(65) });

const callOf = (number: number): CallLine => ({
  key: `${key}${number}`,
  messages: key,
  stage: "bench/answers",
  prompt: "bench/answers",
  language: "en",
  model: "bench",
  usage: { inputTokens: 900, outputTokens: 400 },
  finish: "stop",
  reply,
});

async function ofJournal(durable: boolean): Promise<number> {
  rmSync(path, { force: true });
  const journal = await Journal.open(path);
  let number = 0;
  const result = await throughput(() => journal.record(callOf(number++), durable));
  await journal.close();
  return result;
}

async function pairs(measure: (durable: boolean) => Promise<number>): Promise<string> {
  const found: { durable: number; plain: number }[] = [];
  for (let time = 0; time < repeats; time++) found.push({ durable: await measure(true), plain: await measure(false) });
  const of = (side: "durable" | "plain") =>
    Math.round(
      quantile(
        found.map(pair => pair[side]),
        0.5,
      ) / 1000,
    );
  const ratio = quantile(
    found.map(({ durable, plain }) => durable / plain),
    0.5,
  );
  return `${of("durable")}k lines/s on disk, ${of("plain")}k without fsync, ratio ${ratio.toFixed(2)}`;
}

/** Milliseconds from a reply to the moment it may be used. */
async function latencies(): Promise<number[]> {
  rmSync(path, { force: true });
  const journal = await Journal.open(path);
  const found: number[] = [];
  const waiting: Promise<unknown>[] = [];
  const from = performance.now();
  for (let number = 0; number < callsASecond * seconds; ) {
    for (const due = ((performance.now() - from) / 1000) * callsASecond; number < due; number++) {
      const start = performance.now();
      waiting.push(journal.record(callOf(number), true).then(() => found.push(performance.now() - start)));
    }
    await setTimeout(1);
  }
  await Promise.all(waiting);
  await journal.close();
  return found;
}

// The waits first: a disk that still clears away large files is slow.
const waits = await latencies();
const [file, journal] = [await pairs(ofFile), await pairs(ofJournal)];
rmSync(path);
process.stdout.write(
  `${appenders} at once, ${bytesOfLine} bytes a line: append ${file}; record ${journal}; ` +
    `record at ${callsASecond} calls a second: median ${quantile(waits, 0.5).toFixed(2)} ms, p99 ${quantile(waits, 0.99).toFixed(2)} ms\n`,
);
