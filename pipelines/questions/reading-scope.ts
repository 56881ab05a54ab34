// Chooses what to read from documents on the same subject: all of them, or the parts of long ones that are closest to it.

import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import { fitsTokens } from "../items/part-borders.ts";
import { partsOf } from "../items/parts.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { countTokens, searchTokens } from "../text/segment.ts";

/** Minimum and maximum number of tokens in a part of a document that is too long. */
const partSize = { least: 80, most: 500 };

/** The parts of a long document that are closest to the subject, in text order. */
function nearestParts(document: DocumentRow, topicText: string, maxTokens: number): Span[] {
  const allParts = partsOf(document, { ...partSize, most: Math.min(partSize.most, maxTokens) });
  const bm25 = buildBm25(
    allParts.map(({ start, end }, index) => ({
      id: String(index),
      tokens: searchTokens(document.text.slice(start, end), document.language),
    })),
  );
  const query = searchTokens(topicText, document.language);
  const rankedIndices = new Set([
    ...bm25.search(query, allParts.length).map(({ id }) => Number(id)),
    ...allParts.keys(),
  ]);
  let tokensLeft = maxTokens;
  const chosenIndices = [...rankedIndices].filter(index => {
    const tokens = allParts[index]?.tokens ?? 0;
    if (tokens > tokensLeft) return false;
    tokensLeft -= tokens;
    return true;
  });
  return allParts
    .filter((_, index) => chosenIndices.includes(index))
    .map(({ start, end }) => ({ documentId: document.id, start, end }));
}

/**
 * What to read from these documents, at most `maxTokens` (o200k) in all; empty if they fit as a whole. Short documents
 * leave room for long ones.
 */
export function scopeOf(
  documents: readonly DocumentRow[],
  topicText: string,
  maxTokens: number,
): Span[] {
  if (fitsTokens(documents.map(({ text }) => text).join("\n"), maxTokens)) return [];
  let tokensLeft = maxTokens;
  const shortestFirst = [...documents].sort((a, b) => a.text.length - b.text.length);
  const spans = shortestFirst.flatMap((document, index) => {
    const share = Math.floor(tokensLeft / (documents.length - index));
    const ownSpans = fitsTokens(document.text, share)
      ? [{ documentId: document.id, start: 0, end: document.text.length }]
      : nearestParts(document, topicText, share);
    for (const { start, end } of ownSpans)
      tokensLeft -= countTokens(document.text.slice(start, end));
    return ownSpans;
  });
  return documents.flatMap(({ id }) => spans.filter(({ documentId }) => documentId === id));
}
