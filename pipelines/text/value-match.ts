// Checks whether a value in an answer matches a sought one, possibly rounded.

import { decimalsOf } from "./decimal.ts";
import { impliesValue } from "./implied-value.ts";
import type { Value } from "./values.ts";

/** The year of a date, if it has one. */
export const yearOf = ({ kind, canonical }: Value): string | undefined =>
  kind === "date" ? /^\d{4}/.exec(canonical)?.[0] : undefined;

/** Whether the values are equal, or equal after rounding to at least one decimal: 71.66% and 71.7%. */
export function matchesValue(value: Value, soughtValue: Value): boolean {
  if (impliesValue(value, soughtValue, yearOf(soughtValue))) return true;
  const [[digits = "", unit], [soughtDigits = "", soughtUnit]] = [
    value.canonical.split(" "),
    soughtValue.canonical.split(" "),
  ];
  const decimals = Math.min(decimalsOf(digits), decimalsOf(soughtDigits));
  return (
    value.kind === soughtValue.kind &&
    unit === soughtUnit &&
    decimals > 0 &&
    Number(digits).toFixed(decimals) === Number(soughtDigits).toFixed(decimals)
  );
}
