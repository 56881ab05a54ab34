// Finds numbers in running text, in digits or words, with their scale (万, million).

import { addDecimals, plainDecimal, shiftDecimal } from "./decimal.ts";
import { englishNumeral, hanFinancial, hanPlain, parseEnglish, parseHan } from "./number-words.ts";

export interface Numeral {
  readonly start: number;
  readonly end: number;
  /** The scaled value, without sign. */
  readonly decimal: string;
  /** The scale word's power of ten; 0 if there is none. */
  readonly scale: number;
  readonly negative: boolean;
  /** Whether it is an ordinal by itself: "Q3", "third quarter". */
  readonly ordinal?: boolean;
}

const hanScale: ReadonlyMap<string, number> = new Map(
  [..."十百千万亿兆"].map((character, index) => [character, [1, 2, 3, 4, 8, 12][index] ?? 0]),
);
const latinScale: ReadonlyMap<string, number> = new Map([
  ["hundred", 2],
  ...["thousand", "k"].map(word => [word, 3] as const),
  ...["million", "mn", "mln", "m"].map(word => [word, 6] as const),
  ...["billion", "bn", "b"].map(word => [word, 9] as const),
  ...["trillion", "tn"].map(word => [word, 12] as const),
]);

// Digits attached to a letter are part of a name (XPS15, Q1), unless the letters are a currency.
const amount = "(?:\\d{1,3}(?:,\\d{3})+(?!\\d)|\\d+)(?:\\.\\d+)?";
const digitsPattern = new RegExp(
  `(?<![\\d\\p{Script=Latin}_]|\\d\\.|\\p{Script=Latin}-)${amount}|(?<=\\b(?:USD|RMB|CNY|EUR|GBP|JPY|HKD|AUD|CAD))${amount}`,
  "gu",
);
/** Before these, 千 and 兆 belong to the unit: 5千克, 2兆瓦. */
const unitPrefix = "[千兆](?=[克米瓦帕卡焦赫伏欧]|字节|比特)";
const scaleSource = `(?:(?!${unitPrefix})[十百千万亿兆])`;
const hanScaleAfter = new RegExp(
  `[ ]?[多余]?(${scaleSource}+)(?:(\\d+(?:\\.\\d+)?)(${scaleSource}+))?(?!${scaleSource}|\\d)`,
  "y",
);
const latinScaleAfter =
  /[ -]?(hundred|thousand|million|billion|trillion|mln|mn|bn|tn)(?![A-Za-z])/iy;
/** Letters that are scales only in an amount of money, or attached to the number: "$30m", "30k". */
const letterScaleAfter = /[ ]?([mb])(?![A-Za-z])|(k)(?![A-Za-z])/iy;
const currencyBefore = /(?:[$£€¥]|USD|RMB|CNY|EUR|GBP|HKD)\s?$/;
const hanPattern = new RegExp(
  `(?:(?:(?!${unitPrefix})[${hanPlain}])+|[${hanFinancial}]+)(?:[多余](?=[万亿])[万亿]+)?(?:点[〇零一二三四五六七八九]+)?|半(?=个?[年月]|天|日|个?小时)`,
  "gu",
);
const wordSource = `(?:${englishNumeral.join("|")})`;
const englishPattern = new RegExp(
  `\\b(?:half an?[ -](?=year|month|day|hour)|half-(?=year|month|hour)|(?:(?:half )?a (?=hundred|thousand|million|billion|trillion))?${wordSource}(?:(?:[ -]| and )${wordSource})*(?: and a half)?)(?:\\b|(?<=[ -]))`,
  "giu",
);

/** All numerals of a narrowed text (see fold.ts), in order, without overlaps. */
export function findNumerals(text: string): Numeral[] {
  const numerals = [
    ...digitNumerals(text),
    ...hanNumerals(text),
    ...englishNumerals(text),
    ...quarterNumerals(text),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return numerals.filter(numeral => {
    if (numeral.start < end) return false;
    end = numeral.end;
    return true;
  });
}

const quarterPattern =
  /\bQ(?<digit>[1-4])\b|\b(?<word>first|second|third|fourth)(?= (?:fiscal )?quarter\b)/giu;

function quarterNumerals(text: string): Numeral[] {
  return [...text.matchAll(quarterPattern)].map(({ 0: written, index, groups }) => {
    const decimal =
      groups?.["digit"] ??
      String(["first", "second", "third", "fourth"].indexOf(written.toLowerCase()) + 1);
    return {
      start: index,
      end: index + written.length,
      decimal,
      ...unscaledPositive,
      ordinal: true,
    };
  });
}

function digitNumerals(text: string): Numeral[] {
  const matches = [...text.matchAll(digitsPattern)].filter(match => !isVersion(text, match));
  return matches.map(({ 0: digits, index }) => {
    const scaledPart = applyScale(text, index, index + digits.length, plainDecimal(digits));
    const negative = /(?:^|[\s(:：（])[-−]$/.test(text.slice(Math.max(0, index - 2), index));
    return { start: index - (negative ? 1 : 0), ...scaledPart, negative };
  });
}

/** 2.4.1 is a version, not an amount; a date in this form has already been matched. */
const isVersion = (text: string, { 0: digits, index }: RegExpExecArray): boolean =>
  /^\.\d/.test(text.slice(index + digits.length, index + digits.length + 2));

function applyScale(
  text: string,
  start: number,
  end: number,
  decimal: string,
): Pick<Numeral, "end" | "decimal" | "scale"> {
  const han = matchAt(hanScaleAfter, text, end);
  if (han !== null) return applyHanScale(han, end, decimal);
  const isMoney = currencyBefore.test(text.slice(Math.max(0, start - 5), start));
  const letter =
    isMoney || /k/i.test(text[end] ?? "") ? matchAt(letterScaleAfter, text, end) : null;
  const latin = matchAt(latinScaleAfter, text, end) ?? letter;
  if (latin === null) return { end, decimal, scale: 0 };
  const scale = latinScale.get((latin[1] ?? latin[2] ?? "").toLowerCase()) ?? 0;
  return { end: end + latin[0].length, decimal: shiftDecimal(decimal, scale), scale };
}

// "1亿2000万" has a second part; "5百万" combines two scales.
function applyHanScale(
  match: RegExpExecArray,
  end: number,
  decimal: string,
): Pick<Numeral, "end" | "decimal" | "scale"> {
  const scale = scaleOf(match[1]);
  const firstPart = shiftDecimal(decimal, scale);
  const sum =
    match[2] === undefined
      ? firstPart
      : addDecimals(firstPart, shiftDecimal(match[2], scaleOf(match[3])));
  return { end: end + match[0].length, decimal: sum, scale };
}

const scaleOf = (characters: string | undefined): number =>
  [...(characters ?? "")].reduce((places, character) => places + (hanScale.get(character) ?? 0), 0);

function hanNumerals(text: string): Numeral[] {
  return [...text.matchAll(hanPattern)].flatMap(({ 0: characters, index }) => {
    const end = index + characters.length;
    // After a digit, these characters are its scale.
    const isScale = /\d ?$/.test(text.slice(Math.max(0, index - 2), index));
    const decimal =
      characters === "半"
        ? "0.5"
        : isScale
          ? undefined
          : parseHan(characters.replace(/[多余]/, ""));
    return decimal === undefined || !isHanNumber(text, characters, index, end)
      ? []
      : [
          {
            start: index,
            end: endAfterRepetition(text, end, decimal),
            decimal,
            ...unscaledPositive,
          },
        ];
  });
}

const unscaledPositive = { scale: 0, negative: false };

/** Measure words that make a preceding single Chinese digit a count; 一 counts only before units of time and money. */
const measureWord =
  /(?:余|多)?(?:个?月|年|日|天|岁|周岁|周|个?星期|个?小时|分钟|秒|名|人|次|位|项|条|件|台|部|份|起|家|座|辆|套|间|倍|级|吨|公斤|公里|千克|米|亩|元|块|美元|欧元|英镑|日元|港元|笔|批|届|期|季度|款|章|节|处|个|张|只|支|幅|例|层|栋|户|万|成|号|轮|年度|度)/y;
const measureWordAfterOne =
  /(?:个月|年(?!级)|周(?!边|围|知)|天|日|岁|周岁|小时|个小时|分钟|个?星期|元|倍|季度)/y;
/** The end of a range, followed by the measure word of its beginning: "五至六天". */
const rangeEnd = /(?:至|到|-|—|~)[一二两三四五六七八九十]{1,3}/y;

function isHanNumber(text: string, characters: string, start: number, end: number): boolean {
  const previous = text[start - 1] ?? "";
  if (previous === "第") return true;
  // "几十年", "数百人" are not exact numbers.
  if (/[几数]/.test(previous)) return false;
  if (characters.includes("点")) return characters.length >= 3;
  if (characters === "半") return true;
  if (characters === "一")
    return (
      matchAt(measureWordAfterOne, text, end) !== null &&
      !/[同统唯某每下上这那前后另的]/.test(previous)
    );
  // "两三年" means about two or three years.
  if (/^[一二两三四五六七八九]{2}$/.test(characters)) return false;
  if (characters === "四" && text[end] === "处") return false;
  if (characters.length === 1)
    return (
      matchAt(measureWord, text, end + (matchAt(rangeEnd, text, end)?.[0].length ?? 0)) !== null
    );
  // Words spelled with numerals that are not numbers.
  return !/^(?:万一|一一|千万|百万|亿万|万万|一百一)$/.test(characters);
}

function englishNumerals(text: string): Numeral[] {
  return [...text.matchAll(englishPattern)].flatMap(({ 0: words, index }) => {
    const decimal = parseEnglishWords(words.toLowerCase().trim());
    const end = endAfterRepetition(text, index + words.trimEnd().length, decimal ?? "");
    const isAfterDigit = /\d-?$/.test(text.slice(Math.max(0, index - 2), index));
    return decimal === undefined || isAfterDigit || !isEnglishNumber(text, words, end)
      ? []
      : [{ start: index, end, decimal, ...unscaledPositive }];
  });
}

/** Contracts and judgments repeat numbers in digits: "five (5) years" is one value. */
function endAfterRepetition(text: string, end: number, decimal: string): number {
  const repetition = matchAt(/ ?\((\d[\d,.]*)\)/y, text, end);
  return repetition !== null && plainDecimal(repetition[1] ?? "") === decimal
    ? end + repetition[0].length
    : end;
}

function parseEnglishWords(words: string): string | undefined {
  if (/^half[ -](?:an?)?$/.test(words)) return "0.5";
  if (words.startsWith("half a ")) return halve(parseEnglish(words.slice(7)));
  const number = parseEnglish(words.replace(/^a | and a half$/g, ""));
  return number !== undefined && words.endsWith(" and a half")
    ? addDecimals(number, "0.5")
    : number;
}

const halve = (decimal: string | undefined): string | undefined =>
  decimal === undefined ? undefined : shiftDecimal((BigInt(decimal) * 5n).toString(), -1);

// "one" is far more often a pronoun than a number, and a scale alone ("thousand", "million") is not a number.
function isEnglishNumber(text: string, words: string, end: number): boolean {
  if (/^(?:hundred|thousand|million|billion|trillion)/i.test(words)) return false;
  return (
    !/^one$/i.test(words) ||
    /^[ -](?:year|month|week|day|hour|minute|percent|dollar|yuan)/i.test(text.slice(end, end + 12))
  );
}

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}
