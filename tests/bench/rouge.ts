// How fast ROUGE-L and BLEU are, beside a plain dynamic-programming LCS: node --import tsx tests/bench/rouge.ts [pairs]
//
// Half of the pairs are Chinese, half English, about 350 characters a text. A text is drawn from a vocabulary of its language by Zipf's law; the other
// keeps about half of its words in their order. All ways take turns on each portion of pairs, in time of this process; the first portion only warms up.

import { bleuCounts, bleuOf } from "../../pipelines/evaluate/metrics/bleu.ts";
import { rougeFrom, rougeL } from "../../pipelines/evaluate/metrics/rouge.ts";
import { lcsOfNumbers, lcsRoom } from "../../pipelines/text/lcs.ts";
import { metricTokens } from "../../pipelines/text/metric-tokens.ts";
import { type Draw, drawFrom } from "../../pipelines/text/random.ts";

const wanted = Number(process.argv[2] ?? 36_000);
const portion = 1000;
const characters = 350;

type Pair<T> = readonly [T, T];
type Language = "zh" | "en";

const chinese = {
  frequent: ["，", "的", "。", "在", "了", "是", "和", "、", "为", "有", "将", "与", "对", "中", "年", "等", "也", "不", "月", "上"],
  parts: [..."水电公交市场学生产业开发展现代表明确定价格外国家人民生活动力量化工作用品质量子电网络经济科技术语言论文化学会议员"],
  space: "",
};
const english = {
  frequent: ["the", ",", "of", "and", ".", "to", "in", "a", "is", "for", "that", "on", "was", "with", "by", "as", "at", "from", "it", "are"],
  parts: "ba co de fin gra har in jo ker lan mar ner or pel qui res sol tan ver wil yet ard est ing ton ment".split(" "),
  space: " ",
};

/** Words by rank: the frequent ones, then all made of two parts. */
const vocabularyOf = ({ frequent, parts }: typeof chinese): string[] => [...frequent, ...parts.flatMap(one => parts.map(other => one + other))];

/** Draws words by their rank: the chance of a word is as 1 / (rank + 2.7). */
function zipf(words: readonly string[], draw: Draw): () => string {
  const ends: number[] = [];
  for (const rank of words.keys()) ends.push((ends.at(-1) ?? 0) + 1 / (rank + 2.7));
  return () => {
    const point = (draw(1e9) / 1e9) * (ends.at(-1) ?? 0);
    let low = 0;
    for (let high = words.length - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < point) low = middle + 1;
      else high = middle;
    }
    return words[low] ?? "";
  };
}

function pairsOf(language: Language, draw: Draw): () => Pair<string> {
  const source = language === "zh" ? chinese : english;
  const word = zipf(vocabularyOf(source), draw);
  return () => {
    const words: string[] = [];
    for (let length = 0; length < characters; length += (words.at(-1)?.length ?? 0) + source.space.length) words.push(word());
    const other = words.flatMap(kept => [[kept], [kept], [word()], [word()], [], [word(), kept]][draw(6)] ?? []);
    // Flat copies, as texts out of a file are.
    return [Buffer.from(other.join(source.space)).toString(), Buffer.from(words.join(source.space)).toString()];
  };
}

function plainLcs(a: readonly string[], b: readonly string[]): number {
  let above = new Int32Array(b.length + 1);
  let row = new Int32Array(b.length + 1);
  for (const token of a) {
    for (let at = 0; at < b.length; at++) row[at + 1] = token === b[at] ? above[at]! + 1 : Math.max(above[at + 1]!, row[at]!);
    [above, row] = [row, above];
  }
  return above[b.length]!;
}

/** The same again, that neither is slowed down by the other's kind of tokens. */
function plainLcsOfNumbers(a: Int32Array, b: Int32Array): number {
  let above = new Int32Array(b.length + 1);
  let row = new Int32Array(b.length + 1);
  for (const token of a) {
    for (let at = 0; at < b.length; at++) row[at + 1] = token === b[at] ? above[at]! + 1 : Math.max(above[at + 1]!, row[at]!);
    [above, row] = [row, above];
  }
  return above[b.length]!;
}

function numberAll(pairs: readonly Pair<readonly string[]>[]) {
  const known = new Map<string, number>();
  const number = (token: string) => known.get(token) ?? (known.set(token, known.size), known.size - 1);
  const numbered = pairs.map(([one, other]) => [Int32Array.from(one, number), Int32Array.from(other, number)] as const);
  return { numbered, kinds: known.size };
}

const spent = new Map<string, number>();

/** In time of this process, which other programs on the machine add least to; short work is done several times, since the clock is coarse. */
function timed<T>(name: string, work: () => T, turns = 1): T {
  const from = process.cpuUsage().user;
  const made = work();
  for (let turn = 1; turn < turns; turn++) work();
  spent.set(name, (spent.get(name) ?? 0) + (process.cpuUsage().user - from) / 1e6 / turns);
  return made;
}

function measure(language: Language, texts: readonly Pair<string>[]): void {
  const rouge = timed("cut", () => texts.map(([one, other]) => [metricTokens(one, language, "rouge"), metricTokens(other, language, "rouge")] as const));
  const bleu = language === "zh" ? rouge : texts.map(([one, other]) => [metricTokens(one, language, "bleu"), metricTokens(other, language, "bleu")] as const);
  // First of all: who looks a word up first pays for its hash.
  const ours = timed("rouge", () => rouge.map(([one, other]) => rougeL(one, other)));
  const { numbered, kinds } = timed("number", () => numberAll(rouge));
  const room = lcsRoom(kinds, characters);
  const plain = timed("plain", () => rouge.map(([one, other]) => rougeFrom(plainLcs(one, other), one.length, other.length)));
  const fast = timed("rouge of numbers", () => numbered.map(([one, other]) => rougeFrom(lcsOfNumbers(one, other, room), one.length, other.length)), 20);
  const plainNumbers = timed("plain of numbers", () => numbered.map(([one, other]) => rougeFrom(plainLcsOfNumbers(one, other), one.length, other.length)));
  timed("bleu", () => bleu.map(([one, other]) => bleuOf(bleuCounts(one, other))));
  const same = [ours, fast, plainNumbers].every(values => JSON.stringify(values) === JSON.stringify(plain));
  if (!same) throw new Error("the values are not the same");
  tokens.set(language, (tokens.get(language) ?? 0) + rouge.reduce((sum, [, other]) => sum + other.length, 0));
}

const tokens = new Map<Language, number>();

function measureLanguage(language: Language, pairs: number): void {
  const next = pairsOf(language, drawFrom(1));
  const some = () => Array.from({ length: portion }, next);
  measure(language, some());
  spent.clear();
  tokens.clear();
  for (let done = 0; done < pairs; done += portion) measure(language, some());
  const seconds = (name: string) => spent.get(name) ?? 0;
  const ratio = (slow: string, quick: string) => `${(seconds(slow) / seconds(quick)).toFixed(0)} x`;
  const told = ["cut", "rouge", "bleu", "number", "rouge of numbers"].map(name => `${name} ${seconds(name).toFixed(2)} s`).join(", ");
  const beside = `both of numbers ${ratio("plain of numbers", "rouge of numbers")}, plain of strings ${ratio("plain", "rouge of numbers")}, both of strings ${ratio("plain", "rouge")}`;
  process.stdout.write(`${pairs} pairs ${language}, ${Math.round((tokens.get(language) ?? 0) / pairs)} tokens: ${told}; ROUGE-L beside a plain LCS: ${beside}; values the same\n`);
}

for (const language of ["zh", "en"] as const) measureLanguage(language, Math.ceil(wanted / 2 / portion) * portion);
