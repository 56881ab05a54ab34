// Which of the documents on one event are worth reading together, and how well they tell a withheld one.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import { containmentOf, jaccardOf, shingleSet } from "../text/shingles.ts";
import { referenceOf } from "./repeated-text.ts";

/** Of all that others tell, one may tell so much: an article that needs one other alone is a search for that one. */
export const MAX_OF_ONE = 0.65;
export const MIN_TELLERS = 2;
/** More articles are seldom needed, and all are paid for. */
const MAX_TELLERS = 4;
/** What stands in a nearer one by so much adds nothing to it. */
const REPEATED = 0.5;
/** Cosine of rare words from which two documents surely tell of one event; below it one pair in two does. */
const SURE = 0.25;

/** Another document on the event. */
export interface Teller {
  readonly document: DocumentRow;
  /** Cosine of their rare words. */
  readonly score: number;
}

/** Surely on the same event. */
export const isSure = ({ score }: Teller): boolean => score >= SURE;

/** Neighbours as documents; those that are not found, since they left the corpus, tell nothing. */
export const tellersAmong = (
  related: readonly { readonly documentId: string; readonly score: number }[],
  find: (id: string) => DocumentRow | undefined,
): Teller[] =>
  related.flatMap(({ documentId, score }) => {
    const document = find(documentId);
    return document ? { document, score } : [];
  });

/** Tells what repeats so much of a document that it must leave the corpus: it tells nothing there. */
export function leakOf(document: DocumentRow, leak: CrudSettings["leak"]) {
  const [whole, reference] = [shingleSet(document.text), shingleSet(referenceOf(document))];
  return ({ text }: Pick<DocumentRow, "text">): boolean => {
    const grams = shingleSet(text);
    return (
      jaccardOf(whole, grams) >= leak.similarity ||
      containmentOf(reference, grams) >= leak.containment
    );
  };
}

/** Those that are read together, best first: none repeats a better one, and none is in doubt where two are not. */
export function tellersOf(related: readonly Teller[]): Teller[] {
  const tellers: (Teller & { readonly grams: Float64Array })[] = [];
  for (const teller of [...related].sort((a, b) => b.score - a.score)) {
    if (tellers.length === MAX_TELLERS || (!isSure(teller) && areSure(tellers))) break;
    const grams = shingleSet(teller.document.text);
    const repeats = tellers.some(better => containmentOf(grams, better.grams) >= REPEATED);
    if (!repeats) tellers.push({ ...teller, grams });
  }
  return tellers;
}

/** Whether two at least are surely on the document's event. */
export const areSure = ([, second]: readonly Teller[]): boolean =>
  second !== undefined && isSure(second);

/** Those that are not read together may contradict them: each once, best first. */
export function furtherTellers(related: readonly Teller[], read: ReadonlySet<string>): Teller[] {
  const further = related
    .filter(({ document }) => !read.has(document.id))
    .sort((a, b) => a.score - b.score);
  return [...new Map(further.map(teller => [teller.document.id, teller])).values()].sort(
    (a, b) => b.score - a.score,
  );
}

/** How well others tell a document: the sum over all of its tellers but the nearest, so that three come before two. */
export const companyOf = (tellers: readonly Teller[]): number =>
  tellers.slice(1).reduce((sum, { score }) => sum + score, 0);
