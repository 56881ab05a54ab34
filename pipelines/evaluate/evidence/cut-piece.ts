// Finds evidence that a splitter has cut: a retrieved text begins or ends within a sentence of it.

import { fold } from "../../text/fold.ts";
import type { Content } from "./evidence.ts";

/** Characters of a sentence's beginning or end that cannot match by chance. */
const LONG_PIECE = 12;

/** Whether a folded text begins or ends within a folded sentence, or is a part of it. */
function cuts(piece: string, sentence: string): boolean {
  if (piece.length < LONG_PIECE || piece.includes(sentence)) return false;
  const begins = piece.lastIndexOf(sentence.slice(0, LONG_PIECE));
  const ends = piece.indexOf(sentence.slice(-LONG_PIECE));
  return (
    sentence.includes(piece) ||
    (begins >= 0 && sentence.startsWith(piece.slice(begins))) ||
    (ends >= 0 && sentence.endsWith(piece.slice(0, ends + LONG_PIECE)))
  );
}

/** The first such text as it was retrieved; undefined if there is none. */
export const cutPiece = (
  evidence: readonly string[],
  passages: readonly Content[],
): string | undefined =>
  passages
    .flatMap(({ text }) => text?.trim() ?? [])
    .find(text => evidence.some(one => cuts(fold(text), fold(one))));
