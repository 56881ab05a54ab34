// Near-duplicates of real news against all pairs, signatures against a textbook's, containment, time and memory:
// node --import tsx tests/bench/near-duplicates.ts [file of articles, one a line]

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cutInHalf } from "../../pipelines/crud/halving.ts";
import { indexGrams } from "../../pipelines/text/gram-index.ts";
import { signaturesOf } from "../../pipelines/text/minhash.ts";
import { nearClusters, nearPairs } from "../../pipelines/text/near-duplicates.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { shingleSet, withoutSpace } from "../../pipelines/text/shingles.ts";
import { heldOutShare, permuteBy, perturb, say, stringGrams, textbookSignatures } from "./near-duplicate-baselines.ts";

const file = process.argv[2] ?? "../shared/data/news/crud_news_6000.txt";
const texts = readFileSync(file, "utf8")
  .split("\n")
  .filter(line => line.trim() !== "")
  // Flat copies: a line that is a slice of the whole file is read more slowly than articles are in a run.
  .map(line => Buffer.from(line.replace(/^.*?，正文：/, "")).toString());

/** Every pair that shares a gram, counted over strings: nothing here is hashed, banded or estimated. */
function truePairs(threshold: number): Map<string, number> {
  const sets = texts.map(text => stringGrams(withoutSpace(text)));
  const holders = new Map<string, number[]>();
  const pairs = new Map<string, number>();
  for (const [second, set] of sets.entries()) {
    const shared = new Uint32Array(second);
    for (const gram of set) {
      const others = holders.get(gram) ?? [];
      for (const first of others) shared[first]! += 1;
      others.push(second);
      holders.set(gram, others);
    }
    for (const [first, count] of shared.entries()) {
      const similarity = count / (sets[first]!.size + set.size - count);
      if (similarity >= threshold) pairs.set(`${first},${second}`, similarity);
    }
  }
  return pairs;
}

function showRecall(): void {
  const truth = truePairs(0.5);
  for (const threshold of [0.8, 0.5]) {
    const real = [...truth].filter(([, similarity]) => similarity >= threshold);
    const found = new Map(nearPairs(texts, threshold).map(({ first, second, similarity }) => [`${first},${second}`, similarity]));
    const right = [...found].filter(([pair, similarity]) => truth.get(pair) === similarity).length;
    const met = real.filter(([pair]) => found.has(pair)).length;
    say(`pairs >= ${threshold} of ${texts.length}: ${real.length} true, recall ${(met / real.length).toFixed(4)}, precision ${(right / found.size).toFixed(4)}`);
  }
}

/** The best of fifteen turns each, taken in turn, in time of this process: a busy machine slows both. */
function showSignatures(): void {
  const some = texts.slice(0, 1000);
  const [modulo, multiply] = [permuteBy("modulo"), permuteBy("multiply")];
  const ways = { ours: () => signaturesOf(some), modulo: () => textbookSignatures(some.slice(0, 100), modulo), multiply: () => textbookSignatures(some, multiply) };
  const best = { ours: Number.POSITIVE_INFINITY, modulo: Number.POSITIVE_INFINITY, multiply: Number.POSITIVE_INFINITY };
  for (let turn = 0; turn < 15; turn++) {
    for (const kind of ["ours", "modulo", "multiply"] as const) {
      const from = process.cpuUsage().user;
      const made = ways[kind]();
      const each = (process.cpuUsage().user - from) / ("count" in made ? made.count : made.length);
      best[kind] = Math.min(best[kind], each);
    }
  }
  say(`signatures, microseconds an article: ${best.ours.toFixed(1)} (256 places); textbook over string sets, 128 permutations:`);
  for (const kind of ["modulo", "multiply"] as const) say(`  by ${kind}: ${best[kind].toFixed(0)}, ${(best[kind] / best.ours).toFixed(0)} x`);
}

/** Articles whose second half stands to 70 % in one other article that is no near-duplicate. */
function showContainment(): void {
  const { sizes, sharedWith } = indexGrams(texts.map(text => ({ text, part: cutInHalf(text, "zh")?.continuing ?? "" })));
  const hidden = new Set<number>();
  const inLonger = new Set<number>();
  for (const [other, text] of texts.entries()) {
    const grams = shingleSet(text);
    for (const { index, shared, sharedPart } of sharedWith(grams)) {
      const { whole, part } = sizes[index]!;
      if (index === other || part === 0 || sharedPart / part < 0.7 || shared / (whole + grams.length - shared) >= 0.8) continue;
      hidden.add(index);
      if (text.length > texts[index]!.length) inLonger.add(index);
    }
  }
  const percent = ({ size }: Set<number>) => `${((size / texts.length) * 100).toFixed(1)} %`;
  say(`second half to 70 % inside another article below Jaccard 0.8: ${percent(hidden)} of ${texts.length}, inside a longer one ${percent(inLonger)}`);
}

function showSize(count: number): void {
  const draw = drawFrom(1);
  const many = Array.from({ length: count }, (_, at) => perturb(texts[at % texts.length]!, Math.floor(at / texts.length), draw));
  const before = process.memoryUsage().rss;
  const from = performance.now();
  const seconds = () => ((performance.now() - from) / 1000).toFixed(1);
  const near = nearClusters(many, 0.8);
  const nearTime = seconds();
  const templates = nearClusters(many, 0.5);
  const templateTime = seconds();
  const sources = many.slice(0, heldOutShare(count)).map(text => ({ text, part: cutInHalf(text, "zh")?.continuing ?? text }));
  const { sharedWith } = indexGrams(sources);
  let shares = 0;
  for (const text of many) shares += sharedWith(shingleSet(text)).length;
  const sizes = (clusters: typeof near) => `${clusters.length} clusters, the largest of ${Math.max(...clusters.map(({ members }) => members.length))}`;
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  say(
    `${count} articles: >= 0.8 ${sizes(near)}, after ${nearTime} s; >= 0.5 ${sizes(templates)}, after ${templateTime} s; leaks of ${sources.length} held out, ${shares} pairs, after ${seconds()} s;`,
  );
  say(`  peak ${peak} MB, of which the texts and Node ${Math.round(before / 2 ** 20)} MB`);
}

if (!existsSync(file)) throw new Error(`no articles at ${file}`);
if (process.argv[3] === "signatures") showSignatures();
else if (process.argv[3] === undefined) {
  showRecall();
  showSignatures();
  showContainment();
  // A process each, since a peak is a process's.
  for (const count of ["6000", "60000"]) execFileSync(process.execPath, ["--import", "tsx", import.meta.filename, file, count], { stdio: "inherit" });
} else showSize(Number(process.argv[3]));
