// CoFE-RAG's keyword metrics: how many lists of fine keywords are found in the passages that have a coarse one.

import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { readPublished, readStrict, saysSomething } from "../../text/keyword-matching.ts";

/** `published` computes what the released program does, including its faults. */
export type KeywordVariant = "strict" | "published";

export interface KeywordScores {
  /** Lists whose keywords were all found. */
  readonly recalled: number;
  /** Never 0. */
  readonly lists: number;
}

type Keywords = NonNullable<TruthRow["keywords"]>;

/**
 * CoFE-RAG §4.4.1: passages without any coarse keyword are left out; a list is recalled if the remaining ones hold each of its fine keywords.
 * Recall over a set is Σ recalled / Σ lists (formula 1), Accuracy the share of items with all lists recalled. `passages` are only those that count:
 * the first k. Null if there are no lists.
 *
 * `strict`: each keyword is within one of the passages (not across two), word by word. Empty keywords and lists are not counted, and
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

const count = (
  lists: readonly (readonly string[])[],
  holds: (keyword: string) => boolean,
): KeywordScores | null =>
  lists.length === 0
    ? null
    : { recalled: lists.filter(list => list.every(holds)).length, lists: lists.length };

function strictScores(
  { coarse, fine }: Keywords,
  passages: readonly string[],
): KeywordScores | null {
  const terms = coarse.filter(saysSomething);
  const lists = fine.map(list => list.filter(saysSomething)).filter(list => list.length > 0);
  const matching = passages
    .map(readStrict)
    .filter(holds => terms.length === 0 || terms.some(holds));
  return count(lists, keyword => matching.some(holds => holds(keyword)));
}

function publishedScores(
  { coarse, fine }: Keywords,
  passages: readonly string[],
): KeywordScores | null {
  // The released program skips such an item, but still counts it.
  if (coarse.length === 0) return fine.length === 0 ? null : { recalled: 0, lists: fine.length };
  const matching = passages.filter(passage => coarse.some(readPublished(passage)));
  return count(fine, readPublished(matching.join("")));
}
