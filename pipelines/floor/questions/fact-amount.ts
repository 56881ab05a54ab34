// The one date, number or amount a fact states, in a form that can be reckoned with.

import type { PlannedFact } from "../../../schemas/rageval/prompts.ts";
import { fold } from "../../text/fold.ts";
import { findValues, type Value } from "../../text/values.ts";

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

const ISO = /^\d{4}(?:-\d{2}){0,2}$/;

/** Undefined when the value is no single amount, or a date without its year. */
export function factAmount(
  { label, value: written, type }: PlannedFact,
  language: "zh" | "en",
): FactAmount | undefined {
  // "Ten (10) days" are 10 days.
  const value =
    type === "date" ? written : written.replace(/\b[a-z]+(?:-[a-z]+)? ?\((\d{1,4})\)/i, "$1");
  const [found, ...more] = findValues(value, language);
  if (found === undefined || more.length > 0) return undefined;
  if (type === "date")
    return ISO.test(found.canonical) && found.kind === "date" ? dated(found, value) : undefined;
  const [number = "", named = ""] = found.canonical.split(" ");
  const around = isBareAge(label, value)
    ? language === "zh"
      ? "岁"
      : "years"
    : fold(value.slice(0, found.start) + value.slice(found.end));
  if (
    found.kind === "date" ||
    found.kind === "ordinal" ||
    !Number.isFinite(Number(number)) ||
    around.length > 24
  )
    return undefined;
  return {
    kind: found.kind,
    text: found.text,
    canonical: found.canonical,
    order: Number(number),
    unit: `${found.kind} ${named}${around}`,
    whole: value.trim(),
  };
}

/** "Age: 62": forms leave the unit out. */
const isBareAge = (label: string, value: string): boolean =>
  /(?:\bage|年龄)$/i.test(label.trim()) && /^\d{1,3}$/.test(value.trim());

function dated({ kind, text, canonical }: Value, value: string): FactAmount {
  const [year = 0, month = 1, day = 1] = canonical.split("-").map(Number);
  return {
    kind,
    text,
    canonical,
    order: Date.UTC(year, month - 1, day) / 86_400_000,
    unit: "date",
    whole: value.trim(),
  };
}

/** Dates exact to the same degree; amounts of one unit ("4 independent directors" are directors too). */
export function reckonTogether(a: FactAmount, b: FactAmount): boolean {
  if (a.kind === "date" && b.kind === "date")
    return a.canonical.length === b.canonical.length && a.canonical.length > 4;
  return (
    a.unit === b.unit ||
    (a.kind === "number" &&
      b.kind === "number" &&
      (tailOf(a, b) || tailOf(b, a) || isBare(a) || isBare(b)))
  );
}

/** "120" of "120/80 mmHg": the number beside it has the unit. */
const isBare = ({ unit }: FactAmount): boolean => /^number\s*$/.test(unit);

const tailOf = (a: FactAmount, b: FactAmount): boolean => {
  const unit = b.unit.replace(/^number /, "");
  return unit !== "" && a.unit.endsWith(unit);
};
