// Measures how much a stretch of a user's document says: the weight with which sections are drawn; 0 for next to nothing.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import { contentWords } from "../text/content-words.ts";

/** Minimum number of distinct words; a text with fewer only names a thing or two and says nothing about them. */
const minWords = 5;
/** A text of at least this many words and numbers repeats a few values if the share of distinct ones is below the minimum. */
const repetition = { minWords: 60, minDistinctShare: 0.1 };
/** Minimum number of documents at which a line found in more than half of them counts as belonging to none. */
const minDocuments = 3;
/** Words of placeholder text (lorem ipsum). */
const PLACEHOLDER =
  /\b(?:lorem|ipsum|dolor|amet|consectetur|adipiscing|elit|sed|tempor|incididunt|ut|labore|magna|aliqua|enim|minim|veniam|quis|nostrud|ullamco|laboris|nisi|aliquip|commodo|consequat|duis|aute|irure|velit|esse|cillum|fugiat|nulla|pariatur|excepteur|sint|occaecat|cupidatat|proident|sunt|culpa|mollit|anim)\b/gi;
/** Maximum share of such words in a text that counts as real. */
const maxPlaceholderShare = 0.3;

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map(line => line.trim())
    .filter(line => /\p{L}/u.test(line));

/** The lines that occur in more than half of these texts. */
function sharedLines(texts: readonly string[]): ReadonlySet<string> {
  if (texts.length < minDocuments) return new Set();
  const holders = new Map<string, number>();
  for (const text of texts)
    for (const line of new Set(linesOf(text))) holders.set(line, (holders.get(line) ?? 0) + 1);
  return new Set([...holders].flatMap(([line, count]) => (count * 2 > texts.length ? line : [])));
}

const isPlaceholder = (text: string): boolean =>
  (text.match(PLACEHOLDER)?.length ?? 0) >
  maxPlaceholderShare * (text.match(/\p{L}+/gu)?.length ?? 0);

const isWord = (token: string): boolean => /\p{Script=Han}|\p{L}{2}/u.test(token);

/** The number of distinct content words in a text's own lines; 0 if there are too few to ask about. */
function countWords(
  text: string,
  { language }: Pick<DocumentRow, "language">,
  commonLines: ReadonlySet<string>,
): number {
  const ownText = linesOf(text).filter(line => !commonLines.has(line));
  if (isPlaceholder(ownText.join("\n"))) return 0;
  const allWords = contentWords(ownText.join("\n"), language);
  const distinctWords = new Set(allWords);
  const isRepetitive =
    allWords.length >= repetition.minWords &&
    distinctWords.size < repetition.minDistinctShare * allWords.length;
  const wordCount = [...distinctWords].filter(isWord).length;
  return wordCount < minWords || isRepetitive ? 0 : wordCount;
}

/** Measures stretches of these documents, which share a domain and a language. A generated text is measured by its length. */
export function substanceMeasurer(
  documents: readonly DocumentRow[],
): (document: DocumentRow, text: string) => number {
  let commonLines: ReadonlySet<string> | undefined;
  return (document, text) => {
    if (document.kind !== "own") return Math.max(1, text.length);
    commonLines ??= sharedLines([...new Set(documents.map(each => each.text))]);
    return countWords(text, document, commonLines);
  };
}
