// How much a stretch of a user's document says: what is worth drawing is drawn by it, and what says next to nothing never.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import { contentWords } from "../text/content-words.ts";

/** Fewer different words than these name a thing or two, and say nothing of them. */
const minWords = 5;
/** Of so many words and numbers fewer than a tenth are different ones: a few values over and over. */
const [enoughToRepeat, minDifferent] = [60, 0.1];
/** Of so many documents a line that stands in more than half is of none of them. */
const minDocuments = 3;
/** What type is set in that nobody has written yet; of a text that holds so much of it all is such. */
const SET_TYPE =
  /\b(?:lorem|ipsum|dolor|amet|consectetur|adipiscing|elit|sed|tempor|incididunt|ut|labore|magna|aliqua|enim|minim|veniam|quis|nostrud|ullamco|laboris|nisi|aliquip|commodo|consequat|duis|aute|irure|velit|esse|cillum|fugiat|nulla|pariatur|excepteur|sint|occaecat|cupidatat|proident|sunt|culpa|mollit|anim)\b/gi;
const maxSetType = 0.3;

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map(line => line.trim())
    .filter(line => /\p{L}/u.test(line));

/** The lines that more than half of these texts have. */
function sharedLines(texts: readonly string[]): ReadonlySet<string> {
  if (texts.length < minDocuments) return new Set();
  const holders = new Map<string, number>();
  for (const text of texts)
    for (const line of new Set(linesOf(text))) holders.set(line, (holders.get(line) ?? 0) + 1);
  return new Set([...holders].flatMap(([line, count]) => (count * 2 > texts.length ? line : [])));
}

const isSetType = (text: string): boolean =>
  (text.match(SET_TYPE)?.length ?? 0) > maxSetType * (text.match(/\p{L}+/gu)?.length ?? 0);

const isWord = (token: string): boolean => /\p{Script=Han}|\p{L}{2}/u.test(token);

/** The different words that carry meaning, in lines of its own; 0 where these are too few to ask about. */
function wordsOf(
  text: string,
  { language }: Pick<DocumentRow, "language">,
  shared: ReadonlySet<string>,
): number {
  const own = linesOf(text).filter(line => !shared.has(line));
  if (isSetType(own.join("\n"))) return 0;
  const all = contentWords(own.join("\n"), language);
  const different = new Set(all);
  const isRepeated = all.length >= enoughToRepeat && different.size < minDifferent * all.length;
  const words = [...different].filter(isWord).length;
  return words < minWords || isRepeated ? 0 : words;
}

/** Of a stretch of one of these documents, which are of one domain and language. What was written to order is worth as much as it is long. */
export function substanceAmong(
  documents: readonly DocumentRow[],
): (document: DocumentRow, text: string) => number {
  let shared: ReadonlySet<string> | undefined;
  return (document, text) => {
    if (document.kind !== "own") return Math.max(1, text.length);
    shared ??= sharedLines([...new Set(documents.map(each => each.text))]);
    return wordsOf(text, document, shared);
  };
}
