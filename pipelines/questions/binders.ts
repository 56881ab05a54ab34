// What may be added to a list of keywords to tell its passage from others: a name or heading that stands beside it, a clause of its own sentence.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Evidence } from "../../schemas/items/records.ts";
import { type FineKeyword, isOverlong, locate } from "../items/keyword-places.ts";
import { contentWords } from "../text/content-words.ts";
import { saysSomething } from "../text/keyword-matching.ts";

type Piece = Pick<Evidence, "span" | "text">;

/** Characters before and behind a sentence within which a name may stand: nearly every chunk that holds one holds the other. */
const BESIDE = { zh: 200, en: 600 };
/** Parts a name is written in: "Backus: FFP Systems", "Hospital, Patient", "sales_2023". */
const NAME_PARTS = /[_,，、:：;；|/()（）《》“”"]+|\s[-–—]+\s/u;
const CLAUSE = /(?:[^,，;；:：、。.!?！？…—()（）|“”"\n]|(?<=\d)[.,:](?=\d)|[.](?=\p{L}))+/gu;
/** What a list's item begins with. */
const BULLET = /^(?:[-–—*+•·▪>#]+\s+)+/u;
const HEADING = /^#{1,6}[ \t]+(.+)$/gm;

/** A name has no fewer words, or characters, than these. */
const SHORTEST = { zh: 3, en: 2 };
const WORDS = { zh: /./gu, en: /\S+/gu };

/** The whole name, what signs part it into, and all that stands together in it, the longest first. */
function partsOf({ name, language }: DocumentRow): string[] {
  const parts = name.split(NAME_PARTS).map(part => part.trim());
  const runs = parts.flatMap(part => {
    const words = [...part.matchAll(WORDS[language])];
    return words.flatMap(({ index }, from) =>
      words
        .slice(from + SHORTEST[language] - 1)
        .map(last => part.slice(index, last.index + last[0].length)),
    );
  });
  const all = [...new Set([name, ...parts, ...runs])];
  return all
    .filter(part => contentWords(part, language).length > 0)
    .sort((one, other) => other.length - one.length);
}

/** The first of these names that stands there; none where none does. */
function standing(names: readonly string[], piece: Piece): FineKeyword[] {
  const text = piece.text.toLowerCase();
  for (const name of names) {
    const found = text.includes(name.toLowerCase()) ? locate(name, piece) : undefined;
    if (found) return [found];
  }
  return [];
}

/** The document's name, or as much of it as stands in each of these sentences. */
export const namesIn = (pieces: readonly Piece[], document: DocumentRow): FineKeyword[] =>
  pieces.flatMap(piece => standing(partsOf(document), piece));

/** The clauses of a sentence that are short enough for a keyword, the longest first. */
export const clausesOf = ({ span, text }: Piece, { language }: DocumentRow): FineKeyword[] =>
  [...text.matchAll(CLAUSE)]
    .flatMap(({ 0: found, index }) => {
      const clause = found.trim().replace(BULLET, "");
      const start = span.start + index + found.indexOf(clause);
      return !saysSomething(clause) || isOverlong(clause, language)
        ? []
        : [{ text: clause, span: { ...span, start, end: start + clause.length } }];
    })
    .toSorted((a, b) => b.text.length - a.text.length);

/** The stretch of the document about a sentence; what is cut off at its ends is not a name. */
function surroundings({ span: { start, end } }: Piece, { id, text, language }: DocumentRow): Piece {
  const from = text.lastIndexOf("\n", Math.max(0, start - BESIDE[language])) + 1;
  const first = start - from > 2 * BESIDE[language] ? start - BESIDE[language] : from;
  const last = Math.min(text.length, end + BESIDE[language]);
  return { span: { documentId: id, start: first, end: last }, text: text.slice(first, last) };
}

/** The heading that stands above a sentence, if it stands near. */
const headingsAbove = (piece: Piece, around: Piece): string[] => {
  const before = around.text.slice(0, piece.span.start - around.span.start);
  return [...before.matchAll(HEADING)].flatMap(([, heading = ""]) => heading.trim()).slice(-1);
};

/**
 * Those that stand in the sentences of the list come first, names before clauses; then the section's heading and the
 * document's name near by. `document` goes by its title.
 */
export function* bindersOf(
  pieces: readonly Piece[],
  { document, coarse }: { readonly document: DocumentRow; readonly coarse: readonly string[] },
): Generator<FineKeyword> {
  const names = partsOf(document);
  for (const known of [names, coarse]) for (const piece of pieces) yield* standing(known, piece);
  for (const piece of pieces) yield* clausesOf(piece, document);
  const around = pieces.map(piece => ({ piece, stretch: surroundings(piece, document) }));
  for (const { piece, stretch } of around) yield* standing(headingsAbove(piece, stretch), stretch);
  for (const { stretch } of around) yield* standing(names, stretch);
}
