// Checks whether a value in an answer matches a sought one, possibly rounded.

import { decimalsOf } from "./decimal.ts";
import { says } from "./same-value.ts";
import type { Value } from "./values.ts";

/** The year of a date, if it has one. */
export const yearOf = ({ kind, canonical }: Value): string | undefined =>
  kind === "date" ? /^\d{4}/.exec(canonical)?.[0] : undefined;

/** Whether the values are equal, or equal after rounding to at least one decimal: 71.66% and 71.7%. */
export function isSaid(found: Value, sought: Value): boolean {
  if (says(found, sought, yearOf(sought))) return true;
  const [[one = "", unit], [other = "", otherUnit]] = [
    found.canonical.split(" "),
    sought.canonical.split(" "),
  ];
  const decimals = Math.min(decimalsOf(one), decimalsOf(other));
  return (
    found.kind === sought.kind &&
    unit === otherUnit &&
    decimals > 0 &&
    Number(one).toFixed(decimals) === Number(other).toFixed(decimals)
  );
}
