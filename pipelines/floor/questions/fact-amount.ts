// The single date, number or amount of a fact, and spans and differences computed from two.

import type { Derivation } from "../../../schemas/items/derivation.ts";
import { calculate } from "../../text/calculation.ts";
import { groupedLike, plainDecimal, subtractDecimals } from "../../text/decimal.ts";
import { fold } from "../../text/fold.ts";
import { findValues, type Value } from "../../text/values.ts";
import { daysOf } from "../../text/written-values.ts";
import { say } from "../wording.ts";
import { type AskedFact, stateFacts } from "./askable-facts.ts";
import type { Construction } from "./construction.ts";
import { asSentence } from "./phrase.ts";

type Language = "zh" | "en";

/** A fact with the one amount it states. */
export interface FactAmount extends Value {
  readonly ask: AskedFact;
  /** Comparable by `<`: the number, or the days since 1970 of a date's first day. */
  readonly order: number;
  /** Currency, unit of time or the words around the number; two amounts can be combined if theirs are equal. */
  readonly unit: string;
}

/** The facts that state one amount, or one date with its year and month. */
export const measure = (asks: readonly AskedFact[]): FactAmount[] =>
  asks.flatMap(ask => measureOf(ask) ?? []);

function measureOf(ask: AskedFact): FactAmount | undefined {
  const { type } = ask.fact;
  const [found, ...more] = findValues(ask.value);
  if (found === undefined || more.length > 0) return undefined;
  const { kind, canonical } = found;
  if ((type === "date") !== (kind === "date")) return undefined;
  if (type === "date") {
    const order = daysOf(canonical)?.first;
    if (order === undefined || canonical.length <= 4) return undefined;
    return { ...found, ask, order, unit: `date ${canonical.length}` };
  }
  const [number = "", named = ""] = canonical.split(" ");
  const around = fold(ask.value.slice(0, found.start) + ask.value.slice(found.end));
  const isAmount = (type === "number" || type === "money") && kind !== "ordinal";
  if (!isAmount || !Number.isFinite(Number(number)) || around.length > 24) return undefined;
  return { ...found, ask, order: Number(number), unit: `${kind} ${named}${around}` };
}

/** Whether the order is decided, as neither date contains the other: March 2021 is before 2 April 2021, but not before 20 March 2021. */
export const isDecided = (a: FactAmount, b: FactAmount): boolean =>
  !a.canonical.startsWith(b.canonical) && !b.canonical.startsWith(a.canonical);

/** Days between two full dates, months between two precise to the month, or the difference of two amounts of one unit. */
export function distanceOf(
  a: FactAmount,
  b: FactAmount,
  language: Language,
): Derivation | undefined {
  if (a.unit !== b.unit || a.order === b.order) return undefined;
  return a.kind === "date" ? spanBetween(a, b, language) : differenceOf(a, b, language);
}

function spanBetween(a: FactAmount, b: FactAmount, language: Language): Derivation {
  const inMonths = a.canonical.length === 7;
  const operation = inMonths ? "months-between" : "days-between";
  const count = calculate(operation, [a, b]) ?? 0;
  return {
    operation,
    operands: [a.text, b.text],
    result: say(operation, language, {
      count,
      marked: count.toLocaleString("en-US"),
      s: count === 1 ? "" : "s",
    }),
  };
}

const mantissa = /\d[\d,]*(?:\.\d+)?/;

/** The difference in the operands' scale; undefined if they are written differently, or differ by one ("1 acts" is not English). */
function differenceOf(a: FactAmount, b: FactAmount, language: Language): Derivation | undefined {
  const [whole, other] = [a.ask.value, b.ask.value];
  const [left, right] = [mantissa.exec(whole)?.[0], mantissa.exec(other)?.[0]];
  if (left === undefined || right === undefined || /[一二三四五六七八九十]/.test(a.text + b.text))
    return undefined;
  if (whole.replace(left, "#") !== other.replace(right, "#")) return undefined;
  const difference = subtractDecimals(plainDecimal(left), plainDecimal(right));
  if (difference === "1") return undefined;
  const result =
    a.kind === "percent"
      ? say("points", language, { difference })
      : whole.replace(left, groupedLike(difference, left + right));
  return { operation: "difference", operands: [a.text, b.text], result };
}

/** A phrase for a derivation, with its placeholders except the result. */
interface Reckoning {
  readonly phrase: string;
  readonly derivation: Derivation;
  readonly one: string;
  readonly other: string;
  readonly source?: string;
  readonly subject?: string;
}

/** A question on facts by such a phrase; the answer states them and the result. */
export function reckoned(
  facts: readonly AskedFact[],
  { phrase, derivation, ...places }: Reckoning,
  language: Language,
): Construction {
  const conclusion = say(phrase, language, { ...places, result: derivation.result });
  return {
    facts,
    question: asSentence(say(`${phrase}?`, language, places)),
    answer: stateFacts(facts, language, [conclusion]),
    derivations: [derivation],
  };
}
