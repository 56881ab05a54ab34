// What a fact's value says in comparable form (one amount in one unit, or one date with its year), and what can be compared.

import type { FactRow } from "../../schemas/rageval/records.ts";
import { fold } from "../text/fold.ts";
import { findValues } from "../text/values.ts";

export interface Measure {
  /** A decimal, or an ISO date to its precision. */
  readonly amount: string;
  /** Only measures of one unit can be compared: currency, unit, and the words beside the number. */
  readonly unit: string;
  readonly dated: boolean;
}

/** The measure of a date, number or money fact; undefined where its value holds none or several, or a date without year or month. */
export function measureOf({ type, value, language }: FactRow): Measure | undefined {
  if (type !== "date" && type !== "number" && type !== "money") return undefined;
  const [found, ...more] = findValues(value, language);
  if (!found || more.length > 0 || (found.kind === "date") !== (type === "date")) return undefined;
  if (type === "date")
    return /^\d{4}-\d{2}/.test(found.canonical)
      ? { amount: found.canonical, unit: "date", dated: true }
      : undefined;
  const [amount = "", unit = ""] = found.canonical.split(" ");
  return {
    amount,
    unit: `${found.kind} ${unit} ${fold(value.slice(0, found.start) + value.slice(found.end))}`,
    dated: false,
  };
}

/** Whether one is larger or later than the other: "2021-03" and "2021-03-05" leave it open. */
export function isDecided(first: Measure, second: Measure): boolean {
  if (first.unit !== second.unit) return false;
  if (!first.dated) return Number(first.amount) !== Number(second.amount);
  return !first.amount.startsWith(second.amount) && !second.amount.startsWith(first.amount);
}

// What is owned or owed on a day, against what came in over a year: their difference means nothing.
const onOneDay = /assets|liabilit|equity|debt|receivable|inventor|资产|负债|权益|应收|存货/i;
const rate = /ratio|margin|rate$|率$/i;
const ageLabel = /\bage$|年龄$/i;

/** Whether a difference or sum of these two means something. */
export const reckonTogether = (first: FactRow, second: FactRow, sameThing: boolean) =>
  ageLabel.test(first.label) && ageLabel.test(second.label)
    ? first.type === "number"
    : sameThing &&
      !rate.test(first.label) &&
      !rate.test(second.label) &&
      onOneDay.test(first.label) === onOneDay.test(second.label);

/** "120" of "120/80 mmHg" has its unit from the number beside it. */
export const inOneUnit = (first: Measure, second: Measure) =>
  first.unit === second.unit ||
  (/^number\s*$/.test(first.unit) && second.unit.startsWith("number ")) ||
  (/^number\s*$/.test(second.unit) && first.unit.startsWith("number "));

/** What two values are compared by: equal for one value in two formats. */
export function sameness({ value, language }: Pick<FactRow, "value" | "language">): string {
  const values = findValues(value, language);
  // Folding drops the decimal point: numbers are told apart by what they say.
  const words = values.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`,
    value,
  );
  return [fold(words), ...values.map(({ kind, canonical }) => `${kind} ${canonical}`)].join("\n");
}
