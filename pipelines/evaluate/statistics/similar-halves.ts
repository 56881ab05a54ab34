// Splits a set of items into two similar halves, so that the rankings they give can be compared.

import type { ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { hashOf } from "../../engine/fingerprint.ts";
import { compareStrings } from "../../engine/grouping.ts";

type Item = Pick<ScoreRow, "itemId" | "type" | "language">;

/**
 * The ids of the first half: every other item in the order of type, language and hash. Thus both halves have the same number of items of each type and
 * language, give or take one. A different random seed gives different halves.
 */
export function firstHalf(items: Iterable<Item>, randomSeed: number): ReadonlySet<string> {
  const sortKeys = new Map(
    [...items].map(({ itemId, type, language }) => [
      itemId,
      JSON.stringify([type, language, hashOf([randomSeed, itemId])]),
    ]),
  );
  const sorted = [...sortKeys].sort(([, a], [, b]) => compareStrings(a, b));
  return new Set(sorted.flatMap(([itemId], index) => (index % 2 === 0 ? [itemId] : [])));
}
