// The single date, number or amount of a fact, and spans and differences computed from two.

import type { Language } from "../../../schemas/items/item-types.ts";
import type { Derivation } from "../../../schemas/items/derivation.ts";
import { calculate } from "../../text/calculation.ts";
import { groupedLike, plainDecimal, subtractDecimals } from "../../text/decimal.ts";
import { fold } from "../../text/fold.ts";
import { findValues, type Value } from "../../text/values.ts";
import { dayRangeOf } from "../../text/write-values.ts";
import { fillPhrase, asSentence } from "../wording.ts";
import { type AskableFact, stateFacts } from "./askable-facts.ts";
import type { Construction } from "./construction.ts";

export interface FactAmount extends Value {
  readonly askedFact: AskableFact;
  /** Comparable by `<`: the number, or the days since 1970 of a date's first day. */
  readonly order: number;
  /** Currency, unit of time or the words around the number; two amounts can be combined if these are equal. */
  readonly unit: string;
}

/** The facts that state one amount, or one date with its year and month. */
export const factAmountsOf = (askedFacts: readonly AskableFact[]): FactAmount[] =>
  askedFacts.flatMap(askedFact => toFactAmount(askedFact) ?? []);

function toFactAmount(askedFact: AskableFact): FactAmount | undefined {
  const { type } = askedFact.fact;
  const [value, ...otherValues] = findValues(askedFact.value);
  if (value === undefined || otherValues.length > 0) return undefined;
  const { kind, canonical } = value;
  if ((type === "date") !== (kind === "date")) return undefined;
  if (type === "date") {
    const order = dayRangeOf(canonical)?.first;
    if (order === undefined || canonical.length <= 4) return undefined;
    return { ...value, askedFact, order, unit: `date ${canonical.length}` };
  }
  const [number = "", unitName = ""] = canonical.split(" ");
  const around = fold(askedFact.value.slice(0, value.start) + askedFact.value.slice(value.end));
  const isAmount = (type === "number" || type === "money") && kind !== "ordinal";
  if (!isAmount || !Number.isFinite(Number(number)) || around.length > 24) return undefined;
  return { ...value, askedFact, order: Number(number), unit: `${kind} ${unitName}${around}` };
}

/** Whether the order is decided, as neither date contains the other: March 2021 is before 2 April 2021, but not before 20 March 2021. */
export const isOrderDecided = (a: FactAmount, b: FactAmount): boolean =>
  !a.canonical.startsWith(b.canonical) && !b.canonical.startsWith(a.canonical);

/** Days between two full dates, months between two precise to the month, or the difference between two amounts in the same unit. */
export function distanceOf(
  a: FactAmount,
  b: FactAmount,
  language: Language,
): Derivation | undefined {
  if (a.unit !== b.unit || a.order === b.order) return undefined;
  return a.kind === "date" ? spanBetween(a, b, language) : differenceOf(a, b, language);
}

function spanBetween(a: FactAmount, b: FactAmount, language: Language): Derivation {
  const isInMonths = a.canonical.length === 7;
  const operation = isInMonths ? "months-between" : "days-between";
  const count = calculate(operation, [a, b]) ?? 0;
  return {
    operation,
    operands: [a.text, b.text],
    result: fillPhrase(operation, language, {
      count,
      marked: count.toLocaleString("en-US"),
      s: count === 1 ? "" : "s",
    }),
  };
}

const mantissa = /\d[\d,]*(?:\.\d+)?/;

/** The difference in the operands' scale; undefined if they are written differently, or differ by one ("1 acts" is not English). */
function differenceOf(a: FactAmount, b: FactAmount, language: Language): Derivation | undefined {
  const [firstText, secondText] = [a.askedFact.value, b.askedFact.value];
  const firstNumber = mantissa.exec(firstText)?.[0];
  const secondNumber = mantissa.exec(secondText)?.[0];
  if (!firstNumber || !secondNumber || /[一二三四五六七八九十]/.test(a.text + b.text))
    return undefined;
  if (firstText.replace(firstNumber, "#") !== secondText.replace(secondNumber, "#"))
    return undefined;
  const difference = subtractDecimals(plainDecimal(firstNumber), plainDecimal(secondNumber));
  if (difference === "1") return undefined;
  const result =
    a.kind === "percent"
      ? fillPhrase("points", language, { difference })
      : firstText.replace(firstNumber, groupedLike(difference, firstNumber + secondNumber));
  return { operation: "difference", operands: [a.text, b.text], result };
}

/** A phrase for a derivation, with its placeholders except the result. */
interface Calculation {
  readonly phrase: string;
  readonly derivation: Derivation;
  readonly one: string;
  readonly other: string;
  readonly source?: string;
  readonly subject?: string;
}

/** A question about facts, worded with such a phrase; the answer states them and the result. */
export function calculatedQuestion(
  facts: readonly AskableFact[],
  { phrase, derivation, ...phraseValues }: Calculation,
  language: Language,
): Construction {
  const conclusion = fillPhrase(phrase, language, { ...phraseValues, result: derivation.result });
  return {
    facts,
    question: asSentence(fillPhrase(`${phrase}?`, language, phraseValues)),
    answer: stateFacts(facts, language, [conclusion]),
    derivations: [derivation],
  };
}
