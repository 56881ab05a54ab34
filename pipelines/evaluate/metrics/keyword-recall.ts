// CoFE-RAG's keyword metrics: how many lists of fine keywords the passages hold that have a coarse one.

import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { readPublished, readStrict, saysSomething } from "../../text/keyword-matching.ts";

/** `published` computes what the released program does, faults included. */
export type KeywordVariant = "strict" | "published";

export interface KeywordScores {
  /** Lists of which every keyword was found. */
  readonly recalled: number;
  /** Never 0. */
  readonly lists: number;
}

type Keywords = NonNullable<TruthRow["keywords"]>;

/**
 * CoFE-RAG §4.4.1: passages without any coarse keyword are left out; a list is recalled if what is left holds each of its fine keywords.
 * Recall over a set is Σ recalled / Σ lists (formula 1), Accuracy the share of items with all lists recalled. The passages are those that count:
 * the first k. Null where there is no list.
 *
 * `strict`: each keyword stands in one of the passages (not across two), word by word. Keywords and lists that say nothing are not counted, and
 * without coarse keywords no passage is left out. `published`: passages are joined with nothing between them, an empty list is recalled,
 * and without coarse keywords nothing is.
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
  const left = passages.map(readStrict).filter(holds => terms.length === 0 || terms.some(holds));
  return count(lists, keyword => left.some(holds => holds(keyword)));
}

function publishedScores(
  { coarse, fine }: Keywords,
  passages: readonly string[],
): KeywordScores | null {
  // The released program passes over such an item and still counts it.
  if (coarse.length === 0) return fine.length === 0 ? null : { recalled: 0, lists: fine.length };
  const left = passages.filter(passage => coarse.some(readPublished(passage)));
  return count(fine, readPublished(left.join("")));
}
