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
  const [[digits = "", unit], [soughtDigits = "", soughtUnit]] = [
    found.canonical.split(" "),
    sought.canonical.split(" "),
  ];
  const decimals = Math.min(decimalsOf(digits), decimalsOf(soughtDigits));
  return (
    found.kind === sought.kind &&
    unit === soughtUnit &&
    decimals > 0 &&
    Number(digits).toFixed(decimals) === Number(soughtDigits).toFixed(decimals)
  );
}
