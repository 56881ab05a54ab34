// Reads numbers and sums of money in config values, and converts them to the unit of their leaf.

import type { Language } from "../../schemas/items/item-types.ts";
import type { Leaf } from "../../schemas/rageval/schema.ts";
import { findValues, type Value } from "../text/values.ts";
import { writeQuantity } from "../text/write-values.ts";

/** The first number, percentage, duration or amount in a value; undefined if there is none. */
export const amountIn = (value: string): Value | undefined =>
  findValues(value).find(({ kind, canonical }) => kind !== "date" || /^\d+$/.test(canonical));

/** An amount in the leaf's unit: 3,000万元 is 3000 if the unit is 万元. */
export function amountInUnit(value: string, leaf: Leaf, language: Language): number | undefined {
  const amount = numberIn(value);
  return amount === undefined ? undefined : amount / unitSize(leaf, language);
}

/** The size of the leaf's unit in smallest units: 10000 for 万元, 1 if there is none. */
export function unitSize({ type, unit }: Leaf, language: Language): number {
  const oneUnit = writeQuantity(1, { type, ...(unit === undefined ? {} : { unit }) }, language);
  return numberIn(oneUnit) || 1;
}

function numberIn(value: string): number | undefined {
  const number = Number.parseFloat(amountIn(value)?.canonical ?? "");
  return Number.isNaN(number) ? undefined : number;
}
