// What a call, a row, a duplicate search and an index cost, one measure a process: node --import tsx --expose-gc tests/bench/capacity-measured.ts measure [size]

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keypointsPrompt } from "../../schemas/items/prompts.ts";
import { localExecutor } from "../../pipelines/engine/executor.ts";
import { hashOf } from "../../pipelines/engine/fingerprint.ts";
import { runPipeline } from "../../pipelines/engine/runner.ts";
import { defineStage, made } from "../../pipelines/engine/stage.ts";
import { Store } from "../../pipelines/engine/store.ts";
import { clustersOf } from "../../pipelines/crud/clusters.ts";
import { type CallLine, Journal } from "../../pipelines/llm/journal.ts";
import { checkReply } from "../../pipelines/llm/check-reply.ts";
import { replySchemaOf } from "../../pipelines/llm/reply-schema.ts";
import { buildRequest } from "../../pipelines/llm/request.ts";
import { indexTerms } from "../../pipelines/retrieval/bm25.ts";
import { type Draw, drawFrom } from "../../pipelines/text/random.ts";
import { segmentTexts } from "../../pipelines/text/segment-pool.ts";
import type { ArticleRow } from "../../schemas/crud/records.ts";
import { namedVersion, plainAsk, plainPrompt, textArtifact } from "../support/plain-run.ts";
import { startReplayProcess } from "../support/replay/process.ts";
import { keypointsReply, messagesOf, openAsker } from "./asking.ts";

const file = "../shared/data/news/crud_news_6000.txt";
const folder = () => mkdtempSync(join(tmpdir(), "ragwright-capacity-"));
const settled = () => globalThis.gc?.();

/** Microseconds of user and system time, each time, of all threads of this process. */
async function cpuOf(times: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

const heap = () => {
  settled();
  return process.memoryUsage().heapUsed;
};
const buffers = () => process.memoryUsage().arrayBuffers;
const peak = () => process.resourceUsage().maxRSS * 1024;

const callOf = (number: number): CallLine => ({
  key: hashOf(number),
  messages: hashOf(-number),
  stage: "bench/answers",
  prompt: "bench/answers",
  language: "en",
  model: "bench",
  usage: { inputTokens: 1800, outputTokens: 100 },
  finish: "stop",
  reply: keypointsReply.repeat(3),
});

/** The parts of a call, without the network. */
async function measureParts(count: number) {
  const identity = { name: "bench", settings: { temperature: 0, seed: null } };
  const replySchema = replySchemaOf(keypointsPrompt.reply);
  const names = Array.from({ length: count }, (_, index) => `n${index}`);
  const messages = names.map(messagesOf);
  const build = (message: (typeof messages)[number]) =>
    buildRequest(identity, {
      stage: "bench",
      row: "bench",
      tryNumber: 1,
      prompt: keypointsPrompt,
      language: "en",
      variables: {},
      messages: message,
      replySchema,
      sample: 0,
    });
  const reply = {
    text: keypointsReply,
    finish: "stop" as const,
    usage: { inputTokens: 1, outputTokens: 1 },
  };
  const request = () => messages.forEach(build);
  request();
  const parts = {
    render: await cpuOf(count, () => names.forEach(messagesOf)),
    request: await cpuOf(count, request),
    judge: await cpuOf(count, () =>
      names.forEach(() => checkReply(reply, keypointsPrompt, "en", undefined)),
    ),
  };
  const lines = Array.from({ length: count }, (_, index) => callOf(index));
  const path = join(folder(), "calls.jsonl");
  const journal = await Journal.open(path);
  const inTurns = async () => {
    let next = 0;
    const write = async () => {
      for (let line = lines[next++]; line; line = lines[next++]) await journal.record(line, true);
    };
    await Promise.all(Array.from({ length: 128 }, write));
  };
  const record = await cpuOf(count, inTurns);
  await journal.close();
  rmSync(path);
  return { ...parts, record };
}

/** The whole call of one process, against a server that answers at once. */
async function measureCall(count: number) {
  const server = await startReplayProcess({ echo: keypointsReply });
  const ask = async (from: number) => {
    const { ask, atOnce, close } = await openAsker(server.baseUrl, 128);
    let next = from;
    const work = async () => {
      for (let name = next++; name < from + count; name = next++) await ask(`n${name}`);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    await close();
  };
  await ask(0);
  const cpu = await cpuOf(count, () => ask(count));
  server.close();
  return { cpu };
}

async function measureJournal(count: number) {
  const path = join(folder(), "calls.jsonl");
  const journal = await Journal.open(path);
  for (let number = 0; number < count; number += 1000)
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) => journal.record(callOf(number + index), false)),
    );
  await journal.close();
  const before = heap();
  const kept: Journal[] = [];
  const open = await cpuOf(count, async () => kept.push(await Journal.open(path)));
  const memory = (heap() - before) / count;
  await kept[0]?.close();
  const disk = statSync(path).size / count;
  rmSync(path);
  return { open, memory, disk };
}

const artifacts = [0, 1, 2].map(number => textArtifact(`bench/stage-${number}`));
const [input] = artifacts as [(typeof artifacts)[0]];

const stages = artifacts.slice(1).map((writes, index) =>
  defineStage({
    name: writes.name,
    module: "1",
    prompts: [plainPrompt],
    over: artifacts[index]!,
    writes,
    each: async ({ id, text }, { ask }) => {
      await ask(plainPrompt, "en", { text: hashOf(`${writes.name}${id}`) });
      return made([{ id, text }]);
    },
  }),
);

/** Rows of a kilobyte that name one call each: while the run goes on, and opened again. */
async function measureRows(count: number) {
  const directory = folder();
  const before = heap();
  let running = 0;
  const options = {
    directory,
    stages: stages as never,
    inputs: [
      {
        artifact: input,
        *rows() {
          for (let index = 0; index < count; index++)
            yield {
              id: `document-${hashOf(index).slice(0, 12)}`,
              text: `${index} `.padEnd(1000, "text "),
            };
        },
      },
    ],
    executor: localExecutor(plainAsk(text => text)),
    versionOf: namedVersion,
    askFingerprint: () => 1,
    randomSeed: 1,
    concurrency: 64,
    retryFailed: false,
    settings: {},
    onEvent: (event: { readonly type: string; readonly stage?: string }) => {
      if (event.type === "stage-finished" && event.stage === stages.at(-1)?.name)
        running = heap() - before;
    },
    signal: new AbortController().signal,
  };
  const fresh = await cpuOf(count * stages.length, () => runPipeline(options));
  const disk = ["jsonl", "done.jsonl"].map(
    ending => statSync(join(directory, `${artifacts[1]!.name}.${ending}`)).size / count,
  );
  const opening = heap();
  const stores: Store[] = [];
  const open = await cpuOf(count * artifacts.length, () =>
    artifacts.forEach(artifact => stores.push(new Store(directory, artifact))),
  );
  const memory = (heap() - opening) / (count * artifacts.length);
  for (const store of stores) store.release();
  rmSync(directory, { recursive: true });
  return { fresh, open, memory, running: running / (count * artifacts.length), outcome: disk[1]! };
}

const newsLines = () =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(line => line.trim() !== "")
    .map(line => Buffer.from(line.replace(/^.*?，正文：/, "")).toString());

/** News, then copies of it that are ever less alike. */
/** The first copy is the text itself; later ones have ever more signs changed: near-duplicates, then templates, then other texts. */
function perturb(text: string, copy: number, draw: Draw): string {
  if (copy === 0) return text;
  const changed = [5, 15, 30, 60, 100, 200, 300, 400, 500][copy - 1] ?? 500;
  const units = Uint16Array.from({ length: text.length }, (_, at) =>
    draw(1000) < changed ? 0x4e00 + draw(5000) : text.charCodeAt(at),
  );
  return Buffer.from(units.buffer).toString("utf16le");
}

function articlesOf(count: number): string[] {
  const texts = newsLines();
  const draw = drawFrom(1);
  return Array.from({ length: count }, (_, at) =>
    perturb(texts[at % texts.length]!, Math.floor(at / texts.length), draw),
  );
}

async function measureDuplicates(count: number) {
  const rows = articlesOf(count).map(
    (text, at) =>
      ({ id: `a${at}`, text, annotation: null, published: null }) as unknown as ArticleRow,
  );
  settled();
  const before = process.memoryUsage().rss;
  let clusters = 0;
  const cpu = await cpuOf(count, () => {
    clusters = clustersOf(rows, {
      nearDuplicate: 0.8,
      templated: { similarity: 0.5, most: 3 },
    }).length;
  });
  const characters = rows.reduce((sum, { text }) => sum + text.length, 0) / count;
  return { cpu, memory: (peak() - before) / count, clusters, characters };
}

async function measureIndex(count: number) {
  const texts = articlesOf(count).map(text => ({ text, language: "zh" as const }));
  const held = heap();
  const before = buffers();
  let lists: Awaited<ReturnType<typeof segmentTexts>> | undefined;
  const cut = await cpuOf(count, async () => {
    lists = await segmentTexts(texts, { threads: 1 });
  });
  const ids = texts.map((_, at) => `d-${at}`);
  const kept: unknown[] = [];
  const index = await cpuOf(count, () => lists && kept.push(indexTerms(ids, lists)));
  lists = undefined;
  const memory = (heap() - held + buffers() - before) / count;
  // Read once more, or the collector takes for rubbish what was there before.
  return { cut, index, memory, texts: texts.length, kept: kept.length };
}

/** What a whole-artifact stage holds of each row when it reads them all. */
async function measureWhole(count: number) {
  const texts = articlesOf(count);
  const lines = texts.map(text =>
    Buffer.from(
      JSON.stringify({
        id: "article-0123456789ab",
        title: "题目",
        source: null,
        published: null,
        text,
      }),
    ),
  );
  const before = heap();
  const rows = lines.map(line => JSON.parse(line.toString()) as object);
  const memory = (heap() - before) / rows.length;
  // Read once more, or the collector takes for rubbish what was there before.
  return { memory, lines: lines.length, texts: texts.length };
}

const measures = {
  parts: measureParts,
  call: measureCall,
  journal: measureJournal,
  rows: measureRows,
  duplicates: measureDuplicates,
  index: measureIndex,
  whole: measureWhole,
};
const [what = "", size = "10000"] = process.argv.slice(2);
const measure = measures[what as keyof typeof measures];
if (!measure) throw new Error(`one of ${Object.keys(measures).join(", ")} is to be measured`);
const needsNews = ["duplicates", "index", "whole"].includes(what);
process.stdout.write(
  `${JSON.stringify(needsNews && !existsSync(file) ? null : await measure(Number(size)))}\n`,
);
