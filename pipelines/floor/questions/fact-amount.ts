// The one date, number or amount a fact states, and spans and differences computed from two.

import type { Derivation } from "../../../schemas/items/records.ts";
import type { PlannedFact } from "../../../schemas/rageval/prompts.ts";
import { decimalsOf, plainDecimal, shiftDecimal } from "../../text/decimal.ts";
import { fold } from "../../text/fold.ts";
import { findValues, type Value } from "../../text/values.ts";
import { type AskedFact, askedFact } from "./asked-fact.ts";

type Language = "zh" | "en";

export interface FactAmount {
  readonly kind: Value["kind"];
  /** As it stands in the fact's value. */
  readonly text: string;
  readonly canonical: string;
  /** Comparable by `<`: the number, or the days since 1970 of a date's first day. */
  readonly order: number;
  /** Currency, unit of time or the words around the number; two amounts reckon together if theirs are equal. */
  readonly unit: string;
  /** The fact's value, with unit. */
  readonly whole: string;
}

/** A fact with its amount. */
export interface Measured {
  readonly ask: AskedFact;
  readonly amount: FactAmount;
}

/** The facts that state one amount. */
export const measure = (
  facts: readonly PlannedFact[],
  scenario: string,
  language: Language,
): Measured[] =>
  facts.flatMap(fact => {
    const amount = factAmount(fact, language);
    return amount === undefined ? [] : [{ ask: askedFact(fact, scenario, language), amount }];
  });

/** Undefined when the value is no single amount, or a date without its year. */
function factAmount({ value, type }: PlannedFact, language: Language): FactAmount | undefined {
  const [found, ...more] = findValues(value, language);
  if (found === undefined || more.length > 0) return undefined;
  const { kind, text, canonical } = found;
  const whole = value.trim();
  if (type === "date") {
    if (kind !== "date" || !/^\d{4}(?:-\d{2}){0,2}$/.test(canonical)) return undefined;
    const [year = 0, month = 1, day = 1] = canonical.split("-").map(Number);
    const order = Date.UTC(year, month - 1, day) / 86_400_000;
    return { kind, text, canonical, order, unit: `date ${canonical.length}`, whole };
  }
  const [number = "", named = ""] = canonical.split(" ");
  const around = fold(value.slice(0, found.start) + value.slice(found.end));
  if (
    kind === "date" ||
    kind === "ordinal" ||
    !Number.isFinite(Number(number)) ||
    around.length > 24
  )
    return undefined;
  return { kind, text, canonical, order: Number(number), unit: `${kind} ${named}${around}`, whole };
}

/** Dates exact to the same degree, month or day; amounts of one unit. */
export const reckonTogether = (a: FactAmount, b: FactAmount): boolean =>
  a.unit === b.unit && a.order !== b.order && !(a.kind === "date" && a.canonical.length === 4);

/** Days between two full dates, months between two that are exact to the month; the difference of two amounts. */
export const distanceOf = (
  a: FactAmount,
  b: FactAmount,
  language: Language,
): Derivation | undefined =>
  a.kind === "date" ? spanBetween(a, b, language) : differenceOf(a, b, language);

function spanBetween(a: FactAmount, b: FactAmount, language: Language): Derivation {
  const inMonths = a.canonical.length === 7;
  const count = inMonths ? Math.abs(monthsOf(a) - monthsOf(b)) : Math.abs(a.order - b.order);
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

const monthsOf = ({ canonical }: FactAmount): number =>
  Number(canonical.slice(0, 4)) * 12 + Number(canonical.slice(5, 7));

const MANTISSA = /\d[\d,]*(?:\.\d+)?/;

/** In the operands' own scale; undefined where they are not written alike, or differ by one ("1 acts" is no English). */
function differenceOf(a: FactAmount, b: FactAmount, language: Language): Derivation | undefined {
  const [left, right] = [MANTISSA.exec(a.whole)?.[0], MANTISSA.exec(b.whole)?.[0]];
  if (left === undefined || right === undefined || /[一二三四五六七八九十]/.test(a.text + b.text))
    return undefined;
  if (a.whole.replace(left, "#") !== b.whole.replace(right, "#")) return undefined;
  const difference = subtract(plainDecimal(left), plainDecimal(right));
  if (difference === "1") return undefined;
  const points = language === "zh" ? "个百分点" : " percentage points";
  const result =
    a.kind === "percent"
      ? `${difference}${points}`
      : a.whole.replace(left, grouped(difference, left + right));
  return { operation: "difference", operands: [a.text, b.text], result };
}

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
