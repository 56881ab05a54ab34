// Plants one or two errors in a true text: a value, a day or a direction replaced by a wrong one of its kind.

import type { Language } from "../../../schemas/items/item-types.ts";
import { hallucinationPrompt } from "../../../schemas/crud/prompts.ts";
import { type Draw, shuffle, pick } from "../../text/random.ts";
import { splitSentences } from "../../text/sentences.ts";
import { findValues, type Value } from "../../text/values.ts";
import { answererFor } from "../answerer.ts";
import { fillPhrase, wording } from "../wording.ts";
import { decimalsOf, groupedLike } from "../../text/decimal.ts";

/** Relative difference large enough to be an error, not rounding; less is enough for degrees and percentages, whose limits readers know. */
const wide = { min: 0.12, max: 0.35 };
const narrow = { min: 0.05, max: 0.15 };
const maxAttempts = 12;

const digitsPattern = /\d[\d,]*(?:\.\d+)?/;

/** The value with its first number changed, in the same format; undefined if no suitable number was drawn. */
export function wrongNumber(written: string, article: string, draw: Draw): string | undefined {
  const digits = digitsPattern.exec(written)?.[0];
  if (digits === undefined) return undefined;
  const isNarrow = /[%％℃]|百分|摄氏度|per ?cent|°/i.test(written);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const newDigits = changedDigits(digits, isNarrow ? narrow : wide, draw);
    const exceedsHundred = isNarrow && Number(digits) <= 100 && Number(newDigits) >= 100;
    if (newDigits !== digits && !exceedsHundred && !article.includes(newDigits))
      return written.replace(digits, newDigits);
  }
  return undefined;
}

function changedDigits(digits: string, { min, max }: typeof wide, draw: Draw): string {
  const plain = digits.replaceAll(",", "");
  const number = Number(plain);
  const step = Math.max(10 ** -decimalsOf(plain), number * min);
  const change = step + (draw(1000) / 1000) * Math.max(step, number * (max - min));
  const target = draw(2) === 0 && number - change > 0 ? number - change : number + change;
  return groupedLike(roundedLike(plain, target).toFixed(decimalsOf(plain)), digits);
}

/** "3000" becomes 2400, not 2417, and "50" becomes 40, not 43: round numbers stay round. */
function roundedLike(plain: string, target: number): number {
  const zeros = plain.includes(".") ? 0 : (/0*$/.exec(plain)?.[0].length ?? 0);
  // For 10 or 20 the next ten is too far off.
  const unit = /^[12]0$/.test(plain) ? 5 : 10 ** Math.min(zeros, Math.max(1, plain.length - 2));
  return zeros > 0 ? Math.max(unit, Math.round(target / unit) * unit) : target;
}

const dayOfMonth =
  /(?<=月 ?)\d{1,2}(?= ?[日号])|^\d{1,2}(?= ?[日号]$)|(?<=^)\d{1,2}(?= [A-Z])|(?<=[a-z] )\d{1,2}(?=$|,)/;

/** Another day of the same month, between its neighbours in the article, so that it stays plausible. Undefined if it has no neighbours, or no day is left. */
export function wrongDay(written: string, article: string, draw: Draw): string | undefined {
  const dayPositionsIn = (text: string) =>
    findValues(text).flatMap(value => positionInYear(value) ?? []);
  const [oldPosition = Number.NaN] = dayPositionsIn(written);
  const positions = dayPositionsIn(article);
  const previous = Math.max(...positions.filter(position => position < oldPosition));
  const next = Math.min(...positions.filter(position => position > oldPosition));
  if (!dayOfMonth.test(written) || !Number.isFinite(next - previous)) return undefined;
  const days = Array.from({ length: 28 }, (_, index) => String(index + 1)).filter(day => {
    const value = written.replace(dayOfMonth, day);
    const [position = oldPosition] = dayPositionsIn(value);
    const isInArticle = [value, `${day}日`, `${day} 日`].some(text => article.includes(text));
    return position !== oldPosition && position > previous && position < next && !isInArticle;
  });
  return days.length === 0 ? undefined : written.replace(dayOfMonth, pick(draw, days));
}

/** Position of a day in its year, taking months as 31 days: the days of a report are mostly in one year. */
function positionInYear({ kind, canonical }: Value): number | undefined {
  const [, month, day] = kind === "date" ? (/-(\d{2})-(\d{2})$/.exec(canonical) ?? []) : [];
  return day === undefined ? undefined : Number(month) * 31 + Number(day);
}

/** Units that may follow a number; before another word, a number may be part of a name (120急救, 90后, 10部门). */
const unitPatterns = {
  zh: /^ ?[余多]? ?(?:平方公里|平方千米|平方米|立方米|个百分点|公里|千米|公斤|千克|公顷|毫米|厘米|海里|人次|架次|车次|班次|个(?!月|人)|家|名|人(?![均民次])|位|项|条|件|台|起|座|辆|套|间|吨|米|亩|笔|批|处|张|只|支|幅|例|栋|户|种|款|场|次|倍|本|篇|艘|架|枚|颗|头|株|所|岁|套|级(?=地震)|摄氏度|℃|元|点(?!\d)|立方|箱|瓶|件|分(?!之|钟))/,
  en: /^(?: |-)?(?!(?:of|at|in|on|by|to|is|are|was|were|have|has|had|more|fewer|less|expected|and|or|for|from|with|a|an|the)\b)[A-Za-z][A-Za-z²³/]*(?![\w-])/,
};

/** "17年" may be a year, "28日" a day of the month and "24小时" the whole day. */
const timeSpan = /^\d+ ?日$|^\d{2,} ?(?:年|years?)$|^24 ?(?:小时|[Hh]ours?|-hour)/;

interface Swap {
  readonly right: string;
  readonly wrong: string;
  readonly kind: "value" | "date" | "direction";
}

interface Source {
  readonly continuation: string;
  readonly article: string;
  readonly language: Language;
}

/** Contexts in which a number belongs to a name, a score or a range, and is not an amount. */
const notAnAmount = {
  textBefore: /(?:第|[比:：\-~至到/×]|\bNo\.?|(?<!\p{L})\p{Lu}[\p{L}\d]*) ?$/u,
  textAfter: /^ ?(?:[比:：\-~至到/×]|[A-Za-z]\d)/,
};

const isQuoted = (textBefore: string): boolean => {
  const count = (mark: string): number => textBefore.split(mark).length - 1;
  return count("“") > count("”") || count("《") > count("》") || count('"') % 2 === 1;
};

function valueSwap(source: Source, value: Value, draw: Draw): Swap[] {
  const { continuation, article, language } = source;
  const { start, end, kind, text } = value;
  const [textBefore, textAfter] = [continuation.slice(0, start), continuation.slice(end)];
  const isName = notAnAmount.textBefore.test(textBefore) || notAnAmount.textAfter.test(textAfter);
  if (!/\d/.test(text) || kind === "ordinal" || isName || isQuoted(textBefore)) return [];
  const swapTo = (right: string, wrong: string | undefined): Swap[] =>
    wrong === undefined ? [] : [{ right, wrong, kind: kind === "date" ? "date" : "value" }];
  if (kind === "date") return swapTo(text, wrongDay(text, article, draw));
  const unit = kind === "number" ? unitPatterns[language].exec(textAfter)?.[0] : "";
  const isShort = value.canonical.replace(/\D/g, "").length < 2;
  if (unit === undefined || isShort || timeSpan.test(text.trim()) || isShareOfWhole(source, value))
    return [];
  return swapTo(text + unit, wrongNumber(text + unit, article, draw));
}

/** If shares add up to 100%, a wrong one is easy to spot. */
function isShareOfWhole({ continuation, language }: Source, { kind, start }: Value): boolean {
  const sentence = splitSentences(continuation, language).find(candidate => start < candidate.end);
  const shares = findValues(sentence?.text ?? "").filter(candidate => candidate.kind === "percent");
  const sum = shares.reduce((total, { canonical }) => total + Number.parseFloat(canonical), 0);
  return kind === "percent" && shares.length > 1 && Math.abs(sum - 100) <= 1;
}

/** Swaps of directions that go with a number: once reversed, they clash with it or with the rest. */
function directionSwaps(text: string, language: Language): Swap[] {
  const numberNearby = language === "zh" ? /^[^，。；]{0,6}\d/ : /^[^.,;]{0,12}\d/;
  return wording.opposites[language].flatMap(([right, wrong]): Swap[] => {
    const position = text.indexOf(right);
    const isWithNumber = position >= 0 && numberNearby.test(text.slice(position + right.length));
    return isWithNumber ? [{ right, wrong, kind: "direction" }] : [];
  });
}

/** One or two swaps whose text occurs once and that do not touch, of different kinds if possible. */
function chooseSwaps(swaps: readonly Swap[], continuation: string, draw: Draw) {
  const locatedSwaps = swaps
    .map(swap => ({ ...swap, start: continuation.indexOf(swap.right) }))
    .filter(
      ({ right, start }) =>
        continuation.split(right).length === 2 && !isQuoted(continuation.slice(0, start)),
    );
  const [firstSwap, ...others] = shuffle(draw, locatedSwaps);
  if (firstSwap === undefined) return [];
  const distantSwaps = others.filter(
    other =>
      Math.abs(other.start - firstSwap.start) >
      Math.max(firstSwap.right.length, other.right.length),
  );
  const secondSwap = distantSwaps.find(({ kind }) => kind !== firstSwap.kind) ?? distantSwaps[0];
  const chosenSwaps =
    draw(2) === 0 || secondSwap === undefined ? [firstSwap] : [firstSwap, secondSwap];
  return chosenSwaps.sort((a, b) => a.start - b.start);
}

export const plantedErrorsAnswerer = answererFor(
  hallucinationPrompt,
  ({ published, beginning, continuation, rest }, { language, draw }) => {
    // The day of publication counts as a day of the article: no planted day may be later.
    const source = {
      continuation,
      article: `${beginning}${continuation}${rest}\n${published ?? ""}`,
      language,
    };
    const candidates = [
      ...findValues(continuation).flatMap(value => valueSwap(source, value, draw)),
      ...directionSwaps(continuation, language),
    ];
    const swaps = chooseSwaps(candidates, continuation, draw).map(({ right, wrong }) => ({
      right,
      wrong,
      reason: fillPhrase("planted", language, { right }),
    }));
    return swaps.length === 0 ? undefined : { declined: null, swaps };
  },
);
