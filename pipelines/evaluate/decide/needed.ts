// What the items there are can show, and how many more of them, or of people's verdicts, a difference would take.

import type { Decision, Lead } from "../../../schemas/evaluation/decision.ts";

// Normal quantiles: of the end of a 95 % interval, and of what is found four times out of five.
const [z975, z80] = [1.959964, 0.841621];

/** Nobody changes a system for less, and to see it would take items without end. */
const minDifference = 0.01;

/**
 * From the width of an interval (`z`: the normal quantile of its ends; 95 % where absent), which shrinks by the root of what it rests on. The size is the difference seen, or the margin where
 * that is larger. Null without an interval.
 */
export function neededFor(
  { difference, low, high, n }: Lead,
  {
    margin,
    verdicts,
    z = z975,
  }: { readonly margin: number | null; readonly verdicts: number | null; readonly z?: number },
): Decision["needed"] {
  if (difference === null || low === null || high === null) return null;
  const detectable = ((high - low) / 2 / z) * (z + z80);
  const size = Math.max(Math.abs(difference), margin ?? 0, minDifference);
  const rests = verdicts ?? n;
  const more = Math.max(0, Math.ceil(rests * ((detectable / size) ** 2 - 1)));
  return { detectable, size, more, of: verdicts === null ? "items" : "verdicts" };
}
