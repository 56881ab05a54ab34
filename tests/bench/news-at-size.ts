// A feed of hundreds of thousands of articles, most of them printed again elsewhere, cleaned, freed of repeats and leaks, and searched: npx tsx tests/bench/news-at-size.ts FEED [articles] [events]

import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { once } from "node:events";
import { readRows } from "../../pipelines/engine/read-run.ts";
import { indexTerms } from "../../pipelines/retrieval/bm25.ts";
import { searchTokens } from "../../pipelines/text/segment.ts";
import { segmentTexts } from "../../pipelines/text/segment-pool.ts";
import { type Draw, drawFrom, pick } from "../../pipelines/text/random.ts";
import { documents } from "../../schemas/items/documents.ts";
import { program } from "../support/cli.ts";
import { measured, told } from "./measured-process.ts";

/** Of a thousand pairs of signs, how many another article's take the place of. */
const changed = { event: 250, copy: 10 };
const searches = 1000;
const hits = 10;

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Pairs of signs are drawn from other articles, so that words stay words. */
function varied(text: string, perMille: number, others: readonly string[], draw: Draw): string {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += 2) {
    const own = text.slice(at, at + 2);
    const other = pick(draw, others) ?? "";
    const from = draw(Math.max(1, other.length - 2));
    pieces.push(draw(1000) < perMille ? other.slice(from, from + 2) : own);
  }
  return pieces.join("");
}

/** So many events, and copies of each until there are so many articles. */
async function writeFeed(path: string, feed: string, articles: number, events: number) {
  const real = readFileSync(feed, "utf8").split("\n").filter(Boolean);
  const bodies = real.map(line => line.replace(/^.*?，正文：/, ""));
  const heads = real.map(line => /^.*?，正文：/.exec(line)?.[0] ?? "");
  const draw = drawFrom(1);
  const out = createWriteStream(path);
  for (let event = 0; event < events; event++) {
    const at = event % bodies.length;
    const text = varied(bodies[at] ?? "", changed.event, bodies, draw);
    const copies =
      Math.floor(((event + 1) * articles) / events) - Math.floor((event * articles) / events);
    for (let copy = 0; copy < copies; copy++) {
      const printed = copy === 0 ? text : varied(text, changed.copy, bodies, draw);
      if (!out.write(`${heads[at]}${printed}\n`)) await once(out, "drain");
    }
  }
  out.end();
  await once(out, "finish");
}

/** In a process of its own: BM25 over all that is in the corpus. */
async function search(run: string) {
  const rows = [...readRows(run, documents)];
  const began = performance.now();
  const lists = await segmentTexts(rows, { threads: 2 });
  const index = indexTerms(
    rows.map(({ id }) => id),
    lists,
  );
  const built = performance.now();
  const step = Math.max(1, Math.floor(rows.length / searches));
  const asked = rows.filter((_, at) => at % step === 0);
  for (const { text, language } of asked)
    index.search(searchTokens(text.slice(0, 60), language), hits);
  const took = (performance.now() - built) / asked.length;
  process.stderr.write(
    `${rows.length} documents indexed in ${((built - began) / 1000).toFixed(0)} s, ${took.toFixed(1)} ms a search\n`,
  );
}

async function main(feed: string, articles = 300_000, events = 80_000) {
  const folder = mkdtempSync(join(tmpdir(), "news-at-size-"));
  const [seeds, settings, out] = ["feed.txt", "settings.json", "run"].map(name =>
    join(folder, name),
  ) as [string, string, string];
  await writeFeed(seeds, feed, articles, events);
  writeFileSync(settings, JSON.stringify({ items: 600, languages: ["zh"] }));
  say(`${articles} articles on ${events} events`);
  for (const stage of [
    "crud/articles",
    "crud/pool",
    "crud/neighbours",
    "crud/leaks",
    "crud/corpus",
  ]) {
    const run = ["run", "crud", "--seeds", seeds, "--settings", settings, "--model", "rules"];
    say(`${stage}: ${told(await measured([...program, ...run, "--until", stage, "--out", out]))}`);
  }
  const script = fileURLToPath(import.meta.url);
  say(`search: ${told(await measured([...process.execArgv, script, "--search", out]))}`);
  if (process.env["KEEP"] === undefined) rmSync(folder, { recursive: true });
  else say(folder);
}

const [first = "", ...rest] = process.argv.slice(2);
if (first === "--search") await search(rest[0] ?? "");
else await main(first, ...rest.map(Number));
