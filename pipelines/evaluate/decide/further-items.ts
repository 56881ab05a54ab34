// Computes the difference that the current items can detect, and how many more items, or people's verdicts, a smaller one needs.

import type { Decision, Lead } from "../../../schemas/evaluation/decision.ts";

// Normal quantiles: the end of a 95% interval, and 80% power.
const [z975, z80] = [1.959964, 0.841621];

/** Minimum difference to plan for: a smaller one justifies no change of system, and detecting it would take far too many items. */
const minDifference = 0.01;

/**
 * Computed from the width of an interval, which shrinks with the square root of the sample size (`z`: the normal quantile of its bounds; 95% by
 * default). The difference to detect is the observed one, or the margin if that is larger. Null if there is no interval.
 */
export function furtherItemsNeeded(
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
  const sampleSize = verdicts ?? n;
  const furtherCount = Math.max(0, Math.ceil(sampleSize * ((detectable / size) ** 2 - 1)));
  return { detectable, size, more: furtherCount, of: verdicts === null ? "items" : "verdicts" };
}
