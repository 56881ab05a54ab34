// Writes dates, numbers and money in a language's usual form, and draws random ones within a leaf's bounds.

import type { Leaf } from "../../schemas/rageval/schema.ts";
import type { Draw } from "./random.ts";

type Language = "zh" | "en";
type Precision = NonNullable<Leaf["precision"]>;

const msPerDay = 86_400_000;
export const months =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** First and last day (days since 1970, UTC) of an ISO date, month or year; undefined for anything else. */
export function dayRangeOf(iso: string): { first: number; last: number } | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(iso) ?? [];
  if (year === undefined) return undefined;
  const first = Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)) / msPerDay;
  if (day !== undefined) return { first, last: first };
  // Day 0 is the last day of the month before.
  return { first, last: Date.UTC(Number(year), Number(month ?? 12), 0) / msPerDay };
}

/** A day (days since 1970, UTC) as an ISO date. */
export const isoDateOf = (day: number): string =>
  new Date(day * msPerDay).toISOString().slice(0, 10);

/** A day (ISO) in words. */
export const dayInWords = (iso: string, language: Language): string =>
  writeDate(dayRangeOf(iso)?.first ?? 0, language);

/** Complete years from one day to another, as ages are counted. */
export function yearsBetween(from: number, to: number): number {
  const start = new Date(from * msPerDay);
  const end = new Date(to * msPerDay);
  const monthDay = (date: Date) => date.getUTCMonth() * 100 + date.getUTCDate();
  return end.getUTCFullYear() - start.getUTCFullYear() - (monthDay(end) < monthDay(start) ? 1 : 0);
}

/** A date in words: 2021年3月5日, 5 March 2021; only month and year, or the year, for a lower precision. */
export function writeDate(day: number, language: Language, precision: Precision = "day"): string {
  const date = new Date(day * msPerDay);
  const year = String(date.getUTCFullYear());
  const month = date.getUTCMonth();
  if (precision === "year") return language === "zh" ? `${year}年` : year;
  if (language === "zh")
    return `${year}年${month + 1}月${precision === "day" ? `${date.getUTCDate()}日` : ""}`;
  return `${precision === "day" ? `${date.getUTCDate()} ` : ""}${months[month] ?? ""} ${year}`;
}

// A bare number in the range of years counts as a year and gets no thousands separator.
const isYearLike = ({ type, unit, range }: QuantityLeaf) =>
  type === "number" && unit === undefined && (range?.maximum ?? 0) <= 2100;

type QuantityLeaf = Pick<Leaf, "type" | "unit" | "range">;

/** A number with its decimals, thousands separators and unit: 35人, 12.5%, 3,200.5万元, 120 mmHg, US$45.2 million. */
export function writeQuantity(value: number, leaf: QuantityLeaf, language: Language): string {
  const digits = value.toFixed(leaf.range?.decimals ?? 0);
  const isGrouped = !isYearLike(leaf) && (language === "en" || leaf.type === "money");
  const number = isGrouped ? digits.replace(/\B(?=(?:\d{3})+(?:\.|$))(?<!\.\d*)/g, ",") : digits;
  const unit = leaf.unit ?? "";
  const [, sign, scale] = /^((?:US|HK|A|C)?\$|[£€¥])\s*(.*)$/.exec(unit) ?? [];
  if (sign !== undefined) return `${sign}${number}${scale ? ` ${scale}` : ""}`;
  return language === "zh" || /^[%‰°/]/.test(unit) || unit === ""
    ? `${number}${unit}`
    : `${number} ${unit}`;
}

/** A number within the leaf's range (1 to 100 if it has none). */
export function inventNumber({ range }: Pick<Leaf, "range">, draw: Draw): number {
  const { minimum, maximum, decimals } = range ?? { minimum: 1, maximum: 100, decimals: 0 };
  const scale = 10 ** decimals;
  const steps = Math.max(0, Math.round((maximum - minimum) * scale));
  return Math.round(minimum * scale + draw(steps + 1)) / scale;
}

/** A day from `first` to `last`; `first` if the range is empty. */
export const inventDay = (first: number, last: number, draw: Draw): number =>
  first + draw(Math.max(0, last - first) + 1);
