// How fast ROUGE-L and BLEU are, beside a plain dynamic-programming LCS: node --import tsx tests/bench/rouge.ts [pairs]
//
// Half of the pairs are Chinese, half English, about 350 characters a text; then a tenth as many of 1,000. A text is drawn from a vocabulary of its
// language by Zipf's law; the other keeps about half of its words in their order. A portion of pairs is cut anew for each way and then done
// by it, all ways in turn. All take lists of strings as they come from the cutting; "again" has seen the same lists once before. Told are medians of the
// portions by the wall's clock and, in brackets, the sum in time of this process, which other programs on the machine add least to.

import { bleuCounts, bleuOf } from "../../pipelines/evaluate/metrics/bleu.ts";
import { type RougeL, rougeFrom, rougeL } from "../../pipelines/evaluate/metrics/rouge.ts";
import { roomFor } from "../../pipelines/text/lcs.ts";
import { metricTokens } from "../../pipelines/text/metric-tokens.ts";
import { type Draw, drawFrom } from "../../pipelines/text/random.ts";

const wanted = Number(process.argv[2] ?? 36_000);
// One, as in a run, where a pair is scored as soon as it is cut: the strings of twenty would no longer be in the processor's near memory.
const portion = 1;

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

function pairsOf(language: Language, characters: number, draw: Draw): () => Pair<string> {
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

type Tokens = readonly string[];

/** Two rows of the table. */
function plainLcs(a: Tokens, b: Tokens): number {
  let above = new Int32Array(b.length + 1);
  let row = new Int32Array(b.length + 1);
  for (const token of a) {
    for (let at = 0; at < b.length; at++) row[at + 1] = token === b[at] ? above[at]! + 1 : Math.max(above[at + 1]!, row[at]!);
    [above, row] = [row, above];
  }
  return above[b.length]!;
}

/** The whole table, as the textbook has it. */
function wholeTableLcs(a: Tokens, b: Tokens): number {
  const firstRow = Array.from({ length: b.length + 1 }, () => 0);
  const table = Array.from({ length: a.length + 1 }, () => [...firstRow]);
  for (let row = 1; row <= a.length; row++) {
    for (let at = 1; at <= b.length; at++) {
      table[row]![at] = a[row - 1] === b[at - 1] ? table[row - 1]![at - 1]! + 1 : Math.max(table[row - 1]![at]!, table[row]![at - 1]!);
    }
  }
  return table[a.length]![b.length]!;
}

// As the stage of scores calls them: with working memory of its own.
const room = roomFor(4096);
const ours = (a: Tokens, b: Tokens): RougeL | null => rougeL(a, b, room);

const ways = {
  rouge: ours,
  "rouge again": ours,
  bleu: (a: Tokens, b: Tokens) => bleuOf(bleuCounts(a, b, room)),
  plain: (a: Tokens, b: Tokens): RougeL | null => rougeFrom(plainLcs(a, b), a.length, b.length),
  table: (a: Tokens, b: Tokens): RougeL | null => rougeFrom(wholeTableLcs(a, b), a.length, b.length),
};
type Way = keyof typeof ways;
const names = Object.keys(ways) as Way[];

interface Spent {
  /** Nanoseconds a pair, by the wall's clock, of each portion. */
  readonly portions: number[];
  /** Microseconds of this process in all. */
  user: number;
}

/** One portion: cut, then done one way. */
function spend(texts: readonly Pair<string>[], language: Language, name: Way, spent: Spent): unknown[] {
  const cut = (use: "rouge" | "bleu") => texts.map(([one, other]) => [metricTokens(one, language, use), metricTokens(other, language, use)] as const);
  const pairs = cut(name === "bleu" ? "bleu" : "rouge");
  const way = ways[name];
  if (name === "rouge again") for (const [one, other] of pairs) way(one, other);
  const user = process.cpuUsage().user;
  const from = process.hrtime.bigint();
  const made = pairs.map(([one, other]) => way(one, other));
  spent.portions.push(Number(process.hrtime.bigint() - from) / portion);
  spent.user += process.cpuUsage().user - user;
  return made;
}

const spentByWay = () => Object.fromEntries(names.map(name => [name, { portions: [], user: 0 }])) as unknown as Record<Way, Spent>;
const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function measure(language: Language, characters: number, count: number): void {
  const next = pairsOf(language, characters, drawFrom(1));
  const warm = spentByWay();
  const spent = spentByWay();
  // The first thousand pairs only warm up.
  for (let done = -1000; done < count; done += portion) {
    const texts = Array.from({ length: portion }, next);
    const made = names.map(name => spend(texts, language, name, (done < 0 ? warm : spent)[name]));
    const [ours, again, , plain, table] = made.map(values => JSON.stringify(values));
    if (ours !== plain || again !== plain || table !== plain) throw new Error("the values are not the same");
  }
  const [text] = next();
  const tokens = metricTokens(text, language, "rouge").length;
  const micros = (name: Way) => `${name} ${(medianOf(spent[name].portions) / 1000).toFixed(1)} µs (in all ${(spent[name].user / 1e6).toFixed(2)} s)`;
  const beside = (slow: Way, quick: Way) =>
    `${slow} / ${quick} ${(medianOf(spent[slow].portions) / medianOf(spent[quick].portions)).toFixed(1)} (${(spent[slow].user / spent[quick].user).toFixed(1)})`;
  const ratios = [beside("plain", "rouge"), beside("table", "rouge"), beside("plain", "rouge again"), beside("table", "rouge again")].join(", ");
  process.stdout.write(`${count} pairs ${language} of ${characters} characters, ${tokens} tokens: ${names.map(micros).join(", ")}; ${ratios}; values the same\n`);
}

for (const language of ["zh", "en"] as const) {
  measure(language, 350, wanted / 2);
  measure(language, 1000, wanted / 20);
}
