// From measured figures to what one machine carries, where limits bite, and what ten million documents take.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { costOf, Prices, priceOf } from "../../schemas/prices.ts";
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
/** Of Node 20: entries of a Map, characters of a string. */
const mostEntries = 2 ** 24;
const mostCharacters = 2 ** 29 - 24;
/** What one row adds to the text whose hash names an artifact: `["document-0123456789ab","0123456789abcdef"],`. */
const hashedCharacters = 45;
/** Mean over median of the drawn latencies: exp(0.6² / 2). */
const meanOfMedian = Math.exp(0.18);

const models = ["gpt-4o-mini", "deepseek-chat", "gpt-4.1", "claude-sonnet-4-5"];

const whole = (value: number) => Math.round(value).toLocaleString("en-US");
const rounded = (value: number) => whole(Number(value.toPrecision(2)));
const gigabytes = (bytes: number) => (bytes >= 1e10 ? `${whole(bytes / 1e9)} GB` : `${(bytes / 1e9).toFixed(1)} GB`);
const micros = (value: number) => `${value >= 100 ? whole(value) : value.toFixed(1)} µs`;
const hoursOf = (microseconds: number) => `${(microseconds / 3.6e9).toFixed(1)} h`;
const perSecond = (cpu: number) => (planned * 1e6) / cpu;

function callTable({ parts, call, coordinatorCpu, workerCpu }: Figures): Table {
  const row = (what: string, cpu: number | null) => (cpu === null ? [what, "not measured yet", "–", "–"] : [what, micros(cpu), rounded(perSecond(cpu)), hoursOf(cpu * calls)]);
  const rows = [
    row("the prompt, 3 KB", parts.render),
    row("the request and its key", parts.request),
    row("the reply, judged", parts.judge),
    row("the journal's line, on disk", parts.record),
    row("a whole call on one machine (with HTTP, limits, budget)", call.cpu),
    row("over a queue: the coordinator", coordinatorCpu),
    row("over a queue: a worker", workerCpu),
  ];
  return { title: "CPU of a call", head: ["what", "CPU", `calls a second at ${planned * 100} % of a core`, "CPU of 100 million"], rows };
}

function memoryTable({ rows, journal, duplicates, index, whole: row }: Figures): Table {
  const line = (what: string, bytes: number, cpu: string) => [what, `${rounded(bytes)} bytes`, `${(1e3 / bytes).toFixed(2)} million`, cpu];
  return {
    title: "Memory, and CPU without a call",
    head: ["of each", "memory", "in a GB", "CPU"],
    rows: [
      line("row of an artifact, opened", rows.memory, `${micros(rows.open)} to open`),
      line("row of an artifact, while stages run", rows.running, `${micros(rows.fresh)} to make and journal`),
      line("call in the journal", journal.memory, `${micros(journal.open)} to open`),
      line("article, read by a stage that needs them all", row.memory, "–"),
      line(`article of ${whole(duplicates.characters)} characters, searched for duplicates (beside the article)`, duplicates.memory, micros(duplicates.cpu)),
      line("article in the search index", index.memory, `${micros(index.index)}, and ${micros(index.cut)} to cut it into words`),
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
  return { title: "The demo's runs, a call", head: ["run", "calls", "tokens in + out", "rows", "outcomes", "bytes on disk: journal + artifacts"], rows };
}

/** How much fits, first the least. */
function limitTable({ rows, duplicates, whole: row, index }: Figures): Table {
  const news = row.memory + duplicates.memory;
  const bites: (readonly [string, number, string])[] = [
    ["articles that a stage reads all at once, with their ids, default heap", defaultHeap / (row.memory + rows.running), "articles"],
    ["search for duplicates (`crud/clusters`), 16 GB", 16e9 / news, "articles"],
    ["search index (`crud/related` and others), 16 GB", 16e9 / (index.memory + row.memory), "documents"],
    ["ids and outcomes, default heap", defaultHeap / rows.running, "rows over all artifacts"],
    ["ids and outcomes, 32 GB", 32e9 / rows.running, "rows over all artifacts"],
    ["text that an artifact's hash is taken of", mostCharacters / hashedCharacters, "rows in one artifact"],
    ["entries of a Map: journal, store", mostEntries, "calls, or rows in one artifact"],
  ];
  const ordered = [...bites].sort((a, b) => a[1] - b[1]).map(([what, most, of]) => [what, `${(most / 1e6).toFixed(1)} million ${of}`]);
  return { title: "What one run cannot go beyond", head: ["limit", "reached at"], rows: ordered };
}

function timeTable({ demo, call }: Figures): Table {
  const tokens = tokensOf(demo);
  const rows = [1e6, 10e6, 100e6, 1e9].map(tokensPerMinute => {
    const second = tokensPerMinute / 60 / tokens;
    const placesAt = (median: number) => rounded(Math.max(1, second * (median / 1000) * meanOfMedian));
    const days = calls / second / 86_400;
    return [
      `${whole(tokensPerMinute / 1e6)} million`,
      rounded(second * 60),
      second.toFixed(second < 100 ? 1 : 0),
      days > 2 ? `${whole(days)} days` : `${whole(days * 24)} hours`,
      placesAt(200),
      placesAt(2000),
      `${Number(((second * call.cpu) / 1e6).toPrecision(2))}`,
    ];
  });
  return {
    title: `100 million calls of ${whole(tokens)} tokens, by the provider's limit`,
    head: ["tokens a minute", "requests a minute", "calls a second", "time", "places at 200 ms", "places at 2 s", "cores kept busy by the calls"],
    rows,
  };
}

const meanOf = (demo: Figures["demo"], of: "inputTokens" | "outputTokens" | "rows" | "journalBytes" | "artifactBytes"): number => {
  const runs = Object.values(demo);
  return runs.reduce((sum, run) => sum + run[of] * run.calls, 0) / runs.reduce((sum, run) => sum + run.calls, 0);
};
const tokensOf = (demo: Figures["demo"]) => meanOf(demo, "inputTokens") + meanOf(demo, "outputTokens");

function moneyTable({ demo }: Figures): Table {
  const prices = Prices.parse(parse(readFileSync(join(root, "schemas/prices.yaml"), "utf8")));
  const usage = { inputTokens: meanOf(demo, "inputTokens"), outputTokens: meanOf(demo, "outputTokens") };
  const longer = { ...usage, outputTokens: usage.outputTokens * 3 };
  const rows = models.map(model => {
    const price = priceOf(prices, model);
    if (!price) throw new Error(`${model} has no price`);
    const cost = (used: typeof usage, batch: boolean) => rounded(costOf(price, used, batch) * calls);
    return [model, cost(usage, false), cost(longer, false), price.batch === undefined ? "–" : cost(usage, true)];
  });
  const head = ["model", "the demo's tokens", "replies three times as long", "the demo's tokens, by batch"];
  return { title: `USD for 100 million calls of ${whole(usage.inputTokens)} + ${whole(usage.outputTokens)} tokens`, head, rows };
}

/** The same work as one run and as one of its parts. */
function sizeTable({ demo, rows, journal, duplicates, index, whole: row, call }: Figures): Table {
  const rowsACall = meanOf(demo, "rows");
  const of = (share: number) => [
    gigabytes(share * calls * rowsACall * rows.running),
    gigabytes(share * calls * journal.memory),
    gigabytes(share * documents * (row.memory + duplicates.memory)),
    gigabytes(share * documents * (row.memory + index.memory)),
    gigabytes(share * calls * (meanOf(demo, "journalBytes") + meanOf(demo, "artifactBytes"))),
    hoursOf(share * calls * (call.cpu + rowsACall * rows.fresh)),
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
    "CPU: calls and rows",
    "CPU: words (on all cores), duplicates and index (on one)",
    "CPU: opening the run again, each time",
  ];
  const head = ["", "one run of all", `one of ${documents / documentsInPart} runs`];
  return { title: "10 million documents, 100 million calls", head, rows: names.map((name, at) => [name, all[at] ?? "", part[at] ?? ""]) };
}

export const plans = (figures: Figures): Table[] => [callTable, memoryTable, demoTable, limitTable, timeTable, moneyTable, sizeTable].map(table => table(figures));
