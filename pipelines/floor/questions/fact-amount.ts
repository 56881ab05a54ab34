// The one date, number or amount a fact states, and spans and differences computed from two.

import type { Derivation } from "../../../schemas/items/derivation.ts";
import { decimalsOf, plainDecimal, shiftDecimal } from "../../text/decimal.ts";
import { fold } from "../../text/fold.ts";
import { findValues, type Value } from "../../text/values.ts";
import type { AskedFact } from "./asked-facts.ts";

type Language = "zh" | "en";

/** A fact with the one amount it states. */
export interface Measured {
  readonly ask: AskedFact;
  readonly kind: Value["kind"];
  /** As it stands in the fact's value. */
  readonly text: string;
  readonly canonical: string;
  /** Comparable by `<`: the number, or the days since 1970 of a date's first day. */
  readonly order: number;
  /** Currency, unit of time or the words around the number; two amounts reckon together if theirs are equal. */
  readonly unit: string;
}

/** The facts that state one amount, or one date with its year and month. */
export const measure = (asks: readonly AskedFact[], language: Language): Measured[] =>
  asks.flatMap(ask => measureOf(ask, language) ?? []);

function measureOf(ask: AskedFact, language: Language): Measured | undefined {
  const { type } = ask.fact;
  const [found, ...more] = findValues(ask.value, language);
  if (found === undefined || more.length > 0) return undefined;
  const { kind, text, canonical } = found;
  if ((type === "date") !== (kind === "date")) return undefined;
  if (type === "date") {
    if (!/^\d{4}-\d{2}(?:-\d{2})?$/.test(canonical)) return undefined;
    const [year = 0, month = 1, day = 1] = canonical.split("-").map(Number);
    const order = Date.UTC(year, month - 1, day) / 86_400_000;
    return { ask, kind, text, canonical, order, unit: `date ${canonical.length}` };
  }
  const [number = "", named = ""] = canonical.split(" ");
  const around = fold(ask.value.slice(0, found.start) + ask.value.slice(found.end));
  const isAmount = (type === "number" || type === "money") && kind !== "ordinal";
  if (!isAmount || !Number.isFinite(Number(number)) || around.length > 24) return undefined;
  return { ask, kind, text, canonical, order: Number(number), unit: `${kind} ${named}${around}` };
}

/** Decided when neither date is a part of the other: March 2021 comes before 2 April 2021, but not before 20 March 2021. */
export const isDecided = (a: Measured, b: Measured): boolean =>
  !a.canonical.startsWith(b.canonical) && !b.canonical.startsWith(a.canonical);

/** Days between two full dates, months between two that are exact to the month, the difference of two amounts of one unit. */
export function distanceOf(a: Measured, b: Measured, language: Language): Derivation | undefined {
  if (a.unit !== b.unit || a.order === b.order) return undefined;
  return a.kind === "date" ? spanBetween(a, b, language) : differenceOf(a, b, language);
}

function spanBetween(a: Measured, b: Measured, language: Language): Derivation {
  const inMonths = a.canonical.length === 7;
  const count = Math.abs(inMonths ? monthsOf(a) - monthsOf(b) : a.order - b.order);
  const unit = inMonths ? "month" : "day";
  return {
    operation: inMonths ? "months-between" : "days-between",
    operands: [a.text, b.text],
    result:
      language === "zh"
        ? `${count}${inMonths ? "个月" : "天"}`
        : `${count.toLocaleString("en-US")} ${unit}${count === 1 ? "" : "s"}`,
  };
}

const monthsOf = ({ canonical }: Measured): number =>
  Number(canonical.slice(0, 4)) * 12 + Number(canonical.slice(5, 7));

const mantissa = /\d[\d,]*(?:\.\d+)?/;

/** In the operands' own scale; undefined where they are not written alike, or differ by one ("1 acts" is no English). */
function differenceOf(a: Measured, b: Measured, language: Language): Derivation | undefined {
  const [whole, other] = [a.ask.value, b.ask.value];
  const [left, right] = [mantissa.exec(whole)?.[0], mantissa.exec(other)?.[0]];
  if (left === undefined || right === undefined || /[一二三四五六七八九十]/.test(a.text + b.text))
    return undefined;
  if (whole.replace(left, "#") !== other.replace(right, "#")) return undefined;
  const difference = subtract(plainDecimal(left), plainDecimal(right));
  if (difference === "1") return undefined;
  const points = language === "zh" ? "个百分点" : " percentage points";
  const result =
    a.kind === "percent"
      ? `${difference}${points}`
      : whole.replace(left, grouped(difference, left + right));
  return { operation: "difference", operands: [a.text, b.text], result };
}

/** The absolute difference of two plain decimals, exactly. */
function subtract(a: string, b: string): string {
  const places = Math.max(decimalsOf(a), decimalsOf(b));
  const difference = inUnits(a, places) - inUnits(b, places);
  return shiftDecimal((difference < 0n ? -difference : difference).toString(), -places);
}

const inUnits = (decimal: string, places: number): bigint => BigInt(shiftDecimal(decimal, places));

/** With thousands marks where the source writes them. */
const grouped = (decimal: string, like: string): string => {
  const [whole = "", decimals] = decimal.split(".");
  const marked = like.includes(",") ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole;
  return decimals === undefined ? marked : `${marked}.${decimals}`;
};
