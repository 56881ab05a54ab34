// How much of a document others tell, and how many of them: by the names and numbers of its sentences.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { CrudSettings } from "../../schemas/settings.ts";
import { type EventKey, eventKeys } from "../text/event-keys.ts";
import { fold } from "../text/fold.ts";
import { splitSentences } from "../text/sentences.ts";
import { containmentOf, jaccardOf, shingleSet } from "../text/shingles.ts";
import { referenceOf } from "./repeated-text.ts";

/** A sentence is told by who has so much of its names and numbers. */
const TOLD = 0.5;
/** Of all that others tell, one may tell so much: an article that needs one other alone is a search for that one. */
const MOST_OF_ONE = 0.65;
const FEWEST_TELLERS = 2;

type Text = Pick<DocumentRow, "text" | "language">;

/** The keys of each sentence that has any. */
function keysBySentence({ text, language }: Text): EventKey[][] {
  const keys = eventKeys(text, language);
  return splitSentences(text, language)
    .map(sentence => {
      const said = fold(sentence.text);
      return keys.filter(({ key }) => said.includes(key));
    })
    .filter(({ length }) => length > 0);
}

const strengthOf = (keys: readonly EventKey[]): number =>
  keys.reduce((sum, { strength }) => sum + strength, 0);

/** What repeats so much of a document that it must leave the corpus tells nothing there. */
function isLeak(document: DocumentRow, other: Text, leak: CrudSettings["leak"]): boolean {
  const grams = shingleSet(other.text);
  return (
    jaccardOf(shingleSet(document.text), grams) >= leak.similarity ||
    containmentOf(shingleSet(referenceOf(document)), grams) >= leak.containment
  );
}

/**
 * The share of a document's sentences that others tell, 0 … 1: less by what one of them tells beyond its part, 0 where
 * fewer than two tell any.
 */
export function companyOf(
  document: DocumentRow,
  others: readonly DocumentRow[],
  leak: CrudSettings["leak"],
): number {
  const sentences = keysBySentence(document);
  const told = others
    .filter(other => !isLeak(document, other, leak))
    .map(({ text }) => {
      const said = fold(text);
      const has = ({ key }: EventKey) => said.includes(key);
      return sentences.map(keys => strengthOf(keys.filter(has)) >= TOLD * strengthOf(keys));
    });
  const counts = told.map(each => each.filter(isTold => isTold).length).filter(count => count > 0);
  const all = sentences.filter((_, at) => told.some(each => each[at] === true)).length;
  if (counts.length < FEWEST_TELLERS) return 0;
  return (all / sentences.length) * Math.min(1, (MOST_OF_ONE * all) / Math.max(...counts));
}
