// Checks whether a value in a text states the sought value.

import { type DateParts, dateParts } from "./dates.ts";
import type { Value } from "./values.ts";

/** Minimum number of digits in a number without its unit; shorter numbers match by chance in any text. */
const minDigitsWithoutUnit = 4;
/** The same for a number that is written identically, has decimals, or is bare in a table cell whose unit is in the header. */
const minDigitsInClearForm = 3;
const baseUnits: ReadonlyMap<string, readonly [base: string, factor: number]> = new Map([
  ["year", ["month", 12]],
  ["week", ["day", 7]],
  ["hour", ["minute", 60]],
]);

/**
 * Whether a value states the sought one. A date states every coarser one ("5 March 2021" states "2021-03", not the reverse); a missing year is taken from
 * `year`, the year of its context. Amounts must agree in number and unit; a missing currency contradicts nothing.
 */
export function impliesValue(value: Value, sought: Value, year?: string): boolean {
  if (value.canonical === sought.canonical && value.kind === sought.kind) return true;
  if (isElided(value, sought)) return true;
  if (value.kind === "date" && sought.kind === "date")
    return impliesHour(value, sought) || impliesDate(value.canonical, sought.canonical, year);
  if (value.kind === "date" || sought.kind === "date")
    return (
      impliesBareYear(value, sought) ||
      impliesDayOfMonth(value, sought) ||
      impliesHour(value, sought)
    );
  return impliesAmount(value, sought);
}

/** Whether a number is repeated without its scale and unit: the 9690 in "9690减5200" for "9690万立方米". */
function isElided({ text: fullText, kind }: Value, { text }: Value): boolean {
  const numeral = text.trim();
  const digits = fullText.replaceAll(",", "");
  return (
    kind !== "date" &&
    /^\d+(?:\.\d+)?$/.test(numeral) &&
    numeral.replace(".", "").length >= minDigitsInClearForm &&
    digits.startsWith(numeral) &&
    !/^[\d.]/.test(digits.slice(numeral.length))
  );
}

function impliesDate(date: string, soughtDate: string, year: string | undefined): boolean {
  const parts = dateParts(date);
  const soughtParts = dateParts(soughtDate);
  if (parts === undefined || soughtParts === undefined) return date === soughtDate;
  const fullParts: DateParts = { ...parts, year: parts.year ?? year };
  const agrees = (field: keyof DateParts): boolean =>
    soughtParts[field] === undefined || soughtParts[field] === fullParts[field];
  return agrees("year") && agrees("month") && agrees("day");
}

/** "6 p.m." states "6", "晚上6点半" states "6点半": a repeated time may omit its half of the day. */
function impliesHour(value: Value, sought: Value): boolean {
  const [, hour, minute] = /^T(\d{2}):(\d{2})$/.exec(value.canonical) ?? [];
  const soughtTime =
    sought.kind === "date" ? sought.canonical : `T${sought.canonical.padStart(2, "0")}:00`;
  return (
    hour !== undefined &&
    /^(?:\d{1,2}|\d{1,2}:\d{2}|\d{1,2}点(?:半|\d+分?)?)$/.test(sought.text.trim()) &&
    soughtTime === `T${String(Number(hour) % 12).padStart(2, "0")}:${minute}`
  );
}

/** A bare "2000" may be a year or a number, and matches both. */
function impliesBareYear(value: Value, sought: Value): boolean {
  const [date, other] = value.kind === "date" ? [value, sought] : [sought, value];
  return (
    /^\d{4}$/.test(date.text.trim()) &&
    (other.kind === "number" || other.kind === "ordinal") &&
    other.canonical === date.canonical
  );
}

/** "22日" without its month reads like 22 days: "2025年3月22日" states it. */
const impliesDayOfMonth = (value: Value, { text, canonical }: Value): boolean =>
  value.kind === "date" &&
  text.endsWith("日") &&
  dateParts(value.canonical)?.day === canonical.replace(/ day$/, "").padStart(2, "0");

function impliesAmount(value: Value, sought: Value): boolean {
  const isSameKind = value.kind === sought.kind;
  const [number, unit] = isSameKind ? inBaseUnit(value) : numberAndUnit(value);
  const [soughtNumber, soughtUnit] = isSameKind ? inBaseUnit(sought) : numberAndUnit(sought);
  if (Math.abs(number) !== Math.abs(soughtNumber)) return false;
  if (isSameKind)
    return unit === soughtUnit || (sought.kind === "money" && (unit === "" || soughtUnit === ""));
  const kinds = `${value.kind} ${sought.kind}`;
  if (/^(?:number ordinal|ordinal number|duration number)$/.test(kinds)) return true;
  return kinds.split(" ").includes("number") && isDistinctive(value);
}

/** Whether a number is distinctive enough without its unit, which may be in a table's header: "0.25%", "181 days", "1,234 dollars". */
const isDistinctive = ({ canonical, kind }: Value): boolean => {
  const digits = canonical.match(/\d/g)?.length ?? 0;
  const hasClearForm = kind === "number" || canonical.includes(".");
  return digits >= (hasClearForm ? minDigitsInClearForm : minDigitsWithoutUnit);
};

/** The number and its unit, with years in months, weeks in days, hours in minutes. */
export function inBaseUnit(value: Value): readonly [number, string] {
  const [number, unit] = numberAndUnit(value);
  const [base, factor] = baseUnits.get(value.kind === "duration" ? unit : "") ?? [unit, 1];
  return [number * factor, base];
}

function numberAndUnit(value: Value): readonly [number, string] {
  const [number = "", unit = ""] = value.canonical.split(" ");
  return [Number(number), unit];
}

/** What follows or precedes a value that is given as a minimum: "1.7万余辆", "over 500". */
const minimumSuffix = /^\s?[余多]/u;
const minimumPrefix = /\b(?:over|more than|above|upwards of|at least)\s$/i;

/** Whether the text gives a value as a minimum. */
const isMinimum = (text: string, { start, end, text: written }: Value): boolean =>
  minimumSuffix.test(text.slice(end)) ||
  /[余多]/u.test(written) ||
  minimumPrefix.test(text.slice(Math.max(0, start - 12), start));

/** The place value of the last non-zero digit, in base units: 1,000 for "1.7万", 100 for "500". */
function lastDigitValue({ text }: Value, inBaseUnits: number): number | undefined {
  const written = /\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(",", "");
  const number = Number(written);
  if (written === undefined || number === 0) return undefined;
  const scale = inBaseUnits / number;
  const decimals = written.split(".")[1]?.length ?? 0;
  const zeros = /0*$/.exec(written)?.[0].length ?? 0;
  return scale * (decimals > 0 ? 10 ** -decimals : 10 ** zeros);
}

/** Whether a value in the evidence supports a minimum ("more than …"): the value exceeds the minimum by less than one unit of the minimum's last digit, or equals it. */
export function supportsMinimum(text: string, minimum: Value, value: Value): boolean {
  if (minimum.kind === "date" || value.kind !== minimum.kind || !isMinimum(text, minimum))
    return false;
  const [[minNumber, minUnit], [number, unit]] = [inBaseUnit(minimum), inBaseUnit(value)];
  const step = lastDigitValue(minimum, minNumber);
  if (step === undefined || minUnit !== unit) return false;
  return number >= minNumber && number < minNumber + step;
}
