// Finds out how a number of an answer follows from others, where nobody said how.

import type { Derivation } from "../../../schemas/items/records.ts";
import { checkDerivation } from "../../text/derivation.ts";
import type { Value } from "../../text/values.ts";

type Language = "zh" | "en";
type Operation = Derivation["operation"];

/** More values than this make chance hits likely, and many pairs. */
const MOST_VALUES = 12;

const DATES: readonly Operation[] = ["days-between", "months-between", "years-between"];
const AMOUNTS: readonly Operation[] = ["difference", "ratio", "percent-change"];

const isAmount = ({ kind }: Value): boolean =>
  kind === "money" || kind === "number" || kind === "percent" || kind === "duration";

/** A span between dates, or a difference, share, change or sum of amounts that gives the value; the first that does. */
export function findDerivation(
  result: Value,
  known: readonly Value[],
  language: Language,
): Derivation | undefined {
  const operands = distinct(known).slice(0, MOST_VALUES);
  const tried = operands.flatMap((a, at) =>
    operands
      .filter((_, other) => other !== at)
      .flatMap(b =>
        operationsFor(a, b).map(operation => ({
          operation,
          operands: [a.text, b.text],
          result: result.text,
        })),
      ),
  );
  const amounts = operands.filter(value => value.kind === result.kind && isAmount(value));
  const sum =
    amounts.length > 1
      ? [
          {
            operation: "sum" as const,
            operands: amounts.map(({ text }) => text),
            result: result.text,
          },
        ]
      : [];
  return [...tried, ...sum].find(derivation => checkDerivation(derivation, language) === undefined);
}

function operationsFor(a: Value, b: Value): readonly Operation[] {
  if (a.kind === "date" && b.kind === "date")
    return a.canonical.length === b.canonical.length ? DATES : [];
  return isAmount(a) && a.kind === b.kind ? AMOUNTS : [];
}

function distinct(values: readonly Value[]): Value[] {
  return values.filter(
    (value, at) =>
      values.findIndex(
        other => other.canonical === value.canonical && other.kind === value.kind,
      ) === at,
  );
}
