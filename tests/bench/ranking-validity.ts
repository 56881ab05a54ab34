// How alike a set of questions and another rank retrieval settings, and what moves it: node --import tsx tests/bench/ranking-validity.ts RUN OTHERS… [-- NEWS]
//
// RUN is a run over documents, OTHERS are runs or datasets' files with questions on them; NEWS has an article a line, mixed in as unrelated documents.
// One line a condition: Kendall's τ with its interval for four metrics. The last lines are drawn: how often the interval holds a τ that is known.

import { readFileSync } from "node:fs";
import type { BaselineSetting, ChunkRow } from "../../schemas/evaluation/baseline.ts";
import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { readOtherQuestions } from "../../pipelines/run/other-questions.ts";
import { readRows } from "../../pipelines/engine/reading.ts";
import { chunksStage } from "../../pipelines/evaluate/baseline/chunks.ts";
import { toPrediction } from "../../pipelines/evaluate/baseline/to-prediction.ts";
import { retrievalsStage } from "../../pipelines/evaluate/baseline/retrievals.ts";
import { sweepOf, type SweepOptions } from "../../pipelines/evaluate/baseline/settings.ts";
import { firstHalf } from "../../pipelines/evaluate/statistics/halves.ts";
import { readKnownDocuments } from "../../pipelines/evaluate/evidence/known-documents.ts";
import { rankingAgreement } from "../../pipelines/evaluate/statistics/ranking-agreement.ts";
import { retrievalScores } from "../../pipelines/evaluate/scores/retrieval-scores.ts";
import { kendallTau } from "../../pipelines/evaluate/statistics/kendall.ts";
import { readTruths } from "../../pipelines/evaluate/truth/truth.ts";
import { type Draw, drawFrom, seedOf, shuffle } from "../../pipelines/text/random.ts";
import { scriptedContext } from "../support/stage-context.ts";

const typed = process.argv.slice(2);
const parting = typed.includes("--") ? typed.indexOf("--") : typed.length;
const [run = "out/demo", ...others] = typed.slice(0, parting);
const [news] = typed.slice(parting + 1);

const { signal } = new AbortController();
const measured: readonly Metric[] = ["evidence-recall", "recall-at-5", "mrr", "ndcg-at-10"];
const say = (line: string) => process.stdout.write(`${line}\n`);

const wide = { chunkSizes: [64, 128, 256, 512], topKs: [1, 2, 4, 8], subjectPrefix: [false, true] };
/** Sweeps of at least 20 settings. */
const sweeps: Record<string, SweepOptions> = {
  "sizes × k × prefix": wide,
  "1,024 tokens each": { chunkSizes: [64, 128, 256, 512, 1024], overlaps: ["0%", "10%", "20%", "40%"], budget: 1024, subjectPrefix: [false, true] },
  "sizes 240 – 278 alone": { chunkSizes: Array.from({ length: 20 }, (_, at) => 240 + 2 * at), topKs: [4] },
};

async function chunksOf(rows: readonly DocumentRow[], settings: readonly BaselineSetting[]): Promise<ChunkRow[]> {
  const stage = chunksStage(settings);
  const { context } = scriptedContext({});
  const found: ChunkRow[] = [];
  for (const row of rows) for (const chunk of (await stage.each(row, context)).rows) found.push(chunk);
  return found;
}

/** Scores of all settings on all items, without a run directory. */
async function scoresOf(rows: readonly DocumentRow[], truths: readonly TruthRow[], settings: readonly BaselineSetting[]): Promise<ScoreRow[]> {
  const { context } = scriptedContext<{ chunks: typeof import("../../schemas/evaluation/baseline.ts").chunks }>({ chunks: await chunksOf(rows, settings) });
  const opened = new Map<string, unknown>();
  const { chunks } = context.tables;
  const derive = <T>(name: string, build: (all: ChunkRow[]) => T): T => {
    if (!opened.has(name)) opened.set(name, build(chunks.rows()));
    return opened.get(name) as T;
  };
  const stage = retrievalsStage({ settings, signal });
  const scores: ScoreRow[] = [];
  for (const truth of truths)
    for (const row of (await stage.each(truth, { ...context, tables: { chunks: { ...chunks, derive } } })).rows) {
      const prediction = toPrediction({ ...row, system: row.system.replace("others/", "") }, null);
      const { id, itemId, system, language } = prediction;
      scores.push({ id, itemId, system, language, type: truth.type, domain: truth.domain, bleu: null, ...retrievalScores({ truth, prediction, variant: "paper" }) });
    }
  return scores;
}

const short = (value: number | null) => (value === null ? "–" : value.toFixed(2));

function compare(condition: string, ours: readonly ScoreRow[], theirs: readonly ScoreRow[]): void {
  const found = measured.map(metric => rankingAgreement({ ours, theirs, metric, other: "" }));
  const [first] = found;
  const told = found.map(({ metric, tau, low, high }) => `${metric} ${short(tau)} (${short(low)} – ${short(high)})`);
  say(`${condition} | ${first?.systems.length} settings, ${first?.items.ours} and ${first?.items.theirs} items | ${told.join(" | ")}`);
}

const only = (rows: readonly ScoreRow[], keep: (row: ScoreRow) => boolean) => rows.filter(keep);
const notIn = (ids: ReadonlySet<string>) => (row: ScoreRow) => !ids.has(row.itemId);
const within = (ids: ReadonlySet<string>) => (row: ScoreRow) => ids.has(row.itemId);

function compareHalves(condition: string, rows: readonly ScoreRow[]): void {
  const half = firstHalf(rows, 1);
  compare(`halves: ${condition}`, only(rows, within(half)), only(rows, notIn(half)));
}

/** So many items, drawn. */
function some(rows: readonly ScoreRow[], count: number): ScoreRow[] {
  const ids = shuffle(drawFrom(seedOf("some", String(count))), [...new Set(rows.map(({ itemId }) => itemId))].sort());
  return only(rows, within(new Set(ids.slice(0, count))));
}

function* articles(count: number): Generator<DocumentRow> {
  const lines =
    news === undefined
      ? []
      : readFileSync(news, "utf8")
          .split("\n")
          .filter(line => line.trim() !== "");
  const step = Math.max(1, Math.floor(lines.length / Math.max(1, count)));
  for (let at = 0; at < count && at * step < lines.length; at++) {
    const text = lines[at * step] ?? "";
    const fields = { name: "", kind: "own" as const, published: null, configId: null, format: null, foreign: null };
    yield { ...fields, sections: [], places: [], id: `news-${at}`, language: "zh", domain: "news", text, provenance: { source: "news", licence: null } };
  }
}

async function compareAll(): Promise<void> {
  const corpus = [...readRows(run, documents)];
  const ours = [...readTruths(run).rows];
  const known = readKnownDocuments(run);
  const theirs = others.map(path => ({ path, ...readOtherQuestions([path], known, ours) }));
  for (const { path, sources } of theirs) say(`${path}: ${JSON.stringify(sources)}`);
  const files = theirs.filter(({ path }) => path.includes(".json"));
  const runs = theirs.filter(({ path }) => !path.includes(".json"));
  const sets = [
    ...(files.length > 0 ? [{ name: `questions of ${files.length} files`, rows: files.flatMap(({ rows }) => rows) }] : []),
    ...runs.map(({ path, rows }) => ({ name: path, rows })),
  ];
  for (const [sweep, options] of Object.entries(sweeps)) {
    const settings = sweepOf(options);
    const mine = await scoresOf(corpus, ours, settings);
    for (const { name, rows } of sets) compare(`${sweep}, ${name}`, mine, await scoresOf(corpus, rows, settings));
    compareHalves(sweep, mine);
    for (const language of ["zh", "en"] as const)
      compareHalves(
        `${sweep}, ${language} alone`,
        only(mine, row => row.language === language),
      );
    for (const count of [20, 50, 100, 200]) compareHalves(`${sweep}, ${count} items`, some(mine, count));
    if (options === wide) await compareKinds(mine, sets, { corpus, settings });
  }
  await compareDistractors(corpus, ours);
}

async function compareKinds(
  mine: readonly ScoreRow[],
  sets: readonly { name: string; rows: readonly TruthRow[] }[],
  { corpus, settings }: { corpus: readonly DocumentRow[]; settings: readonly BaselineSetting[] },
): Promise<void> {
  const [first] = sets;
  const found = first ? await scoresOf(corpus, first.rows, settings) : [];
  for (const type of new Set(mine.map(row => row.type)))
    compare(
      `ours of type ${type}, ${first?.name ?? "none"}`,
      only(mine, row => row.type === type),
      found,
    );
  const isFactual = (row: ScoreRow) => row.type === "factual";
  compare(
    "factual beside all other types of ours",
    only(mine, isFactual),
    only(mine, row => !isFactual(row)),
  );
}

async function compareDistractors(corpus: readonly DocumentRow[], ours: readonly TruthRow[]): Promise<void> {
  const settings = sweepOf(wide);
  const equal = sweepOf(sweeps["1,024 tokens each"]);
  for (const [name, list] of [
    ["sizes × k × prefix", settings],
    ["1,024 tokens each", equal],
  ] as const) {
    for (const count of news === undefined ? [] : [0, 300, 1500])
      compareHalves(
        `${name}, zh with ${count} news articles`,
        await scoresOf(
          [...corpus.filter(({ language }) => language === "zh"), ...articles(count)],
          ours.filter(({ language }) => language === "zh"),
          list,
        ),
      );
    const english = corpus.filter(({ language }) => language === "en");
    const finance = ours.filter(({ language, domain }) => language === "en" && domain === "finance");
    compareHalves(
      `${name}, en finance alone`,
      await scoresOf(
        english.filter(({ domain }) => domain === "finance"),
        finance,
        list,
      ),
    );
    compareHalves(`${name}, en finance among the other domains`, await scoresOf(english, finance, list));
  }
}

interface Drawn {
  readonly items: readonly [number, number];
  /** How far the systems lie apart, and how far the two sets see them otherwise: in standard deviations of an item's values over the systems. */
  readonly spread: number;
  readonly differ: number;
}

const uniform = (draw: Draw) => (draw(2 ** 31) + 0.5) / 2 ** 31;
const normal = (draw: Draw) => Math.sqrt(-2 * Math.log(uniform(draw))) * Math.cos(2 * Math.PI * uniform(draw));

function drawScores(means: readonly number[], count: number, draw: Draw): ScoreRow[] {
  return Array.from({ length: count }, (_, item) => {
    const hardness = normal(draw);
    return means.map((mean, system) => {
      const fields = { language: "en", type: "", domain: "", weights: {}, bleu: null } as const;
      return { ...fields, id: `${system}/${item}`, itemId: `i${item}`, system: `s${String(system).padStart(2, "0")}`, values: { mrr: mean + hardness + normal(draw) } };
    });
  }).flat();
}

/** Systems whose true means are known, so that the τ of endlessly many items is too. */
function cover({ items: [first, second], spread, differ }: Drawn, repeats = 60): void {
  const draw = drawFrom(seedOf("cover", String(first), String(second), String(spread), String(differ)));
  const all = Array.from({ length: repeats }, () => {
    const ours = Array.from({ length: 24 }, (_, place) => (spread * place) / 23);
    const theirs = ours.map(mean => mean + differ * normal(draw));
    const truth = kendallTau(ours, theirs) ?? 0;
    const { tau, low, high } = rankingAgreement({ ours: drawScores(ours, first, draw), theirs: drawScores(theirs, second, draw), metric: "mrr", other: "" });
    return { truth, tau: tau ?? 0, held: (low ?? 0) <= truth && truth <= (high ?? 0) };
  });
  const mean = (of: (one: (typeof all)[number]) => number) => short(all.reduce((sum, one) => sum + of(one), 0) / repeats);
  say(
    `drawn: ${first} and ${second} items, spread ${spread}, differing ${differ} | true τ ${mean(one => one.truth)}, seen ${mean(one => one.tau)}, held in ${mean(one => Number(one.held))}`,
  );
}

await compareAll();
for (const items of [
  [40, 40],
  [300, 60],
  [300, 300],
] as const)
  for (const [spread, differ] of [
    [1, 0],
    [1, 0.15],
    [1, 0.4],
    [0.3, 0.1],
  ] as const)
    cover({ items, spread, differ });
