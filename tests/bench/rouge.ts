// How fast ROUGE-L and BLEU are, beside a plain dynamic-programming LCS: node --import tsx tests/bench/rouge.ts [pairs]
//
// Half of the pairs are Chinese, half English, about 350 characters a text. A text is drawn from a vocabulary of its language by Zipf's law;
// the other keeps about half of its words in their order. A thousand pairs at a time are cut, then numbered, then compared in each way;
// told is what each takes of the processor, since on a busy machine the clock would favour the steps that are short.

import { bleuCounts, bleuOf } from "../../pipelines/evaluate/metrics/bleu.ts";
import { rougeFrom } from "../../pipelines/evaluate/metrics/rouge.ts";
import { createRoom, lcsLength } from "../../pipelines/text/lcs.ts";
import { metricTokens } from "../../pipelines/text/metric-tokens.ts";
import { type Draw, drawFrom } from "../../pipelines/text/random.ts";
import { createVocabulary } from "../../pipelines/text/token-numbers.ts";

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

/** Of each step, microseconds of the processor. */
type Spent = Record<"cutting" | "numbering" | "rouge" | "bleu" | "plain" | "table", number>;

function timed<Made>(spent: Spent, step: keyof Spent, make: () => Made): Made {
  const before = process.cpuUsage();
  const made = make();
  const { user, system } = process.cpuUsage(before);
  spent[step] += user + system;
  return made;
}

const vocabulary = createVocabulary();
const room = createRoom(vocabulary);

function compare(texts: readonly Pair<string>[], language: Language, spent: Spent): void {
  const both = <From, To>(pairs: readonly Pair<From>[], change: (one: From) => To): Pair<To>[] => pairs.map(([one, other]) => [change(one), change(other)]);
  const words = timed(spent, "cutting", () => both(texts, text => metricTokens(text, language, "rouge")));
  const numbers = timed(spent, "numbering", () => both(words, vocabulary.numbersOf));
  const scoresOf = <Text extends ArrayLike<unknown>>(pairs: readonly Pair<Text>[], lengthOf: (a: Text, b: Text) => number) =>
    pairs.map(([a, b]) => rougeFrom(lengthOf(a, b), a.length, b.length));
  const ours = timed(spent, "rouge", () => scoresOf(numbers, (a, b) => lcsLength(a, b, room)));
  const plain = timed(spent, "plain", () => scoresOf(words, plainLcs));
  const table = timed(spent, "table", () => scoresOf(words, wholeTableLcs));
  timed(spent, "bleu", () => numbers.map(([a, b]) => bleuOf(bleuCounts(a, b))));
  const same = [plain, table].every(values => JSON.stringify(values) === JSON.stringify(ours));
  if (!same) throw new Error("the values are not the same");
}

function measure(language: Language, portions: number): void {
  const next = pairsOf(language, drawFrom(1));
  const nothing = (): Spent => ({ cutting: 0, numbering: 0, rouge: 0, bleu: 0, plain: 0, table: 0 });
  const spent = nothing();
  // The first two portions only warm up.
  for (let done = -2; done < portions; done++) compare(Array.from({ length: portion }, next), language, done < 0 ? nothing() : spent);
  const count = portions * portion;
  const seconds = (["rouge", "numbering", "bleu"] as const).map(step => `${step} ${(spent[step] / 1e6).toFixed(2)}`);
  const micros = Object.entries(spent).map(([step, time]) => `${step} ${(time / count).toFixed(1)}`);
  const ratios = (["plain", "table"] as const).map(slow => {
    const numbered = spent[slow] / (spent.rouge + spent.numbering);
    return `${slow} / rouge ${(spent[slow] / spent.rouge).toFixed(1)} (with numbering ${numbered.toFixed(1)})`;
  });
  process.stdout.write(`${language}, ${count} pairs: seconds: ${seconds.join(", ")}; µs a pair: ${micros.join(", ")}; ${ratios.join(", ")}; values the same\n`);
}

for (const language of ["zh", "en"] as const) measure(language, Math.ceil(wanted / 2 / portion));
