// The arithmetic of derivations: sums, differences, ratios, spans of time.

import type { Operation } from "../../schemas/items/derivation.ts";
import { type DateParts, dateParts } from "./dates.ts";
import { decimalsOf } from "./decimal.ts";
import { inBaseUnit } from "./implied-value.ts";
import type { Value } from "./values.ts";

const msPerDay = 86_400_000;

/** An error message if the operation on the operands does not give the result, to the precision of the result; otherwise undefined. */
export function calculationFault(
  operation: Operation,
  operands: readonly (Value | undefined)[],
  result: Value,
  language: "zh" | "en",
): string | undefined {
  const values = operands.filter(operand => operand !== undefined);
  const minOperands = /^(?:sum|count|maximum|minimum)$/.test(operation) ? 1 : 2;
  if (operands.length < minOperands)
    return language === "zh"
      ? `${operation} 需要至少 ${minOperands} 个数值`
      : `${operation} needs ${minOperands} or more operands`;
  if (operation === "maximum" || operation === "minimum")
    return extremeFault(operation, values, result, language);
  const day = dateAfterSpan(operation, values);
  if (day !== undefined && isOnDay(result, day)) return undefined;
  if (
    operation === "before-change" &&
    valuesBeforeChange(values).some(value => equalsAsWritten(result, value))
  )
    return undefined;
  const expected = calculate(operation, values, operands.length);
  const hasMixedUnits = unitsOf(values).size > 1;
  if (expected === undefined)
    return language === "zh"
      ? `无法对这些数值做 ${operation}`
      : `${operation} cannot be done with these values`;
  if (equalsAsWritten(hasMixedUnits ? toBase(result) : result, expected)) return undefined;
  const rounded = Number(expected.toFixed(4));
  const expectedNumber = operation === "difference" ? Math.abs(rounded) : rounded;
  return language === "zh"
    ? `${operation} 应为 ${expectedNumber}，而结果写作“${result.text}”`
    : `${operation} gives ${expectedNumber}, not "${result.text}"`;
}

/** The same value in the base unit of its kind, such as minutes for an hour. */
const toBase = (value: Value): Value => ({
  ...value,
  canonical: inBaseUnit(value).join(" ").trim(),
});

/** Result of the operation, in the unit of its values, or in their base unit if the units differ; undefined if the values cannot be combined. `count` includes operands that could not be read. */
export function calculate(
  operation: Operation,
  operands: readonly Value[],
  count = operands.length,
): number | undefined {
  const values =
    unitsOf(operands).size > 1 && operation !== "product" ? operands.map(toBase) : operands;
  const [a, b] = [values[0], values[1]];
  if (operation === "count") return count;
  // Factors may have different units: a number of trees at a price in dollars.
  if (operation === "product")
    return values.length === count
      ? values.map(factorOf).reduce((product, number) => product * number, 1)
      : undefined;
  if (operation === "sum")
    return haveSameUnit(values)
      ? values.map(numberOf).reduce((total, number) => total + number, 0)
      : undefined;
  if (a === undefined || b === undefined || operation === "before-change") return undefined;
  if (operation.endsWith("-between")) return timeBetween(operation, a, b);
  if (a.kind === "date" && b.kind === "date" && operation === "difference")
    return timeBetween("days-between", a, b);
  // A rate: the visitors of three days give visitors per day.
  if (operation === "ratio" && a.kind !== b.kind && unitsOf(operands).size === 2)
    return ratioOrChange(operation, numberOf(operands[0] ?? a), numberOf(operands[1] ?? b));
  if (!haveSameUnit(values)) return undefined;
  if (operation === "difference")
    return values.slice(1).reduce((rest, value) => rest - numberOf(value), numberOf(a));
  return ratioOrChange(operation, numberOf(a), numberOf(b));
}

/** The date that lies a duration after a given date (a sum) or before it (a difference); without a year if the given date has none. */
function dateAfterSpan(operation: Operation, values: readonly Value[]): DateParts | undefined {
  const [first, span] = values;
  const from = first?.kind === "date" ? dateParts(first.canonical) : undefined;
  if (values.length !== 2 || span?.kind !== "duration" || from?.day === undefined) return undefined;
  if (operation !== "sum" && operation !== "difference") return undefined;
  const [number, unit] = inBaseUnit(span);
  const count = number * (operation === "sum" ? 1 : -1);
  if (!/^(?:day|month)$/.test(unit) || !Number.isInteger(count)) return undefined;
  const month = Number(from.month) - 1 + (unit === "month" ? count : 0);
  const year = Number(from.year ?? 2001);
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(Number(from.day), lastOfMonth) + (unit === "day" ? count : 0);
  const [y, m, d] = new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10).split("-");
  return { year: from.year && y, month: m, day: d };
}

function isOnDay({ kind, canonical }: Value, day: DateParts): boolean {
  const parts = kind === "date" ? dateParts(canonical) : undefined;
  if (parts?.day === undefined) return false;
  const hasSameYear = parts.year === undefined || day.year === undefined || parts.year === day.year;
  return hasSameYear && parts.month === day.month && parts.day === day.day;
}

/** The values that become the first value by growing or falling by the percentage. */
function valuesBeforeChange([a, b]: readonly Value[]): number[] {
  if (a === undefined || b?.kind !== "percent" || a.kind === "percent" || a.kind === "date")
    return [];
  const share = numberOf(b) / 100;
  return [1 + share, 1 - share].filter(factor => factor > 0).map(factor => numberOf(a) / factor);
}

/** The number to multiply by: 0.5 for 50%. */
const factorOf = (value: Value): number => numberOf(value) / (value.kind === "percent" ? 100 : 1);

function ratioOrChange(operation: Operation, a: number, b: number): number | undefined {
  if (b === 0 && operation === "ratio") return undefined;
  if (operation === "ratio") return a / b;
  return operation === "percent-change" && a !== 0 ? ((b - a) / a) * 100 : undefined;
}

/** Whether a value equals a number, to its written precision. A ratio may be a percentage; a negative change may be "fell by 5%". */
export function equalsAsWritten(result: Value, expected: number): boolean {
  const written = numberOf(result);
  const tolerance =
    0.5 * 10 ** -decimalsOf(result.canonical.split(" ")[0] ?? "") * unitScale(result);
  const isNear = (value: number): boolean =>
    Math.abs(Math.abs(written) - Math.abs(value)) <= tolerance + 1e-9 * Math.abs(value);
  return isNear(expected) || (result.kind === "percent" && isNear(expected * 100));
}

/** "2.4亿元" is rounded to ten million: its decimals belong to the number before the scale. */
function unitScale(result: Value): number {
  const written = /\d[\d,]*(?:\.(\d+))?/.exec(result.text.normalize("NFKC"));
  const digits = Number(written?.[0].replaceAll(",", ""));
  const number = numberOf(result);
  if (written === null || digits === 0 || number === 0 || number === digits) return 1;
  const scale = Math.abs(number / digits);
  return scale > 1 ? scale * 10 ** -(written[1]?.length ?? 0) : 1;
}

const unitsOf = (values: readonly Value[]): ReadonlySet<string> =>
  new Set(values.map(value => value.canonical.split(" ")[1] ?? "").filter(unit => unit !== ""));

function haveSameUnit(values: readonly Value[]): boolean {
  return (
    unitsOf(values).size <= 1 &&
    values.every(value => value.kind !== "date" || /^\d{4}$/.test(value.canonical))
  );
}

function timeBetween(operation: Operation, a: Value, b: Value): number | undefined {
  const [from, to] = [dateParts(a.canonical), dateParts(b.canonical)];
  if (from === undefined || to === undefined) return undefined;
  const sharedYear = from.year ?? to.year ?? "2001";
  const timeOf = ({ year = sharedYear, month = "1", day = "1" }: DateParts) =>
    Date.UTC(Number(year), Number(month) - 1, Number(day));
  const [start, end] = [timeOf(from), timeOf(to)];
  if (operation === "days-between")
    return from.day === undefined || to.day === undefined
      ? undefined
      : Math.abs(end - start) / msPerDay;
  const months = monthsBetween(new Date(Math.min(start, end)), new Date(Math.max(start, end)));
  return operation === "months-between" ? months : Math.floor(months / 12);
}

/** Complete months between two dates. */
function monthsBetween(from: Date, to: Date): number {
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return to.getUTCDate() < from.getUTCDate() ? months - 1 : months;
}

function extremeFault(
  operation: Operation,
  values: readonly Value[],
  result: Value,
  language: "zh" | "en",
): string | undefined {
  const sorted = values
    .map(value => ({ value, key: sortKeyOf(value) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const extreme = operation === "minimum" ? sorted[0] : sorted.at(-1);
  if (extreme === undefined || extreme.key === sortKeyOf(result)) return undefined;
  return language === "zh"
    ? `${operation} 应为“${extreme.value.text}”`
    : `${operation} is "${extreme.value.text}"`;
}

const sortKeyOf = (value: Value): number | string =>
  value.kind === "date" ? value.canonical : numberOf(value);
const numberOf = (value: Value): number => Number(value.canonical.split(" ")[0]);
