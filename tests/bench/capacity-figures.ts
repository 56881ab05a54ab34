// What the capacity tables rest on: figures that were measured, kept in one file, and how they are measured anew.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Times in microseconds of CPU, sizes in bytes, each a call, row or article. */
export interface Figures {
  readonly parts: {
    readonly render: number;
    readonly request: number;
    readonly judge: number;
    readonly record: number;
  };
  /** A whole call of a process that works alone, connection and all. */
  readonly call: { readonly cpu: number };
  readonly journal: { readonly open: number; readonly memory: number };
  /** A row of a kilobyte with its outcome, in one artifact. */
  readonly rows: {
    readonly fresh: number;
    readonly open: number;
    readonly memory: number;
    readonly running: number;
    readonly outcome: number;
  };
  readonly duplicates: {
    readonly cpu: number;
    readonly memory: number;
    readonly characters: number;
  };
  readonly index: { readonly cut: number; readonly index: number; readonly memory: number };
  readonly whole: { readonly memory: number };
  readonly demo: Readonly<Record<string, Demo>>;
  readonly queue: QueueFigures;
}

/** Over a queue, by tests/bench/queue.ts: written here by hand, since such a run needs a machine of its own. */
export interface QueueFigures {
  /** A call with its row, prompt and HTTP: CPU of all threads of each process. */
  readonly call: Shares;
  /** A row that asks nothing. */
  readonly row: Shares;
  readonly runs: readonly MeasuredRun[];
}

interface Shares {
  readonly coordinator: number;
  readonly worker: number;
  readonly redis: number;
}

/** A run of seven calls a row; times in milliseconds. */
export interface MeasuredRun {
  readonly rows: number;
  readonly places: number;
  /** Of the drawn latencies. */
  readonly median: number;
  /** Within a place, beyond the call itself, on average. */
  readonly way: number;
  /** What is done one after another, a call: the coordinator's own time, or that of the whole machine where all is on it. */
  readonly line: number;
  /** Wall time, over list scheduling of the same latencies. */
  readonly measured: number;
}

/** A real run, each figure a call but for the calls. */
interface Demo {
  readonly calls: number;
  readonly rows: number;
  readonly outcomes: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly journalBytes: number;
  readonly artifactBytes: number;
}

const path = join(import.meta.dirname, "capacity-figures.json");

export const readFigures = (): Figures => JSON.parse(readFileSync(path, "utf8")) as Figures;

const sizes = {
  parts: 10_000,
  call: 10_000,
  journal: 500_000,
  rows: 200_000,
  duplicates: 48_000,
  index: 24_000,
  whole: 6000,
};

function measure(what: string, size: number): unknown {
  const given = [
    "--import",
    import.meta.resolve("tsx"),
    "--expose-gc",
    join(import.meta.dirname, "capacity-measured.ts"),
    what,
    String(size),
  ];
  return JSON.parse(
    execFileSync(process.execPath, given, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
}

/** Measures again what a process measures alone; what cannot be measured here stays as it was. */
export function measureFigures(): void {
  const measured = Object.entries(sizes).map(
    ([what, size]) => [what, measure(what, size)] as const,
  );
  writeFigures(Object.fromEntries(measured.filter(([, figures]) => figures !== null)));
}

const writeFigures = (changes: Partial<Figures>): void =>
  writeFileSync(path, `${JSON.stringify({ ...readFigures(), ...changes }, roundly, 2)}\n`);

const roundly = (_: string, value: unknown) =>
  typeof value === "number" ? Number(value.toPrecision(4)) : value;

const linesOf = (file: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(line => line !== "");

function demoOf(directory: string): Demo {
  const calls = linesOf(join(directory, "calls.jsonl")).map(
    line => (JSON.parse(line) as { usage: { inputTokens: number; outputTokens: number } }).usage,
  );
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / calls.length;
  const done = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter(file => file.endsWith(".done.jsonl"))
    .map(file => join(directory, file));
  const rows = done.map(file => file.replace(/\.done\.jsonl$/, ".jsonl"));
  return {
    calls: calls.length,
    rows: mean(rows.map(file => linesOf(file).length)),
    outcomes: mean(done.map(file => linesOf(file).length)),
    inputTokens: mean(calls.map(({ inputTokens }) => inputTokens)),
    outputTokens: mean(calls.map(({ outputTokens }) => outputTokens)),
    journalBytes: statSync(join(directory, "calls.jsonl")).size / calls.length,
    artifactBytes: mean([...done, ...rows].map(file => statSync(file).size)),
  };
}

/** Reads run directories, each named after its recipe. */
export const readDemos = (directories: readonly string[]): void =>
  writeFigures({
    demo: Object.fromEntries(
      directories.map(directory => [basename(directory), demoOf(directory)]),
    ),
  });
