// Computes CoFE-RAG's keyword metrics: how many lists of fine keywords are found in the passages that contain a coarse keyword.

import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { matchAsPublished, matchStrictly, isSearchable } from "../../text/keyword-matching.ts";

/** `published` computes what the released program does, including its faults. */
export type KeywordVariant = "strict" | "published";

export interface KeywordScores {
  /** Number of lists whose keywords were all found. */
  readonly recalled: number;
  /** Number of lists; never 0. */
  readonly lists: number;
}

type Keywords = NonNullable<TruthRow["keywords"]>;

/**
 * CoFE-RAG §4.4.1: passages without any coarse keyword are left out; a list is recalled if the remaining passages contain all of its fine keywords.
 * Recall over a set is Σ recalled / Σ lists (formula 1); Accuracy is the share of items with all lists recalled. `passages` are only those that count:
 * the first k. Null if there are no lists.
 *
 * `strict`: each keyword is within one of the passages (not across two), as whole words. Empty keywords and lists are not counted, and
 * without coarse keywords no passage is left out. `published`: passages are joined without a separator, an empty list is recalled,
 * and without coarse keywords no list is.
 */
export function keywordScores({
  keywords,
  passages,
  variant,
}: {
  keywords: Keywords | null;
  passages: readonly string[];
  variant: KeywordVariant;
}): KeywordScores | null {
  if (keywords === null) return null;
  return variant === "published"
    ? publishedScores(keywords, passages)
    : strictScores(keywords, passages);
}

const countRecalled = (
  lists: readonly (readonly string[])[],
  contains: (keyword: string) => boolean,
): KeywordScores | null =>
  lists.length === 0
    ? null
    : { recalled: lists.filter(list => list.every(contains)).length, lists: lists.length };

function strictScores(
  { coarse, fine }: Keywords,
  passages: readonly string[],
): KeywordScores | null {
  const coarseKeywords = coarse.filter(isSearchable);
  const lists = fine.map(list => list.filter(isSearchable)).filter(list => list.length > 0);
  const matchingPassages = passages
    .map(matchStrictly)
    .filter(contains => coarseKeywords.length === 0 || coarseKeywords.some(contains));
  return countRecalled(lists, keyword => matchingPassages.some(contains => contains(keyword)));
}

function publishedScores(
  { coarse, fine }: Keywords,
  passages: readonly string[],
): KeywordScores | null {
  // The released program skips such an item, but still counts it.
  if (coarse.length === 0) return fine.length === 0 ? null : { recalled: 0, lists: fine.length };
  const matchingPassages = passages.filter(passage => coarse.some(matchAsPublished(passage)));
  return countRecalled(fine, matchAsPublished(matchingPassages.join("")));
}
