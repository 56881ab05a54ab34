// Measures how much a stretch of a user's document says: sections are drawn by it, and those that say next to nothing never.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import { contentWords } from "../text/content-words.ts";

/** A text with fewer distinct words only names a thing or two, and says nothing about them. */
const minWords = 5;
/** Text of at least this many words and numbers with fewer distinct than this share repeats a few values. */
const [enoughToRepeat, minDifferent] = [60, 0.1];
/** With at least this many documents, a line in more than half of them belongs to none. */
const minDocuments = 3;
/** Words of placeholder text (lorem ipsum), and the share from which a whole text counts as such. */
const PLACEHOLDER =
  /\b(?:lorem|ipsum|dolor|amet|consectetur|adipiscing|elit|sed|tempor|incididunt|ut|labore|magna|aliqua|enim|minim|veniam|quis|nostrud|ullamco|laboris|nisi|aliquip|commodo|consequat|duis|aute|irure|velit|esse|cillum|fugiat|nulla|pariatur|excepteur|sint|occaecat|cupidatat|proident|sunt|culpa|mollit|anim)\b/gi;
const maxPlaceholder = 0.3;

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

const isPlaceholder = (text: string): boolean =>
  (text.match(PLACEHOLDER)?.length ?? 0) > maxPlaceholder * (text.match(/\p{L}+/gu)?.length ?? 0);

const isWord = (token: string): boolean => /\p{Script=Han}|\p{L}{2}/u.test(token);

/** The number of distinct content words in a text's own lines; 0 if there are too few to ask about. */
function wordsOf(
  text: string,
  { language }: Pick<DocumentRow, "language">,
  shared: ReadonlySet<string>,
): number {
  const own = linesOf(text).filter(line => !shared.has(line));
  if (isPlaceholder(own.join("\n"))) return 0;
  const all = contentWords(own.join("\n"), language);
  const different = new Set(all);
  const isRepeated = all.length >= enoughToRepeat && different.size < minDifferent * all.length;
  const words = [...different].filter(isWord).length;
  return words < minWords || isRepeated ? 0 : words;
}

/** Measures stretches of these documents, all of one domain and language. Generated text counts by its length. */
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
