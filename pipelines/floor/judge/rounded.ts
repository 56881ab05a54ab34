// Whether two amounts differ by rounding alone: 71.66% and 71.7%.

import type { Value } from "../../text/values.ts";

const decimalsOf = (number: string): number => number.split(".")[1]?.length ?? 0;

/** Of one kind and unit, and the same at the fewer decimals of the two; at least one decimal must be left, or any two near numbers would be the same. */
export function differByRounding(one: Value, other: Value): boolean {
  if (one.kind === "date" || one.kind !== other.kind) return false;
  const [[first = "", firstUnit], [second = "", secondUnit]] = [
    one.canonical.split(" "),
    other.canonical.split(" "),
  ];
  const decimals = Math.min(decimalsOf(first), decimalsOf(second));
  return (
    decimals > 0 &&
    firstUnit === secondUnit &&
    Number(first).toFixed(decimals) === Number(second).toFixed(decimals)
  );
}
