// A set of items as two halves that are alike, so that a ranking by the one can be compared with a ranking by the other.

import type { ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { hashOf } from "../../engine/fingerprint.ts";
import { compareTexts } from "../../engine/grouping.ts";

type Item = Pick<ScoreRow, "itemId" | "type" | "language">;

/**
 * The ids of the first half: every other item in the order of type, language and hash. So the halves have as many items of each type in each
 * language, give or take one. Another random seed makes other halves.
 */
export function firstHalf(items: Iterable<Item>, randomSeed: number): ReadonlySet<string> {
  const places = new Map(
    [...items].map(({ itemId, type, language }) => [
      itemId,
      JSON.stringify([type, language, hashOf([randomSeed, itemId])]),
    ]),
  );
  const ordered = [...places].sort(([, a], [, b]) => compareTexts(a, b));
  return new Set(ordered.flatMap(([itemId], place) => (place % 2 === 0 ? [itemId] : [])));
}
