// Examines items in random order, one after another, until the better system is known.

import { hashOf } from "../../engine/fingerprint.ts";
import { compareTexts } from "../../engine/grouping.ts";
import { confidenceSequence } from "./confidence-sequence.ts";

/**
 * How the error probability of 5 % is spent. A single look gets nearly all of it; a little is left for what normal
 * theory misses with a few hundred items. If items are examined one by one, `early` is for all looks before the last
 * together, and `last` for the last, when no item is left. Strict interim looks and a final look that costs little
 * power follow Haybittle (1971, British Journal of Radiology 44); adding up the parts follows Bonferroni's
 * inequality.
 */
export const alphaSpending = { once: 0.045, early: 0.02, last: 0.03 } as const;

/** Puts items in a random order, in which old items keep their sequence when others are added. */
export const inRandomOrder = <Item extends { readonly itemId: string }>(
  items: readonly Item[],
  randomSeed: number,
): Item[] =>
  items
    .map(item => ({ item, key: hashOf([randomSeed, "decide", item.itemId]) }))
    .sort((a, b) => compareTexts(a.key, b.key))
    .map(({ item }) => item);

/** Bounds of the correction that is added to a judge's mean. */
export interface Offset {
  readonly low: number;
  readonly high: number;
}

export const zeroOffset: Offset = { low: 0, high: 0 };

/** Which system leads, and after how many items this was known. */
export interface SequenceDecision {
  readonly itemCount: number;
  readonly verdict: "first" | "second";
}

/**
 * The number of values, taken in order, after which the sign of their mean plus the offset is known; null if it never is. Wrong with probability `alpha` at most, however many values there are and however often one looks.
 */
export function decidedAfter(
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
