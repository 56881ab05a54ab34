// Examines items in random order, one after another, until the better system is known.

import { hashOf } from "../../engine/fingerprint.ts";
import { compareStrings } from "../../engine/grouping.ts";
import { confidenceSequence } from "./confidence-sequence.ts";

/**
 * How the error probability of 5% is spent. A single analysis gets nearly all of it; a little is left for what normal
 * theory misses with a few hundred items. If items are examined one by one, `early` is for all interim
 * analyses together, and `last` for the final one, when no item is left. Strict interim analyses and a final one that
 * loses little power follow Haybittle (1971, British Journal of Radiology 44); adding up the parts follows Bonferroni's
 * inequality.
 */
export const alphaSpending = { once: 0.045, early: 0.02, last: 0.03 } as const;

/** Puts items in a random order, in which items keep their relative order when others are added. */
export const inRandomOrder = <Item extends { readonly itemId: string }>(
  items: readonly Item[],
  randomSeed: number,
): Item[] =>
  items
    .map(item => ({ item, key: hashOf([randomSeed, "decide", item.itemId]) }))
    .sort((a, b) => compareStrings(a.key, b.key))
    .map(({ item }) => item);

/** Bounds of the correction that is added to a judge's mean. */
export interface Offset {
  readonly low: number;
  readonly high: number;
}

export const zeroOffset: Offset = { low: 0, high: 0 };

/** Which system leads, and the number of items after which this was known. */
export interface SequenceDecision {
  readonly itemCount: number;
  readonly verdict: "first" | "second";
}

/**
 * Takes values in order until the sign of their mean plus the offset is known; null if it never is. The probability of a
 * wrong decision is at most `alpha`, however many values there are and however often they are inspected.
 */
export function decideInSequence(
  values: readonly number[],
  alpha: number,
  { low, high }: Offset = zeroOffset,
): SequenceDecision | null {
  const boundAgainst = (offset: number) => Math.min(0.999, Math.max(-0.999, -offset));
  const above = confidenceSequence(alpha, boundAgainst(low));
  const below = low === high ? above : confidenceSequence(alpha, boundAgainst(high));
  for (const [index, value] of values.entries()) {
    above.add(value);
    if (below !== above) below.add(value);
    if (above.side() === 1) return { itemCount: index + 1, verdict: "second" };
    if (below.side() === -1) return { itemCount: index + 1, verdict: "first" };
  }
  return null;
}
