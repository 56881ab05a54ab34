// Checks whether a value in a text states the sought value.

import type { DateParts } from "./dates.ts";
import { dateParts } from "./dates.ts";
import type { Value } from "./values.ts";

/** Fewer digits match by chance in any text. */
const DISTINCTIVE_DIGITS = 4;
/** … or fewer than this, if written the same, or bare in a table cell whose unit is in the header. */
const DISTINCTIVE_ALIKE = 3;
const IN_BASE: ReadonlyMap<string, readonly [base: string, factor: number]> = new Map([
  ["year", ["month", 12]],
  ["week", ["day", 7]],
  ["hour", ["minute", 60]],
]);

/**
 * A date states every coarser one ("5 March 2021" states "2021-03", not the reverse); a missing year is taken from
 * `year`, the year of its context. Amounts must agree in number and unit; a missing currency contradicts nothing.
 */
export function says(standing: Value, sought: Value, year?: string): boolean {
  if (standing.canonical === sought.canonical && standing.kind === sought.kind) return true;
  if (isElided(standing, sought)) return true;
  if (standing.kind === "date" && sought.kind === "date")
    return saysHour(standing, sought) || saysDate(standing.canonical, sought.canonical, year);
  if (standing.kind === "date" || sought.kind === "date")
    return (
      saysBareYear(standing, sought) ||
      saysDayOfMonth(standing, sought) ||
      saysHour(standing, sought)
    );
  return saysAmount(standing, sought);
}

/** "9690减5200" of "9690万立方米": a number repeated without scale and unit. */
function isElided({ text: whole, kind }: Value, { text }: Value): boolean {
  const numeral = text.trim();
  const written = whole.replaceAll(",", "");
  return (
    kind !== "date" &&
    /^\d+(?:\.\d+)?$/.test(numeral) &&
    numeral.replace(".", "").length >= DISTINCTIVE_ALIKE &&
    written.startsWith(numeral) &&
    !/^[\d.]/.test(written.slice(numeral.length))
  );
}

function saysDate(standing: string, sought: string, year: string | undefined): boolean {
  const found = dateParts(standing);
  const wanted = dateParts(sought);
  if (found === undefined || wanted === undefined) return standing === sought;
  const complete: DateParts = { ...found, year: found.year ?? year };
  const agrees = (field: keyof DateParts): boolean =>
    wanted[field] === undefined || wanted[field] === complete[field];
  return agrees("year") && agrees("month") && agrees("day");
}

/** "6 p.m." states "6", "晚上6点半" states "6点半": a repeated time may omit its half of the day. */
function saysHour(standing: Value, sought: Value): boolean {
  const [, hour, minute] = /^T(\d{2}):(\d{2})$/.exec(standing.canonical) ?? [];
  const again =
    sought.kind === "date" ? sought.canonical : `T${sought.canonical.padStart(2, "0")}:00`;
  return (
    hour !== undefined &&
    /^(?:\d{1,2}|\d{1,2}:\d{2}|\d{1,2}点(?:半|\d+分?)?)$/.test(sought.text.trim()) &&
    again === `T${String(Number(hour) % 12).padStart(2, "0")}:${minute}`
  );
}

/** "2000" alone may be a year or a number, and matches both. */
function saysBareYear(standing: Value, sought: Value): boolean {
  const [date, other] = standing.kind === "date" ? [standing, sought] : [sought, standing];
  return (
    /^\d{4}$/.test(date.text.trim()) &&
    (other.kind === "number" || other.kind === "ordinal") &&
    other.canonical === date.canonical
  );
}

/** "22日" without its month reads like 22 days: "2025年3月22日" states it. */
const saysDayOfMonth = (standing: Value, { text, canonical }: Value): boolean =>
  standing.kind === "date" &&
  text.endsWith("日") &&
  dateParts(standing.canonical)?.day === canonical.replace(/ day$/, "").padStart(2, "0");

function saysAmount(standing: Value, sought: Value): boolean {
  const alike = standing.kind === sought.kind;
  const [found, foundUnit] = alike ? inBase(standing) : asWritten(standing);
  const [wanted, wantedUnit] = alike ? inBase(sought) : asWritten(sought);
  if (Math.abs(found) !== Math.abs(wanted)) return false;
  if (alike)
    return (
      foundUnit === wantedUnit ||
      (sought.kind === "money" && (foundUnit === "" || wantedUnit === ""))
    );
  const kinds = `${standing.kind} ${sought.kind}`;
  if (/^(?:number ordinal|ordinal number|duration number)$/.test(kinds)) return true;
  return kinds.split(" ").includes("number") && isDistinctive(standing);
}

/** Whether a number is distinctive enough without its unit, which may be in a table's header: "0.25 %", "181 days", "1,234 dollars". */
const isDistinctive = ({ canonical, kind }: Value): boolean => {
  const digits = canonical.match(/\d/g)?.length ?? 0;
  const few = kind === "number" || canonical.includes(".");
  return digits >= (few ? DISTINCTIVE_ALIKE : DISTINCTIVE_DIGITS);
};

/** The number and its unit, with years in months, weeks in days, hours in minutes. */
export function inBase(value: Value): readonly [number, string] {
  const [number, unit] = asWritten(value);
  const [base, factor] = IN_BASE.get(value.kind === "duration" ? unit : "") ?? [unit, 1];
  return [number * factor, base];
}

function asWritten(value: Value): readonly [number, string] {
  const [number = "", unit = ""] = value.canonical.split(" ");
  return [Number(number), unit];
}

/** "1.7万余辆", "over 500": a value given as a minimum. */
const MORE_BEHIND = /^\s?[余多]/u;
const MORE_BEFORE = /\b(?:over|more than|above|upwards of|at least)\s$/i;

/** Whether the text gives a value as a minimum. */
const isLeast = (text: string, { start, end, text: written }: Value): boolean =>
  MORE_BEHIND.test(text.slice(end)) ||
  /[余多]/u.test(written) ||
  MORE_BEFORE.test(text.slice(Math.max(0, start - 12), start));

/** The place value of the last non-zero digit, in base units: 1,000 for "1.7万", 100 for "500". */
function lastDigit({ text }: Value, inBaseUnits: number): number | undefined {
  const written = /\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(",", "");
  const number = Number(written);
  if (written === undefined || number === 0) return undefined;
  const scale = inBaseUnits / number;
  const decimals = written.split(".")[1]?.length ?? 0;
  const zeros = /0*$/.exec(written)?.[0].length ?? 0;
  return scale * (decimals > 0 ? 10 ** -decimals : 10 ** zeros);
}

/** Whether a value in the evidence supports "more than" another: it is at least as large, by less than one unit of the other's last digit. */
export function isMoreThan(text: string, least: Value, standing: Value): boolean {
  if (least.kind === "date" || standing.kind !== least.kind || !isLeast(text, least)) return false;
  const [[wanted, unit], [found, foundUnit]] = [inBase(least), inBase(standing)];
  const step = lastDigit(least, wanted);
  if (step === undefined || unit !== foundUnit) return false;
  return found >= wanted && found < wanted + step;
}
