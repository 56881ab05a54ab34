// Finds evidence that a splitter cut: a retrieved text begins or ends within a sentence of it.

import { fold } from "../../text/fold.ts";
import type { Content } from "./passage-evidence.ts";

/** Minimum number of characters that must match at the beginning or end of a sentence, to rule out a chance match. */
const minPiece = 12;

/** Whether a folded text begins or ends within a folded sentence, or is part of it. */
function isCutFrom(piece: string, sentence: string): boolean {
  if (piece.length < minPiece || piece.includes(sentence)) return false;
  const startOfSentence = piece.lastIndexOf(sentence.slice(0, minPiece));
  const endOfSentence = piece.indexOf(sentence.slice(-minPiece));
  return (
    sentence.includes(piece) ||
    (startOfSentence >= 0 && sentence.startsWith(piece.slice(startOfSentence))) ||
    (endOfSentence >= 0 && sentence.endsWith(piece.slice(0, endOfSentence + minPiece)))
  );
}

/** The first retrieved text that cuts a sentence of the evidence; undefined if there is none. */
export const findCutPassage = (
  evidence: readonly string[],
  passages: readonly Content[],
): string | undefined =>
  passages
    .flatMap(({ text }) => text?.trim() ?? [])
    .find(text => evidence.some(sentence => isCutFrom(fold(text), fold(sentence))));
