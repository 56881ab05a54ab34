// Finds the details of a text that may be changed: its values and versions.

import { dateParts } from "./dates.ts";
import { unitAfter, mayBeSameUnit } from "./units.ts";
import { impliesValue } from "./implied-value.ts";
import { findValues, type Value } from "./values.ts";

/** A value, version or name with its UTF-16 offsets. */
export interface StatedDetail {
  readonly kind: Value["kind"] | "version" | "name";
  readonly canonical: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The word after a plain number; "" for all other values. */
  readonly unit: string;
}

const versionPattern =
  /(?<![\p{Script=Latin}\p{N}_.-]|\d[.-])v?(\d+(?:\.\d+){2,3})(?![\p{Script=Latin}\p{N}_]|[.-][\p{Script=Latin}\p{N}])/gu;

/** Units of measurement, as opposed to things counted (people, rows), which are often listed with their number. */
export const measurementUnit =
  /^\s?(?:毫?升|毫?克|千克|公斤|两|吨|厘米|毫米|公里|千米|米(?![饭粉线])|平方|立方|亩|公顷|摄氏|℃|°|度|兆|千瓦|mmHg|(?:ml|g|kg|mg|µg|mcg|l|cm|mm|km|m|nm|KB|MB|GB|TB|kcal|kJ|kW|MW|kWh|MWh|Hz|MHz|GHz|bpm|ms|grams?|kilograms?|lit(?:re|er)s?|millilit(?:re|er)s?|met(?:re|er)s?|kilomet(?:re|er)s?|miles?|tonn?es?|tons?|hectares?|acres?|degrees?|bytes?|[kmg]ilobytes?|megabytes?|gigabytes?)\b)/i;

/** All values and versions of a text, in order. */
export function findDetails(text: string): StatedDetail[] {
  const versions = [...text.matchAll(versionPattern)].map(
    ({ 0: written, 1: canonical = "", index }): StatedDetail => ({
      kind: "version",
      canonical,
      start: index,
      end: index + written.length,
      text: written,
      unit: "",
    }),
  );
  const isVersion = ({ start, end }: Value) =>
    versions.some(version => start < version.end && end > version.start);
  const values = findValues(text).filter(value => !isVersion(value));
  // "1818吨" is an amount, not a year.
  const correctYear = (value: Value): Value =>
    /^\d{4}$/.test(value.text) &&
    value.kind === "date" &&
    measurementUnit.test(text.slice(value.end, value.end + 14))
      ? { ...value, kind: "number" }
      : value;
  return [
    ...versions,
    ...values.map(correctYear).map(value => ({
      ...value,
      unit: value.kind === "number" ? unitAfter(text, value.end) : "",
    })),
  ].sort((a, b) => a.start - b.start);
}

/** Whether two values may state the same fact, in whatever format. */
export function mayBeSameDetail(first: StatedDetail, second: StatedDetail): boolean {
  if (!isValue(first) || !isValue(second))
    return first.kind === second.kind && first.canonical === second.canonical;
  if (first.kind === "date" && second.kind === "date")
    return mayBeSameDate(first.canonical, second.canonical);
  if (!impliesValue(first, second) && !impliesValue(second, first)) return false;
  return (
    first.kind !== "number" ||
    second.kind !== "number" ||
    mayBeSameUnit(first.unit, second.unit, first.canonical)
  );
}

const isValue = (detail: StatedDetail): detail is StatedDetail & Value =>
  detail.kind !== "version" && detail.kind !== "name";

/** A date without a year matches the same day of any year. */
function mayBeSameDate(first: string, second: string): boolean {
  if (first === second) return true;
  const [a, b] = [dateParts(first), dateParts(second)];
  if (a === undefined || b === undefined) return false;
  return (
    (a.year === undefined || b.year === undefined) &&
    a.month !== undefined &&
    a.month === b.month &&
    a.day === b.day
  );
}

/** A number in the base unit of its measure, for comparing, adding and dividing. */
export interface Amount {
  readonly number: number;
  /** What the number measures, with its unit; only amounts of the same measure can be compared. */
  readonly measure: string;
}

const minutesPerUnit: Readonly<Record<string, number>> = {
  minute: 1,
  hour: 60,
  day: 1440,
  week: 10_080,
};
const monthsPerUnit: Readonly<Record<string, number>> = { month: 1, year: 12 };

/** The amount of a value; undefined for names, versions, times of day and dates without a month. */
export function amountOf(detail: StatedDetail): Amount | undefined {
  const { kind, canonical, unit } = detail;
  if (!isValue(detail)) return undefined;
  if (kind === "date") return dayOf(canonical);
  const [digits = "", unitName = ""] = canonical.split(" ");
  const number = Number(digits);
  if (kind !== "duration")
    return { number, measure: kind === "number" ? `number ${unit}` : `${kind} ${unitName}` };
  const [scale, measure] =
    unitName in monthsPerUnit
      ? [monthsPerUnit[unitName], "months"]
      : [minutesPerUnit[unitName], "minutes"];
  return { number: number * (scale ?? 1), measure: scale === undefined ? unitName : measure };
}

/** Days since 1970; for a month, its first day. */
function dayOf(canonical: string): Amount | undefined {
  const parts = dateParts(canonical);
  if (parts?.month === undefined) return undefined;
  const { year = "2001", month, day = "1" } = parts;
  return {
    number: Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000,
    measure: parts.year === undefined ? "day of a year" : "day",
  };
}

/** Compares versions by their numbers, amounts of the same measure by their size, and names only for equality; undefined if not comparable. */
export function compareDetails(first: StatedDetail, second: StatedDetail): number | undefined {
  if (first.kind === "name" && second.kind === "name")
    return first.canonical === second.canonical ? 0 : 1;
  if (first.kind === "version" && second.kind === "version")
    return compareVersions(first.canonical, second.canonical);
  const [a, b] = [amountOf(first), amountOf(second)];
  if (a === undefined || b === undefined || !haveSameMeasure(a, b)) return undefined;
  return Math.sign(a.number - b.number);
}

/** "number 毫升泡菜" and "number 毫升" are the same: without spaces, the word after a number may include further words. */
export const haveSameMeasure = ({ measure: a }: Amount, { measure: b }: Amount): boolean =>
  a === b || (hasUnit(a) && hasUnit(b) && (a.startsWith(b) || b.startsWith(a)));

const hasUnit = (measure: string): boolean => /^number ./.test(measure);

function compareVersions(first: string, second: string): number {
  const [a, b] = [first.split(".").map(Number), second.split(".").map(Number)];
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}
