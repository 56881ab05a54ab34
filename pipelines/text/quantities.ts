// Classifies the numerals of a text: money, a percentage, a duration, an ordinal, a year, or a plain number.

import { currencyAfter, currencyBefore } from "./currencies.ts";
import { shiftDecimal } from "./decimal.ts";
import { findNumerals, type Numeral } from "./numerals.ts";

/** A date or a quantity, as a text states it. */
export interface Value {
  readonly kind: "date" | "number" | "money" | "percent" | "duration" | "ordinal";
  /** UTF-16 offsets; `text` is the source between them, with its unit and currency. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /**
   * Comparable: dates in ISO as precise as written ("2021-03", "--03-05" without a year, "T20:30" for a time of day),
   * money "30000000 USD" ("30000000" without a currency), durations "5 year", everything else a plain decimal.
   */
  readonly canonical: string;
}

/** A numeral, classified by the text around it. */
interface Quantity {
  readonly kind: Value["kind"];
  readonly start: number;
  readonly end: number;
  readonly decimal: string;
  readonly scale: number;
  /** A currency code or unit of time; "" for all other kinds. */
  readonly unit: string;
}

const percent: readonly (readonly [RegExp, number])[] = [
  [/\s?(?:%|个百分点|percentage points?\b|per ?cent\b|pct\b)/iy, 0],
  [/\s?‰/y, -1],
];
const tenths = /[ ]?成(?![员为本立年熟果功就长效分])/y;
// In a text with hard line breaks, a unit may be on the next line; a label ("Year:") is not a unit.
const duration = [
  /(?:[^\S\n]|-|\n(?!\w+:))?(year|month|week|day|hour|minute|second|yr|hr|min)s?(?![A-Za-z])(?![\s-](?:old|of age)\b)/iy,
  /[ -]?个?(工作日|(?:working|business)[ -]day)s?(?![A-Za-z])/iy,
  /\s?(?:余|多)?(个月|年(?!度|级|代|报)|周(?!岁|边|围)|个?星期|天|日|个?小时|分钟|秒)/y,
];
const timeUnits = {
  year: "year yr 年",
  month: "month 个月",
  week: "week 周 星期 个星期",
  day: "day 天 日",
  workday: "工作日 working-day business-day",
  hour: "hour hr 小时 个小时",
  minute: "minute min 分钟",
  second: "second 秒",
};
const timeUnitByName = new Map(
  Object.entries(timeUnits).flatMap(([unit, names]) =>
    names.split(" ").map(name => [name, unit] as const),
  ),
);
const ordinalSuffix = /(?:st|nd|rd|th)\b/iy;
const range = /^\s?(?:-|–|—|--|~|至|到|to)\s?(?:[$£€¥]|US\$)?$/;
/** "0.8个和4.4个百分点": the unit is stated once. */
const list = /^个?\s?(?:和|与|、|及|and)\s?$/;
const smallerUnits: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  year: ["month", 12],
  week: ["day", 7],
  day: ["hour", 24],
  hour: ["minute", 60],
  minute: ["second", 60],
};
const bareYear = /^(?:1[89]|20)\d\d$/;

/** All quantities of a narrowed text (see fold.ts) outside of its dates, in order. */
export function findQuantities(
  text: string,
  isInDate: (start: number, end: number) => boolean,
): Value[] {
  const markers = inlineMarkers(text);
  const numerals = findNumerals(text).filter(
    ({ start, end }) =>
      !isInDate(start, end) && !markers.has(start) && !isListMarker(text, start, end),
  );
  const quantities = numerals.map(numeral => readQuantity(text, numeral));
  for (let index = numerals.length - 1; index > 0; index--) {
    const [left, right] = [numerals[index - 1], numerals[index]];
    const [low, high] = [quantities[index - 1], quantities[index]];
    if (!left || !right || !low || !high) continue;
    const gap = text.slice(left.end, right.start);
    if (range.test(gap)) {
      quantities[index - 1] = complete(low, high);
      quantities[index] = complete(high, { ...low, scale: 0 });
    } else if (high.kind === "percent" && list.test(gap))
      quantities[index - 1] = complete(low, high);
  }
  return joinDurations(text, quantities).map(quantity => toValue(text, quantity));
}

/** Completes one end of a range from the other, which often gives the unit and the scale for both: "5-6天", "$5 to 6 million". */
function complete(end: Quantity, other: Quantity): Quantity {
  const scaling =
    end.scale === 0 && other.scale > 0 && /^-?\d{1,3}(?:\.|$)/.test(end.decimal)
      ? { decimal: shiftDecimal(end.decimal, other.scale) }
      : {};
  const hasUnit = other.kind === "money" || other.kind === "percent" || other.kind === "duration";
  return end.kind === "number" && hasUnit
    ? { ...end, ...scaling, kind: other.kind, unit: other.unit }
    : { ...end, ...scaling };
}

/** Joins "five years and six months" or "2小时30分钟" into one duration, in the smaller unit. */
function joinDurations(text: string, quantities: readonly Quantity[]): Quantity[] {
  const merged: Quantity[] = [];
  for (const quantity of quantities) {
    const previous = merged.at(-1);
    const [unit, factor = 0] = smallerUnits[previous?.unit ?? ""] ?? [];
    const isContinuation =
      unit === quantity.unit &&
      /^(?:\s?and\s|\s?[零又]?)$/.test(text.slice(previous?.end, quantity.start));
    if (!previous || !isContinuation) merged.push(quantity);
    else {
      const decimal = String(Number(previous.decimal) * factor + Number(quantity.decimal));
      merged[merged.length - 1] = { ...quantity, start: previous.start, decimal };
    }
  }
  return merged;
}

function readQuantity(text: string, numeral: Numeral): Quantity {
  const { start, end, scale } = numeral;
  if (numeral.ordinal === true)
    return { kind: "ordinal", start, end, decimal: numeral.decimal, scale, unit: "" };
  const quantity: Quantity = {
    kind: "number",
    start,
    end,
    decimal: (numeral.negative ? "-" : "") + numeral.decimal,
    scale,
    unit: "",
  };
  return (
    readPercent(text, quantity) ??
    readMoney(text, quantity) ??
    readOrdinal(text, quantity) ??
    readDuration(text, quantity) ??
    // A bare number in the range of years counts as a year; comparisons also accept it as a number.
    (bareYear.test(text.slice(start, end)) ? { ...quantity, kind: "date" } : quantity)
  );
}

function readPercent(text: string, quantity: Quantity): Quantity | undefined {
  if (text.startsWith("百分之", quantity.start - 3))
    return { ...quantity, kind: "percent", start: quantity.start - 3 };
  for (const [pattern, exponent] of percent) {
    const end = matchEnd(pattern, text, quantity.end);
    if (end !== undefined)
      return {
        ...quantity,
        kind: "percent",
        end,
        decimal: shiftDecimal(quantity.decimal, exponent),
      };
  }
  const tenthsEnd = /^[1-9]$/.test(quantity.decimal)
    ? matchEnd(tenths, text, quantity.end)
    : undefined;
  return tenthsEnd === undefined
    ? undefined
    : { ...quantity, kind: "percent", end: tenthsEnd, decimal: shiftDecimal(quantity.decimal, 1) };
}

function readMoney(text: string, quantity: Quantity): Quantity | undefined {
  const prefix = currencyBefore(text, quantity.start);
  const suffix = currencyAfter(text, quantity.end);
  const unit = suffix?.code ?? prefix?.code;
  return unit === undefined
    ? undefined
    : {
        ...quantity,
        kind: "money",
        unit,
        start: prefix?.start ?? quantity.start,
        end: suffix?.end ?? quantity.end,
      };
}

function readOrdinal(text: string, quantity: Quantity): Quantity | undefined {
  if (text[quantity.start - 1] === "第")
    return { ...quantity, kind: "ordinal", start: quantity.start - 1 };
  const end = matchEnd(ordinalSuffix, text, quantity.end);
  return end === undefined ? undefined : { ...quantity, kind: "ordinal", end };
}

function readDuration(text: string, quantity: Quantity): Quantity | undefined {
  for (const pattern of duration) {
    pattern.lastIndex = quantity.end;
    const match = pattern.exec(text);
    const unit = timeUnitByName.get(match?.[1]?.toLowerCase().replace(" ", "-") ?? "");
    if (match === null || unit === undefined) continue;
    const end = quantity.end + match[0].length;
    // "一年半": the half counts in the same unit.
    const hasHalf = unit !== "day" && text[end] === "半" && /^\d+$/.test(quantity.decimal);
    return {
      ...quantity,
      kind: "duration",
      unit,
      ...(hasHalf ? { end: end + 1, decimal: `${quantity.decimal}.5` } : { end }),
    };
  }
  return undefined;
}

function toValue(text: string, { kind, start, end, decimal, unit }: Quantity): Value {
  return {
    kind,
    start,
    end,
    text: text.slice(start, end),
    canonical: kind === "money" || kind === "duration" ? `${decimal} ${unit}`.trim() : decimal,
  };
}

/** Whether a numeral merely numbers an entry: "1." at the start of a line, "(2)", "3)". */
function isListMarker(text: string, start: number, end: number): boolean {
  if (end - start > 3) return false;
  const head = text.slice(Math.max(0, start - 12), start);
  const tail = text.slice(end, end + 2);
  const isAtLineStart =
    /(?:^|\n)[\s>#*-]*$/.test(head) && (start < 12 || head.includes("\n") || head.trim() === "");
  return (
    (isAtLineStart && /^(?:[.)](?!\d)|、)/.test(tail)) || (/[(]$/.test(head) && /^[)]/.test(tail))
  );
}

/** A marker that may begin a list entry within a line, after the end of the previous entry. */
const inlineMarker = /(?<=^|[\s:;.。!?])(\d{1,2})(?:[.)](?!\d)|、)/g;

/** Offsets of the markers of a list within a line ("1. …; 2. …"): at least two, from 1 without a gap. */
function inlineMarkers(text: string): ReadonlySet<number> {
  const offsets: number[] = [];
  for (const { index, 1: number } of text.matchAll(inlineMarker))
    if (Number(number) === offsets.length + 1) offsets.push(index);
  return new Set(offsets.length > 1 ? offsets : []);
}

function matchEnd(pattern: RegExp, text: string, offset: number): number | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text) === null ? undefined : pattern.lastIndex;
}
