// How much of a document others tell, and how many of them: by where the rare names and numbers stand that they share.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { CrudSettings } from "../../schemas/settings.ts";
import { splitSentences } from "../text/sentences.ts";
import { containmentOf, jaccardOf, shingleSet } from "../text/shingles.ts";
import { referenceOf } from "./repeated-text.ts";

/** A name shared by chance stands in a sentence or two; who tells of the same event shares more. */
const FEWEST_SHARED = 3;
/** Of all that others tell, one may tell so much: an article that needs one other alone is a search for that one. */
export const MOST_OF_ONE = 0.65;
export const FEWEST_TELLERS = 2;

/** Another document, with the rare names and numbers that it shares, as they stand in the first. */
export interface Sharing {
  readonly document: DocumentRow;
  readonly shared: readonly string[];
  /** How rare they are, in all. */
  readonly score: number;
}

type Text = Pick<DocumentRow, "text" | "language">;

/** Of each sentence of a document, whether something stands in it that another shares. */
function toldBy({ text, language }: Text, { shared }: Sharing): boolean[] {
  const isTeller = shared.length >= FEWEST_SHARED;
  return splitSentences(text, language).map(
    sentence => isTeller && shared.some(name => sentence.text.includes(name)),
  );
}

const countOf = (told: readonly boolean[]): number => told.filter(isTold => isTold).length;

/** Those that tell any of it, most first. */
export const tellersOf = (document: DocumentRow, others: readonly Sharing[]): DocumentRow[] =>
  others
    .map(other => ({ document: other.document, count: countOf(toldBy(document, other)) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.document.id < b.document.id ? -1 : 1))
    .map(teller => teller.document);

/** What repeats so much of a document that it must leave the corpus tells nothing there. */
function isLeak(document: DocumentRow, other: Text, leak: CrudSettings["leak"]): boolean {
  const grams = shingleSet(other.text);
  return (
    jaccardOf(shingleSet(document.text), grams) >= leak.similarity ||
    containmentOf(shingleSet(referenceOf(document)), grams) >= leak.containment
  );
}

/**
 * How well others tell a document, from 0: the share of its sentences that they tell, less by what one of them tells
 * beyond its part, times how surely the second of them is on the same event. 0 where fewer than two tell any.
 */
export function companyOf(
  document: DocumentRow,
  others: readonly Sharing[],
  leak: CrudSettings["leak"],
): number {
  const told = others
    .filter(other => !isLeak(document, other.document, leak))
    .map(other => ({ score: other.score, sentences: toldBy(document, other) }))
    .filter(({ sentences }) => countOf(sentences) > 0)
    .sort((a, b) => b.score - a.score);
  const [first, second] = told;
  if (first === undefined || second === undefined) return 0;
  const counts = told.map(({ sentences }) => countOf(sentences));
  const all = countOf(
    first.sentences.map((_, at) => told.some(({ sentences }) => sentences[at] === true)),
  );
  const spread = Math.min(1, (MOST_OF_ONE * all) / Math.max(...counts));
  return (all / first.sentences.length) * spread * second.score;
}
