// Classifies the numerals of a text: money, a percentage, a duration, an ordinal, a year, or just a number.

import { currencyAfter, currencyBefore } from "./currencies.ts";
import { shiftDecimal } from "./decimal.ts";
import type { Numeral } from "./numerals.ts";
import { findNumerals } from "./numerals.ts";

/** A date or a quantity, as a text states it. */
export interface Value {
  readonly kind: "date" | "number" | "money" | "percent" | "duration" | "ordinal";
  /** UTF-16 offsets; `text` is the source between them, with unit and currency. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /**
   * Comparable: dates in ISO as precise as written ("2021-03", "--03-05" without a year, "T20:30" for a time of day),
   * money "30000000 USD" ("30000000" without a currency), durations "5 year", everything else a plain decimal.
   */
  readonly canonical: string;
}

/** A numeral with what surrounds it. */
interface Quantity {
  readonly kind: Value["kind"];
  readonly start: number;
  readonly end: number;
  readonly decimal: string;
  readonly scale: number;
  /** Currency code, unit of time, or empty. */
  readonly unit: string;
}

const PERCENT: readonly (readonly [RegExp, number])[] = [
  [/\s?(?:%|个百分点|percentage points?\b|per ?cent\b|pct\b)/iy, 0],
  [/\s?‰/y, -1],
];
const TENTHS = /[ ]?成(?![员为本立年熟果功就长效分])/y;
// In a text with hard line breaks, a unit may be on the next line; a label ("Year:") is not a unit.
const DURATION = [
  /(?:[^\S\n]|-|\n(?!\w+:))?(year|month|week|day|hour|minute|second|yr|hr|min)s?(?![A-Za-z])(?![\s-](?:old|of age)\b)/iy,
  /[ -]?个?(工作日|(?:working|business)[ -]day)s?(?![A-Za-z])/iy,
  /\s?(?:余|多)?(个月|年(?!度|级|代|报)|周(?!岁|边|围)|个?星期|天|日|个?小时|分钟|秒)/y,
];
const TIME_UNITS = {
  year: "year yr 年",
  month: "month 个月",
  week: "week 周 星期 个星期",
  day: "day 天 日",
  workday: "工作日 working-day business-day",
  hour: "hour hr 小时 个小时",
  minute: "minute min 分钟",
  second: "second 秒",
};
const TIME_UNIT = new Map(
  Object.entries(TIME_UNITS).flatMap(([unit, names]) =>
    names.split(" ").map(name => [name, unit] as const),
  ),
);
const ORDINAL_AFTER = /(?:st|nd|rd|th)\b/iy;
const RANGE = /^\s?(?:-|–|—|--|~|至|到|to)\s?(?:[$£€¥]|US\$)?$/;
/** "0.8个和4.4个百分点": the unit is stated once. */
const LIST = /^个?\s?(?:和|与|、|及|and)\s?$/;
const WITHIN: Readonly<Record<string, readonly [unit: string, count: number]>> = {
  year: ["month", 12],
  week: ["day", 7],
  day: ["hour", 24],
  hour: ["minute", 60],
  minute: ["second", 60],
};
const BARE_YEAR = /^(?:1[89]|20)\d\d$/;

/** All quantities of a narrowed text (see fold.ts) outside of its dates, in order. */
export function findQuantities(
  text: string,
  isTaken: (start: number, end: number) => boolean,
): Value[] {
  const running = runningMarkers(text);
  const numerals = findNumerals(text).filter(
    ({ start, end }) =>
      !isTaken(start, end) && !running.has(start) && !isListMarker(text, start, end),
  );
  const quantities = numerals.map(numeral => read(text, numeral));
  for (let at = numerals.length - 1; at > 0; at--) {
    const [left, right] = [numerals[at - 1], numerals[at]];
    const [low, high] = [quantities[at - 1], quantities[at]];
    if (!left || !right || !low || !high) continue;
    const between = text.slice(left.end, right.start);
    if (RANGE.test(between)) {
      quantities[at - 1] = share(low, high);
      quantities[at] = share(high, { ...low, scale: 0 });
    } else if (high.kind === "percent" && LIST.test(between)) quantities[at - 1] = share(low, high);
  }
  return joinLengths(text, quantities).map(quantity => toValue(text, quantity));
}

/** In a range, one end often gives unit and scale for both: "5-6天", "$5 to 6 million". */
function share(end: Quantity, other: Quantity): Quantity {
  const scaled =
    end.scale === 0 && other.scale > 0 && /^-?\d{1,3}(?:\.|$)/.test(end.decimal)
      ? { decimal: shiftDecimal(end.decimal, other.scale) }
      : {};
  const measured = other.kind === "money" || other.kind === "percent" || other.kind === "duration";
  return end.kind === "number" && measured
    ? { ...end, ...scaled, kind: other.kind, unit: other.unit }
    : { ...end, ...scaled };
}

/** Joins "five years and six months" or "2小时30分钟" into one duration, in the smaller unit. */
function joinLengths(text: string, quantities: readonly Quantity[]): Quantity[] {
  const joined: Quantity[] = [];
  for (const quantity of quantities) {
    const last = joined.at(-1);
    const [unit, count = 0] = WITHIN[last?.unit ?? ""] ?? [];
    const isOne =
      unit === quantity.unit &&
      /^(?:\s?and\s|\s?[零又]?)$/.test(text.slice(last?.end, quantity.start));
    if (!last || !isOne) joined.push(quantity);
    else {
      const decimal = String(Number(last.decimal) * count + Number(quantity.decimal));
      joined[joined.length - 1] = { ...quantity, start: last.start, decimal };
    }
  }
  return joined;
}

function read(text: string, numeral: Numeral): Quantity {
  const { start, end, scale } = numeral;
  if (numeral.ordinal === true)
    return { kind: "ordinal", start, end, decimal: numeral.decimal, scale, unit: "" };
  const plain: Quantity = {
    kind: "number",
    start,
    end,
    decimal: (numeral.negative ? "-" : "") + numeral.decimal,
    scale,
    unit: "",
  };
  return (
    readPercent(text, plain) ??
    readMoney(text, plain) ??
    readOrdinal(text, plain) ??
    readDuration(text, plain) ??
    readYear(text, plain)
  );
}

function readPercent(text: string, plain: Quantity): Quantity | undefined {
  if (text.startsWith("百分之", plain.start - 3))
    return { ...plain, kind: "percent", start: plain.start - 3 };
  for (const [pattern, places] of PERCENT) {
    const end = endOf(pattern, text, plain.end);
    if (end !== undefined)
      return { ...plain, kind: "percent", end, decimal: shiftDecimal(plain.decimal, places) };
  }
  const tenths = /^[1-9]$/.test(plain.decimal) ? endOf(TENTHS, text, plain.end) : undefined;
  return tenths === undefined
    ? undefined
    : { ...plain, kind: "percent", end: tenths, decimal: shiftDecimal(plain.decimal, 1) };
}

function readMoney(text: string, plain: Quantity): Quantity | undefined {
  const before = currencyBefore(text, plain.start);
  const after = currencyAfter(text, plain.end);
  const unit = after?.code ?? before?.code;
  return unit === undefined
    ? undefined
    : {
        ...plain,
        kind: "money",
        unit,
        start: before?.start ?? plain.start,
        end: after?.end ?? plain.end,
      };
}

function readOrdinal(text: string, plain: Quantity): Quantity | undefined {
  if (text[plain.start - 1] === "第") return { ...plain, kind: "ordinal", start: plain.start - 1 };
  const end = endOf(ORDINAL_AFTER, text, plain.end);
  return end === undefined ? undefined : { ...plain, kind: "ordinal", end };
}

function readDuration(text: string, plain: Quantity): Quantity | undefined {
  for (const pattern of DURATION) {
    pattern.lastIndex = plain.end;
    const match = pattern.exec(text);
    const unit = TIME_UNIT.get(match?.[1]?.toLowerCase().replace(" ", "-") ?? "");
    if (match === null || unit === undefined) continue;
    const end = plain.end + match[0].length;
    // "一年半": the half counts in the same unit.
    const half = unit !== "day" && text[end] === "半" && /^\d+$/.test(plain.decimal);
    return {
      ...plain,
      kind: "duration",
      unit,
      ...(half ? { end: end + 1, decimal: `${plain.decimal}.5` } : { end }),
    };
  }
  return undefined;
}

// A bare number of that size is read as a year; comparisons also accept it as a number.
const readYear = (text: string, plain: Quantity): Quantity =>
  BARE_YEAR.test(text.slice(plain.start, plain.end)) ? { ...plain, kind: "date" } : plain;

function toValue(text: string, { kind, start, end, decimal, unit }: Quantity): Value {
  return {
    kind,
    start,
    end,
    text: text.slice(start, end),
    canonical: kind === "money" || kind === "duration" ? `${decimal} ${unit}`.trim() : decimal,
  };
}

/** "1." at the start of a line, "(2)", "3)": they number an entry and are not values. */
function isListMarker(text: string, start: number, end: number): boolean {
  if (end - start > 3) return false;
  const before = text.slice(Math.max(0, start - 12), start);
  const after = text.slice(end, end + 2);
  const opensLine =
    /(?:^|\n)[\s>#*-]*$/.test(before) &&
    (start < 12 || before.includes("\n") || before.trim() === "");
  return (
    (opensLine && /^(?:[.)](?!\d)|、)/.test(after)) || (/[(]$/.test(before) && /^[)]/.test(after))
  );
}

/** A marker that may open a list entry within a line, after the end of the previous entry. */
const RUNNING_MARKER = /(?<=^|[\s:;.。!?])(\d{1,2})(?:[.)](?!\d)|、)/g;

/** Offsets of the markers of a list within a line ("1. …; 2. …"): at least two, from 1 without a gap. */
function runningMarkers(text: string): ReadonlySet<number> {
  const places: number[] = [];
  for (const { index, 1: number } of text.matchAll(RUNNING_MARKER))
    if (Number(number) === places.length + 1) places.push(index);
  return new Set(places.length > 1 ? places : []);
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) === null ? undefined : pattern.lastIndex;
}
