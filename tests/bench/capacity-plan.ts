// From measured figures to what one machine carries, where limits bite, and what ten million documents take.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { costOf, Prices, priceOf } from "../../schemas/prices.ts";
import { rowsFor } from "../../pipelines/run/endpoints.ts";
import { root } from "../support/cli.ts";
import type { Figures } from "./capacity-figures.ts";
import type { Table } from "./capacity-simulated.ts";

const documents = 10_000_000;
const calls = 100_000_000;
/** Documents of a run when they are split. */
const documentsInPart = 100_000;

/** The share of a core that is planned for: the rest is for rubbish collection, for the disk and for bad minutes. */
const planned = 0.6;
/** Bytes of heap that Node takes unless told otherwise on a machine with 16 GB or more. */
const defaultHeap = 4.3e9;
/** Entries of a Map of Node 20. */
const mostEntries = 2 ** 24;
/** Rows that a worker takes at one time unless told otherwise. */
const rowsOfWorker = 160;
/** Mean over median of the drawn latencies: exp(0.6² / 2). */
const meanOfMedian = Math.exp(0.18);

const models = ["gpt-4o-mini", "deepseek-chat", "gpt-4.1", "claude-sonnet-4-5"];

const whole = (value: number) => Math.round(value).toLocaleString("en-US");
const rounded = (value: number) => whole(Number(value.toPrecision(2)));
const gigabytes = (bytes: number) =>
  bytes >= 1e10 ? `${whole(bytes / 1e9)} GB` : `${(bytes / 1e9).toFixed(1)} GB`;
const micros = (value: number) => `${value >= 100 ? whole(value) : value.toFixed(1)} µs`;
const hoursOf = (microseconds: number) => `${(microseconds / 3.6e9).toFixed(1)} h`;
const perSecond = (cpu: number) => (planned * 1e6) / cpu;

function callTable({ parts, call, queue }: Figures): Table {
  const row = (what: string, cpu: number) => [
    what,
    micros(cpu),
    rounded(perSecond(cpu)),
    hoursOf(cpu * calls),
  ];
  const rows = [
    row("the prompt, 3 KB", parts.render),
    row("the request and its key", parts.request),
    row("the reply, judged", parts.judge),
    row("the journal's line, on disk", parts.record),
    row("a whole call on one machine (with HTTP, limits, budget)", call.cpu),
    row("over a queue, with a row of its own: the coordinator", queue.call.coordinator),
    row("over a queue: a worker", queue.call.worker),
    row("over a queue: Redis", queue.call.redis),
  ];
  return {
    title: "CPU of a call",
    head: ["what", "CPU", `calls a second at ${planned * 100} % of a core`, "CPU of 100 million"],
    rows,
  };
}

function memoryTable({ rows, journal, duplicates, index, whole: row }: Figures): Table {
  const line = (what: string, bytes: number, cpu: string) => [
    what,
    `${rounded(bytes)} bytes`,
    `${(1e3 / bytes).toFixed(2)} million`,
    cpu,
  ];
  return {
    title: "Memory, and CPU without a call",
    head: ["of each", "memory", "in a GB", "CPU"],
    rows: [
      line("row of an artifact, opened", rows.memory, `${micros(rows.open)} to open`),
      line(
        "row of an artifact, while stages run",
        rows.running,
        `${micros(rows.fresh)} to make and journal`,
      ),
      line("call in the journal", journal.memory, `${micros(journal.open)} to open`),
      line("article, read by a stage that needs them all", row.memory, "–"),
      line(
        `article of ${whole(duplicates.characters)} characters, searched for duplicates (beside the article)`,
        duplicates.memory,
        micros(duplicates.cpu),
      ),
      line(
        "article in the search index",
        index.memory,
        `${micros(index.index)}, and ${micros(index.cut)} to cut it into words`,
      ),
    ],
  };
}

function demoTable({ demo }: Figures): Table {
  const rows = Object.entries(demo).map(([name, one]) => [
    name,
    whole(one.calls),
    `${whole(one.inputTokens)} + ${whole(one.outputTokens)}`,
    one.rows.toFixed(1),
    one.outcomes.toFixed(1),
    `${whole(one.journalBytes)} + ${whole(one.artifactBytes)}`,
  ]);
  return {
    title: "The demo's runs, a call",
    head: [
      "run",
      "calls",
      "tokens in + out",
      "rows",
      "outcomes",
      "bytes on disk: journal + artifacts",
    ],
    rows,
  };
}

/** How much fits, first the least. */
function limitTable({ rows, duplicates, whole: row, index }: Figures): Table {
  const news = row.memory + duplicates.memory;
  const bites: (readonly [string, number, string])[] = [
    [
      "articles that a stage reads all at once, with their ids, default heap",
      defaultHeap / (row.memory + rows.running),
      "articles",
    ],
    ["search for duplicates (`crud/clusters`), 16 GB", 16e9 / news, "articles"],
    [
      "search index (`crud/related` and others), 16 GB",
      16e9 / (index.memory + row.memory),
      "documents",
    ],
    ["ids and outcomes, default heap", defaultHeap / rows.running, "rows over all artifacts"],
    ["ids and outcomes, 32 GB", 32e9 / rows.running, "rows over all artifacts"],
    ["entries of a Map: journal, store", mostEntries, "calls, or rows in one artifact"],
  ];
  const ordered = [...bites]
    .sort((a, b) => a[1] - b[1])
    .map(([what, most, of]) => [what, `${(most / 1e6).toFixed(1)} million ${of}`]);
  return { title: "What one run cannot go beyond", head: ["limit", "reached at"], rows: ordered };
}

/** Microseconds a call without a queue, with all its rows. */
const onOneMachine = ({ demo, call, rows }: Figures) =>
  call.cpu + meanOf(demo, "rows") * rows.fresh;

/** Microseconds a call over a queue, with the rows beside it that ask nothing. */
function queueCpu({ demo, queue: { call, row } }: Figures) {
  const others = meanOf(demo, "outcomes") - 1;
  return {
    coordinator: call.coordinator + others * row.coordinator,
    worker: call.worker + others * row.worker,
    redis: call.redis + others * row.redis,
  };
}

function timeTable(figures: Figures): Table {
  const tokens = tokensOf(figures.demo);
  const cpu = queueCpu(figures);
  const rows = [1e6, 10e6, 100e6, 1e9].map(tokensPerMinute => {
    const second = tokensPerMinute / 60 / tokens;
    const places = Math.max(1, second * 2 * meanOfMedian);
    const machines = (cpu: number) => whole(Math.ceil(second / perSecond(cpu)));
    const days = calls / second / 86_400;
    return [
      `${whole(tokensPerMinute / 1e6)} million`,
      rounded(second * 60),
      second < 100 ? second.toFixed(1) : whole(second),
      days > 2 ? `${whole(days)} days` : `${whole(days * 24)} hours`,
      rounded(places),
      machines(onOneMachine(figures)),
      machines(cpu.coordinator),
      `${machines(cpu.worker)} (${rounded(Math.ceil(rowsFor(places) / rowsOfWorker))})`,
      machines(cpu.redis),
    ];
  });
  return {
    title: `100 million calls of ${whole(tokens)} tokens, by the provider's limit`,
    head: [
      "tokens a minute",
      "requests a minute",
      "calls a second",
      "time",
      "places at 2 s",
      "machines without a queue",
      "coordinators",
      "their workers (of 160 rows)",
      "Redis",
    ],
    rows,
  };
}

const meanOf = (
  demo: Figures["demo"],
  of: "inputTokens" | "outputTokens" | "rows" | "outcomes" | "journalBytes" | "artifactBytes",
): number => {
  const runs = Object.values(demo);
  return (
    runs.reduce((sum, run) => sum + run[of] * run.calls, 0) /
    runs.reduce((sum, run) => sum + run.calls, 0)
  );
};
const tokensOf = (demo: Figures["demo"]) =>
  meanOf(demo, "inputTokens") + meanOf(demo, "outputTokens");

function moneyTable({ demo }: Figures): Table {
  const prices = Prices.parse(parse(readFileSync(join(root, "schemas/prices.yaml"), "utf8")));
  const usage = {
    inputTokens: meanOf(demo, "inputTokens"),
    outputTokens: meanOf(demo, "outputTokens"),
  };
  const longer = { ...usage, outputTokens: usage.outputTokens * 3 };
  const rows = models.map(model => {
    const price = priceOf(prices, model);
    if (!price) throw new Error(`${model} has no price`);
    const cost = (used: typeof usage, batch: boolean) =>
      rounded(costOf(price, used, batch) * calls);
    return [
      model,
      cost(usage, false),
      cost(longer, false),
      price.batch === undefined ? "–" : cost(usage, true),
    ];
  });
  const head = [
    "model",
    "the demo's tokens",
    "replies three times as long",
    "the demo's tokens, by batch",
  ];
  return {
    title: `USD for 100 million calls of ${whole(usage.inputTokens)} + ${whole(usage.outputTokens)} tokens`,
    head,
    rows,
  };
}

/** The same work as one run and as one of its parts. */
function sizeTable(figures: Figures): Table {
  const { demo, rows, journal, duplicates, index, whole: row } = figures;
  const over = queueCpu(figures);
  const rowsACall = meanOf(demo, "rows");
  const of = (share: number) => [
    gigabytes(share * calls * rowsACall * rows.running),
    gigabytes(share * calls * journal.memory),
    gigabytes(share * documents * (row.memory + duplicates.memory)),
    gigabytes(share * documents * (row.memory + index.memory)),
    gigabytes(share * calls * (meanOf(demo, "journalBytes") + meanOf(demo, "artifactBytes"))),
    hoursOf(share * calls * onOneMachine(figures)),
    [over.coordinator, over.worker, over.redis]
      .map(cpu => hoursOf(share * calls * cpu))
      .join(" + "),
    hoursOf(share * documents * (duplicates.cpu + index.cut + index.index)),
    hoursOf(share * calls * (journal.open + rowsACall * rows.open)),
  ];
  const [all, part] = [of(1), of(documentsInPart / documents)];
  const names = [
    `memory: ids and outcomes of ${rowsACall.toFixed(1)} rows a call`,
    "memory: the journal's keys",
    "memory: duplicates, while they are searched for",
    "memory: the search index",
    "disk",
    "CPU: calls and rows, without a queue",
    "CPU: calls and rows, over a queue: coordinator + workers + Redis",
    "CPU: words (on all cores), duplicates and index (on one)",
    "CPU: opening the run again, each time",
  ];
  const head = ["", "one run of all", `one of ${documents / documentsInPart} runs`];
  return {
    title: "10 million documents, 100 million calls",
    head,
    rows: names.map((name, at) => [name, all[at] ?? "", part[at] ?? ""]),
  };
}

export const plans = (figures: Figures): Table[] =>
  [callTable, memoryTable, demoTable, limitTable, timeTable, moneyTable, sizeTable].map(table =>
    table(figures),
  );
