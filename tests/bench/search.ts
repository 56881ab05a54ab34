// How fast search is, beside minisearch, and cutting into words on several threads: node --import tsx tests/bench/search.ts [articles] [news file]
//
// minisearch is given the same tokens: a text is its tokens joined by spaces, split again at spaces. A query is 20 tokens
// in a row out of an article, so that words occur in it as often as in news. Articles beyond those of the file repeat them,
// with every tenth word changed to one of their own.

import { existsSync, readFileSync } from "node:fs";
import MiniSearch from "minisearch";
import { buildBm25, indexTerms } from "../../pipelines/retrieval/bm25.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { words } from "../../pipelines/text/segment.ts";
import { termsOfAll, wordsOfAll } from "../../pipelines/text/segment-pool.ts";
import { toTermLists } from "../../pipelines/text/term-lists.ts";

const [given = "60000", file = "../shared/data/news/crud_news_6000.txt"] = process.argv.slice(2);
const compared = 5000;
const queryTokens = 20;
const hits = 10;

const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (from: number) => (performance.now() - from) / 1000;

/** How often a second the work is done, over at least a second and a half, after a warm start. */
function rate(work: (turn: number) => unknown): number {
  for (let turn = 0; turn < 5; turn++) work(turn);
  const from = performance.now();
  let turns = 0;
  do work(turns++);
  while (seconds(from) < 1.5);
  return turns / seconds(from);
}

function queriesFrom(articles: readonly (readonly string[])[], count: number): string[][] {
  const draw = drawFrom(1);
  const long = articles.filter(({ length }) => length > queryTokens);
  return Array.from({ length: count }, () => {
    const article = long[draw(long.length)] ?? [];
    const start = draw(article.length - queryTokens);
    return article.slice(start, start + queryTokens);
  });
}

function compare(articles: readonly string[][]): void {
  const queries = queriesFrom(articles, 500);
  const docs = articles.map((tokens, at) => ({
    id: String(at).padStart(6, "0"),
    tokens,
    text: tokens.join(" "),
  }));
  const joined = queries.map(tokens => tokens.join(" "));
  const mini = new MiniSearch({
    fields: ["text"],
    tokenize: text => text.split(" "),
    processTerm: term => term,
  });
  mini.addAll(docs);
  const index = buildBm25(docs);
  const theirs = rate(turn => mini.search(joined[turn % joined.length] ?? ""));
  const ours = rate(turn => index.search(queries[turn % queries.length] ?? [], hits));
  say(
    `${articles.length} articles, ${queryTokens}-token queries: ${Math.round(ours)} a second, minisearch ${theirs.toFixed(1)}, ratio ${Math.round(ours / theirs)}`,
  );
}

/** So many articles; beyond those there are, copies with every tenth word changed to one of their own. */
function* tiled(articles: readonly string[][], count: number): Generator<string[]> {
  for (let at = 0; at < count; at++) {
    const tile = Math.floor(at / articles.length);
    const tokens = articles[at % articles.length] ?? [];
    yield tile === 0
      ? tokens
      : tokens.map((token, place) => ((place + tile) % 10 === 0 ? `${token}${tile}` : token));
  }
}

function measureLarge(articles: readonly string[][], count: number): void {
  const lists = toTermLists(tiled(articles, count));
  const ids = Array.from({ length: count }, (_, at) => `d-${(at * 7919) % count}`);
  const before = process.memoryUsage();
  const from = performance.now();
  const index = indexTerms(ids, lists);
  const built = seconds(from);
  const after = process.memoryUsage();
  const megabytes = (after.arrayBuffers - before.arrayBuffers) / 1e6;
  say(
    `${count} articles, ${lists.terms.length} tokens, ${lists.vocabulary.length} words: built in ${built.toFixed(2)} s, arrays ${Math.round(megabytes)} MB`,
  );
  const queries = queriesFrom(articles, 500);
  say(
    `${count} articles: ${Math.round(rate(turn => index.search(queries[turn % queries.length] ?? [], hits)))} queries of ${queryTokens} tokens a second`,
  );
  const whole = articles.slice(0, 500);
  say(
    `${count} articles: ${Math.round(rate(turn => index.search(whole[turn % whole.length] ?? [], hits)))} queries of a whole article a second`,
  );
}

/** The fastest of rounds that take turns: both meet the same neighbours on the machine. All threads start anew each time. */
async function measureThreads(lines: readonly string[]): Promise<void> {
  const texts = [...lines, ...lines].map(text => ({ text, language: "zh" as const }));
  const fastest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 3; round++) {
    for (const threads of [1, 2]) {
      const from = performance.now();
      await termsOfAll(texts, { threads });
      fastest[threads - 1] = Math.min(fastest[threads - 1] ?? 0, seconds(from));
    }
  }
  const [one = 0, two = 0] = fastest;
  say(
    `cutting ${texts.length} articles into words: one thread ${one.toFixed(2)} s, two ${two.toFixed(2)} s with their start, ratio ${(one / two).toFixed(2)}`,
  );
}

if (!existsSync(file)) {
  say(`no news at ${file}: nothing measured`);
} else {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter(line => line !== "");
  words("词典", "zh");
  await measureThreads(lines);
  const articles = await wordsOfAll(lines.map(text => ({ text, language: "zh" })));
  compare(articles.slice(0, compared));
  measureLarge(articles, Number(given));
}
