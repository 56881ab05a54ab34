// Differences, shares and spans of time computed from facts, written the way their operands are written.

import type { Derivation } from "../../../schemas/items/records.ts";
import { decimalsOf, plainDecimal, shiftDecimal } from "../../text/decimal.ts";
import type { FactAmount } from "./fact-amount.ts";

type Language = "zh" | "en";

const MANTISSA = /\d[\d,]*(?:\.\d+)?/;
const SCALE = /\s?(?:\b(?:thousand|million|billion|trillion|bn|mn|m|k)\b|[万亿千百]+)/i;

/** Days between two full dates, months between two that are exact to the month. */
export function spanBetween(a: FactAmount, b: FactAmount, language: Language): Derivation {
  const inMonths = a.canonical.length === 7;
  const count = inMonths ? Math.abs(monthsOf(a) - monthsOf(b)) : Math.abs(a.order - b.order);
  const unit = spanUnit(a, language, count);
  return {
    operation: inMonths ? "months-between" : "days-between",
    operands: [a.text, b.text],
    result: language === "zh" ? `${count}${unit}` : `${count.toLocaleString("en-US")} ${unit}`,
  };
}

const monthsOf = ({ canonical }: FactAmount): number =>
  Number(canonical.slice(0, 4)) * 12 + Number(canonical.slice(5, 7));

/** "days" or "months", by how exact the dates are. */
export function spanUnit({ canonical }: FactAmount, language: Language, count = 2): string {
  if (language === "zh") return canonical.length === 7 ? "个月" : "天";
  return (canonical.length === 7 ? "month" : "day") + (count === 1 ? "" : "s");
}

/** Whole years from one full date to another, as an age is counted. */
export function ageAt(birth: FactAmount, date: FactAmount, language: Language): Derivation {
  const [from, to] = [new Date(birth.order * 86_400_000), new Date(date.order * 86_400_000)];
  const hadBirthday =
    to.getUTCMonth() * 100 + to.getUTCDate() >= from.getUTCMonth() * 100 + from.getUTCDate();
  const years = to.getUTCFullYear() - from.getUTCFullYear() - (hadBirthday ? 0 : 1);
  return {
    operation: "years-between",
    operands: [birth.text, date.text],
    result: language === "zh" ? `${years}岁` : `${years} ${years === 1 ? "year" : "years"}`,
  };
}

/** The larger minus the smaller, in the operands' own scale where they share one. */
export function differenceOf(a: FactAmount, b: FactAmount, language: Language): Derivation {
  const result =
    a.kind === "percent" ? inPoints(a, b, language) : (sameScale(a, b) ?? inFull(a, b, language));
  const full = withUnit(result, a, language);
  return {
    operation: "difference",
    operands: [a.text, b.text],
    result: language === "en" ? oneOf(full) : full,
  };
}

/** A form writes "Age: 62"; the difference of two ages is so many years. */
function withUnit(result: string, { kind, unit }: FactAmount, language: Language): string {
  const bare = unit.replace(/^number\s*/, "");
  return kind === "number" && bare !== "" && /^[\d.,]+$/.test(result)
    ? `${result}${language === "zh" ? "" : " "}${bare}`
    : result;
}

/** "1 acts" is one act, "1 beats per minute" one beat per minute. */
const oneOf = (result: string): string =>
  result.replace(
    /^1 (.+)$/,
    (_, unit: string) =>
      `1 ${unit.replace(/^((?:[a-z-]+ )*?)([a-z]+?)(?:(?<=child)ren|s)(?= per | of |$)/i, "$1$2")}`,
  );

function inPoints(a: FactAmount, b: FactAmount, language: Language): string {
  const points = subtract(numberOf(a), numberOf(b));
  return language === "zh"
    ? `${points}个百分点`
    : `${points} percentage ${points === "1" ? "point" : "points"}`;
}

/** "45.2 million US dollars" minus "3.1 million US dollars" is so many million US dollars. */
function sameScale(a: FactAmount, b: FactAmount): string | undefined {
  const [left, right] = [MANTISSA.exec(a.whole)?.[0], MANTISSA.exec(b.whole)?.[0]];
  if (left === undefined || right === undefined || /[一二三四五六七八九十]/.test(a.text + b.text))
    return undefined;
  if (a.whole.replace(left, "#") !== b.whole.replace(right, "#")) return undefined;
  return a.whole.replace(
    left,
    grouped(subtract(plainDecimal(left), plainDecimal(right)), left + right),
  );
}

// Written out where scales differ: no rounding, and it reads the same in any scale.
function inFull(a: FactAmount, b: FactAmount, language: Language): string {
  const result = subtract(numberOf(a), numberOf(b));
  // A bare number takes the unit of the one beside it.
  const whole =
    /^[\d.,]+$/.test(a.whole) && a.kind === "number" && b.kind === "number" ? b.whole : a.whole;
  const mantissa = MANTISSA.exec(whole)?.[0];
  if (language === "zh")
    return inHanScale(
      result,
      mantissa === undefined ? "" : whole.replace(mantissa, "").replace(SCALE, ""),
    );
  const millions = inMillions(a, b, result);
  if (millions !== undefined) return millions;
  const frame = mantissa === undefined ? "#" : whole.replace(mantissa, "#").replace(SCALE, "");
  return frame.replace("#", grouped(result, "1,000")).trim();
}

/** "$1.2 billion" less "$500 million" is "$700 million", not a figure with eight noughts. */
function inMillions(a: FactAmount, b: FactAmount, result: string): string | undefined {
  const [scaled, ...others] = [a, b].filter(({ whole }) => /\bmillion\b/i.test(whole));
  const mantissa = scaled === undefined ? undefined : MANTISSA.exec(scaled.whole)?.[0];
  if (
    scaled === undefined ||
    mantissa === undefined ||
    others.length > 0 ||
    ![a, b].some(({ whole }) => /\bbillion\b/i.test(whole))
  )
    return undefined;
  return scaled.whole.replace(mantissa, grouped(shiftDecimal(result, -6), "1,000"));
}

function inHanScale(decimal: string, unit: string): string {
  const whole = decimal.split(".")[0]?.length ?? 0;
  const [places, scale] = whole > 8 ? [8, "亿"] : whole > 4 ? [4, "万"] : [0, ""];
  return `${shiftDecimal(decimal, -places)}${scale}${unit}`;
}

/** What percentage the smaller is of the larger, to two decimals at most. */
export function shareOf(part: FactAmount, whole: FactAmount): Derivation {
  const percent = ((part.order / whole.order) * 100).toFixed(2);
  return {
    operation: "ratio",
    operands: [part.text, whole.text],
    result: `${plainDecimal(percent)}%`,
  };
}

const numberOf = ({ canonical }: FactAmount): string => canonical.split(" ")[0] ?? "0";

/** The absolute difference of two plain decimals, exactly. */
function subtract(a: string, b: string): string {
  const places = Math.max(decimalsOf(a), decimalsOf(b));
  const difference = inUnits(a, places) - inUnits(b, places);
  return shiftDecimal((difference < 0n ? -difference : difference).toString(), -places);
}

const inUnits = (decimal: string, places: number): bigint =>
  (decimal.startsWith("-") ? -1n : 1n) * BigInt(shiftDecimal(decimal.replace("-", ""), places));

/** With thousands marks where the source writes them. */
const grouped = (decimal: string, like: string): string => {
  const [whole = "", decimals] = decimal.split(".");
  const marked = like.includes(",") ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole;
  return decimals === undefined ? marked : `${marked}.${decimals}`;
};
