// Items in random order, looked at one after another until the better system is known.

import { hashOf } from "../../engine/fingerprint.ts";
import { compareTexts } from "../../engine/grouping.ts";
import { confidenceSequence } from "./confidence-sequence.ts";

/**
 * How the error probability of 5 % is spent. With one look, nearly all of it; a little is left for what normal theory misses with a few hundred
 * items. If items are looked at one by one: `early` across all looks before the last together, and `last` at the last, when no item is
 * left. Strict looks in between and a last one that costs little power are from Haybittle (1971, British Journal of Radiology 44);
 * that the parts add up is Bonferroni's inequality.
 */
export const spending = { once: 0.045, early: 0.02, last: 0.03 } as const;

/** A random order that stays the same for old items when others are added. */
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

export const noOffset: Offset = { low: 0, high: 0 };

/** After how many items it was known which system leads, and which. */
export interface Decided {
  readonly after: number;
  readonly verdict: "first" | "second";
}

/**
 * After how many of the values, in their order, the sign of their mean plus the offset is known; null if never. Wrong
 * with probability `alpha` at most, however many values there are and however often one looks.
 */
export function decidedAfter(
  values: readonly number[],
  alpha: number,
  { low, high }: Offset = noOffset,
): Decided | null {
  const bound = (end: number) => Math.min(0.999, Math.max(-0.999, -end));
  const above = confidenceSequence(alpha, bound(low));
  const below = low === high ? above : confidenceSequence(alpha, bound(high));
  for (const [place, value] of values.entries()) {
    above.add(value);
    if (below !== above) below.add(value);
    if (above.side() === 1) return { after: place + 1, verdict: "second" };
    if (below.side() === -1) return { after: place + 1, verdict: "first" };
  }
  return null;
}
