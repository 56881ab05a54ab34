// Finds what can be added to a keyword list so that it fits only its own passage: a nearby name or heading, or a clause of its sentence.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Evidence } from "../../schemas/items/records.ts";
import { type FineKeyword, isOverlong, locate } from "../items/read-keywords.ts";
import { contentWords } from "../text/content-words.ts";
import { isSearchable } from "../text/keyword-matching.ts";

type Piece = Pick<Evidence, "span" | "text">;

/** Maximum distance, in characters, of a name from its sentence: nearly every chunk that contains one contains the other. */
const maxDistance = { zh: 200, en: 600 };
/** Separators between the parts of a name: "Backus: FFP Systems", "Hospital, Patient", "sales_2023". */
const namePartSeparator = /[_,，、:：;；|/()（）《》“”"]+|\s[-–—]+\s/u;
const clausePattern =
  /(?:[^,，;；:：、。.!?！？…—()（）|“”"\n]|(?<=\d)[.,:](?=\d)|[.](?=\p{L}))+/gu;
/** The bullet that starts a list item. */
const bulletPattern = /^(?:[-–—*+•·▪>#]+\s+)+/u;
const headingPattern = /^#{1,6}[ \t]+(.+)$/gm;

/** Minimum number of words (Chinese: characters) in a name. */
const minNameWords = { zh: 3, en: 2 };
const wordPatterns = { zh: /./gu, en: /\S+/gu };

/** The whole name, its parts, and all runs of adjacent words in them, longest first. */
function partsOf({ name, language }: DocumentRow): string[] {
  const parts = name.split(namePartSeparator).map(part => part.trim());
  const runs = parts.flatMap(part => {
    const words = [...part.matchAll(wordPatterns[language])];
    return words.flatMap(({ index }, from) =>
      words
        .slice(from + minNameWords[language] - 1)
        .map(last => part.slice(index, last.index + last[0].length)),
    );
  });
  const all = [...new Set([name, ...parts, ...runs])];
  return all
    .filter(part => contentWords(part, language).length > 0)
    .sort((first, second) => second.length - first.length);
}

/** The first of these names that the piece contains; empty if none. */
function firstFound(names: readonly string[], piece: Piece): FineKeyword[] {
  const text = piece.text.toLowerCase();
  for (const name of names) {
    const found = text.includes(name.toLowerCase()) ? locate(name, piece) : undefined;
    if (found) return [found];
  }
  return [];
}

/** The document's name, or the longest part of it, in each of these sentences. */
export const nameKeywords = (pieces: readonly Piece[], document: DocumentRow): FineKeyword[] =>
  pieces.flatMap(piece => firstFound(partsOf(document), piece));

/** The clauses of a sentence that are short enough for a keyword, longest first. */
export const clausesOf = ({ span, text }: Piece, { language }: DocumentRow): FineKeyword[] =>
  [...text.matchAll(clausePattern)]
    .flatMap(({ 0: clauseText, index }) => {
      const clause = clauseText.trim().replace(bulletPattern, "");
      const start = span.start + index + clauseText.indexOf(clause);
      return !isSearchable(clause) || isOverlong(clause, language)
        ? []
        : [{ text: clause, span: { ...span, start, end: start + clause.length } }];
    })
    .toSorted((a, b) => b.text.length - a.text.length);

/** The text around a sentence; it starts at the beginning of a line if one is close enough. */
function surroundings({ span: { start, end } }: Piece, { id, text, language }: DocumentRow): Piece {
  const from = text.lastIndexOf("\n", Math.max(0, start - maxDistance[language])) + 1;
  const contextStart =
    start - from > 2 * maxDistance[language] ? start - maxDistance[language] : from;
  const contextEnd = Math.min(text.length, end + maxDistance[language]);
  return {
    span: { documentId: id, start: contextStart, end: contextEnd },
    text: text.slice(contextStart, contextEnd),
  };
}

/** The nearest heading above a sentence, if it is close enough. */
const headingsAbove = (piece: Piece, context: Piece): string[] => {
  const textAbove = context.text.slice(0, piece.span.start - context.span.start);
  return [...textAbove.matchAll(headingPattern)]
    .flatMap(([, heading = ""]) => heading.trim())
    .slice(-1);
};

/**
 * Yields additions, the best first: names in the list's sentences, then clauses of them, then the section's heading and
 * the document's name nearby. `document` has its title as its name.
 */
export function* additionsFor(
  pieces: readonly Piece[],
  { document, coarse }: { readonly document: DocumentRow; readonly coarse: readonly string[] },
): Generator<FineKeyword> {
  const names = partsOf(document);
  for (const terms of [names, coarse]) for (const piece of pieces) yield* firstFound(terms, piece);
  for (const piece of pieces) yield* clausesOf(piece, document);
  const piecesInContext = pieces.map(piece => ({ piece, context: surroundings(piece, document) }));
  for (const { piece, context } of piecesInContext)
    yield* firstFound(headingsAbove(piece, context), context);
  for (const { context } of piecesInContext) yield* firstFound(names, context);
}
