// One or two errors planted into a true text: a value, a place or a direction swapped for a wrong one of its kind.

import { hallucinationPrompt } from "../../../schemas/crud/prompts.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import { splitSentences } from "../../text/sentences.ts";
import { findValues, type Value } from "../../text/values.ts";
import { answers } from "../answerer.ts";
import { say } from "../wording.ts";
import { wrongDay, wrongNumber } from "./wrong-values.ts";
import { oppositesOf, placesOf } from "./wrong-words.ts";

type Language = "zh" | "en";

/** Units that a Chinese number is counted in: with any other word behind it, it may be a name (120急救, 90后, 10部门). */
const UNIT = {
  zh: /^ ?[余多]? ?(?:平方公里|平方千米|平方米|立方米|个百分点|公里|千米|公斤|千克|公顷|毫米|厘米|海里|人次|架次|车次|班次|个(?!月|人)|家|名|人(?![均民次])|位|项|条|件|台|起|座|辆|套|间|吨|米|亩|笔|批|处|张|只|支|幅|例|栋|户|种|款|场|次|倍|本|篇|艘|架|枚|颗|头|株|所|岁|套|级(?=地震)|摄氏度|℃|元|点(?!\d)|立方|箱|瓶|件|分(?!之|钟))/,
  en: /^(?: |-)?(?!(?:of|at|in|on|by|to|is|are|was|were|have|has|had|more|fewer|less|expected|and|or|for|from|with|a|an|the)\b)[A-Za-z][A-Za-z²³/]*(?![\w-])/,
};

interface Swap {
  readonly right: string;
  readonly wrong: string;
  readonly kind: "value" | "date" | "place" | "direction";
  readonly start: number;
}

interface Source {
  readonly continuation: string;
  readonly whole: string;
  readonly language: Language;
}

/** A number that belongs to a name, a score or a range says no amount of its own. */
const NO_AMOUNT = {
  before: /(?:第|[比:：\-~至到/×]|\bNo\.?|(?<!\p{L})\p{Lu}[\p{L}\d]*) ?$/u,
  after: /^ ?(?:[比:：\-~至到/×]|[A-Za-z]\d)/,
};

const isQuoted = (text: string, at: number): boolean => {
  const before = text.slice(0, at);
  const count = (sign: string): number => before.split(sign).length - 1;
  return count("“") > count("”") || count("《") > count("》") || count('"') % 2 === 1;
};

const standsOnce = (text: string, words: string): boolean => text.split(words).length === 2;

function valueSwap(source: Source, value: Value, draw: Draw): Swap[] {
  const { continuation, whole, language } = source;
  const { start, end, kind, text } = value;
  if (
    !/\d/.test(text) ||
    isQuoted(continuation, start) ||
    NO_AMOUNT.before.test(continuation.slice(0, start)) ||
    NO_AMOUNT.after.test(continuation.slice(end))
  )
    return [];
  if (kind === "date") {
    const wrong = wrongDay(text, { article: whole, language }, draw);
    return wrong === undefined || !standsOnce(continuation, text)
      ? []
      : [{ right: text, wrong, kind: "date", start }];
  }
  const tail = kind === "number" ? UNIT[language].exec(continuation.slice(end))?.[0] : "";
  if (
    kind === "ordinal" ||
    tail === undefined ||
    isSpan(text) ||
    value.canonical.replace(/\D/g, "").length < 2
  )
    return [];
  const right = text + tail;
  if (kind === "percent" && isShareOfWhole(source, value)) return [];
  const wrong = wrongNumber(right, whole, draw);
  return wrong === undefined || !standsOnce(continuation, right)
    ? []
    : [{ right, wrong, kind: "value", start }];
}

/** Shares that make up a hundred together give a wrong one away. */
function isShareOfWhole({ continuation, language }: Source, { start }: Value): boolean {
  const sentence = splitSentences(continuation, language).find(one => start < one.end);
  const shares = findValues(sentence?.text ?? "", language).filter(
    ({ kind }) => kind === "percent",
  );
  const sum = shares.reduce((total, { canonical }) => total + Number.parseFloat(canonical), 0);
  return shares.length > 1 && Math.abs(sum - 100) <= 1;
}

/** "17年" may be a year, "28日" a day of the month and "24小时" the whole day. */
const isSpan = (text: string): boolean =>
  /^\d+ ?日$|^\d{2,} ?(?:年|years?)$|^24 ?(?:小时|[Hh]ours?|-hour)/.test(text.trim());

function wordSwaps({ continuation, whole, language }: Source, draw: Draw): Swap[] {
  const found = [
    ...placesOf(continuation, whole, language, draw).map(swap => ({
      ...swap,
      kind: "place" as const,
    })),
    ...oppositesOf(continuation, language).map(swap => ({ ...swap, kind: "direction" as const })),
  ];
  return found
    .map(swap => ({ ...swap, start: continuation.indexOf(swap.right) }))
    .filter(
      ({ right, start }) => standsOnce(continuation, right) && !isQuoted(continuation, start),
    );
}

/** One or two that do not touch, of different kinds where there are some. */
function chosen(candidates: readonly Swap[], draw: Draw): Swap[] {
  const [first, ...others] = shuffle(draw, candidates);
  if (first === undefined) return [];
  const apart = others.filter(
    other => Math.abs(other.start - first.start) > Math.max(first.right.length, other.right.length),
  );
  const second =
    draw(2) === 0 ? undefined : (apart.find(({ kind }) => kind !== first.kind) ?? apart[0]);
  return [first, ...(second === undefined ? [] : [second])].sort((a, b) => a.start - b.start);
}

export const plantedErrors = answers(
  hallucinationPrompt,
  ({ published, beginning, continuation, rest }, { language, draw }) => {
    // The day of publication is a day like any: none planted may lie after it.
    const source = {
      continuation,
      whole: `${beginning}${continuation}${rest}\n${published ?? ""}`,
      language,
    };
    const candidates = [
      ...findValues(continuation, language).flatMap(value => valueSwap(source, value, draw)),
      ...wordSwaps(source, draw),
    ];
    const swaps = chosen(candidates, draw);
    return swaps.length === 0
      ? undefined
      : {
          declined: null,
          swaps: swaps.map(({ right, wrong }) => ({
            right,
            wrong,
            reason: say("planted", language, { right }),
          })),
        };
  },
);
