// Finds the sum or difference that yields a value of an answer, if the model that wrote it stated none.

import type { Derivation } from "../../schemas/items/derivation.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { checkDerivation } from "../text/derivation.ts";
import { findValues } from "../text/values.ts";

const operations = ["sum", "difference"] as const;
/** Maximum number of values; with more, nearly any number is yielded by some pair. */
const maxValues = 30;

/** The first pair of source values that yields the result; undefined if none does, or if there are too many to prove anything. */
export function inferDerivation(
  result: string,
  sources: readonly string[],
  language: Language,
): Derivation | undefined {
  const [resultValue] = findValues(result);
  const values = new Map(
    sources
      .flatMap(text => findValues(text))
      .filter(({ kind }) => kind === resultValue?.kind && kind !== "date")
      .map(({ canonical, text }) => [canonical, text]),
  );
  if (values.size > maxValues) return undefined;
  const operands = [...values.values()];
  for (const [index, first] of operands.entries())
    for (const second of operands.slice(index + 1))
      for (const operation of operations) {
        const derivation = { operation, operands: [first, second], result };
        if (checkDerivation(derivation, language) === undefined) return derivation;
      }
  return undefined;
}
