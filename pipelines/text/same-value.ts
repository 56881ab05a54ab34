// Whether a value that stands in a text says the value that is sought.

import type { DateParts } from "./dates.ts";
import { dateParts } from "./dates.ts";
import type { Value } from "./values.ts";

/** Fewer digits than this are met by chance in any text. */
const DISTINCTIVE_DIGITS = 4;
/** … or than this, where they are written alike, or stand bare in a cell whose unit is in the table's head. */
const DISTINCTIVE_ALIKE = 3;
const IN_BASE: ReadonlyMap<string, readonly [base: string, factor: number]> = new Map([
  ["year", ["month", 12]],
  ["week", ["day", 7]],
  ["hour", ["minute", 60]],
]);

/**
 * A date says every coarser one ("5 March 2021" says "2021-03", not the reverse); one without a year is completed by
 * `year`, what the text around it says. Amounts agree in number and unit; a unit that is not said contradicts nothing.
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

/** "9690减5200" of "9690万立方米": a number whose scale and unit are not said again. */
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

/** "6 p.m." says "6", "晚上6点半" says "6点半": told again, a time goes without its half of the day. */
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

/** "2000" alone may be a year or a number: it says both. */
function saysBareYear(standing: Value, sought: Value): boolean {
  const [date, other] = standing.kind === "date" ? [standing, sought] : [sought, standing];
  return (
    /^\d{4}$/.test(date.text.trim()) &&
    (other.kind === "number" || other.kind === "ordinal") &&
    other.canonical === date.canonical
  );
}

/** "22日", where the month is not said again, reads like 22 days: "2025年3月22日" says it. */
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

/** In a table the head says the unit and the cell the number: "0.25 %", "181 days", "1,234 dollars". */
const isDistinctive = ({ canonical, kind }: Value): boolean => {
  const digits = canonical.match(/\d/g)?.length ?? 0;
  const few = kind === "number" || canonical.includes(".");
  return digits >= (few ? DISTINCTIVE_ALIKE : DISTINCTIVE_DIGITS);
};

/** The number and its unit, years in months, weeks in days, hours in minutes. */
export function inBase(value: Value): readonly [number, string] {
  const [number, unit] = asWritten(value);
  const [base, factor] = IN_BASE.get(value.kind === "duration" ? unit : "") ?? [unit, 1];
  return [number * factor, base];
}

function asWritten(value: Value): readonly [number, string] {
  const [number = "", unit = ""] = value.canonical.split(" ");
  return [Number(number), unit];
}

/** "1.7万余辆", "over 500": a value that says how many at least. */
const MORE_BEHIND = /^\s?[余多]/u;
const MORE_BEFORE = /\b(?:over|more than|above|upwards of|at least)\s$/i;

/** Whether the text says a value as the least there is. */
const isLeast = (text: string, { start, end, text: written }: Value): boolean =>
  MORE_BEHIND.test(text.slice(end)) ||
  /[余多]/u.test(written) ||
  MORE_BEFORE.test(text.slice(Math.max(0, start - 12), start));

/** One of the last digit that is written and not 0, in base units: of "1.7万" 1,000, of "500" 100. */
function lastDigit({ text }: Value, inBaseUnits: number): number | undefined {
  const written = /\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(",", "");
  const number = Number(written);
  if (written === undefined || number === 0) return undefined;
  const scale = inBaseUnits / number;
  const decimals = written.split(".")[1]?.length ?? 0;
  const zeros = /0*$/.exec(written)?.[0].length ?? 0;
  return scale * (decimals > 0 ? 10 ** -decimals : 10 ** zeros);
}

/** Whether a value that stands in evidence bears out "more than" another: it is that one or more, by less than the other's last digit. */
export function isMoreThan(text: string, least: Value, standing: Value): boolean {
  if (least.kind === "date" || standing.kind !== least.kind || !isLeast(text, least)) return false;
  const [[wanted, unit], [found, foundUnit]] = [inBase(least), inBase(standing)];
  const step = lastDigit(least, wanted);
  if (step === undefined || unit !== foundUnit) return false;
  return found >= wanted && found < wanted + step;
}
