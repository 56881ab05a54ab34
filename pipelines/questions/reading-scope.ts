// Chooses what is read of documents on a common matter: all of them, or the parts of long ones that are closest to it.

import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import { fits } from "../items/part-borders.ts";
import { partsOf } from "../items/parts.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { countTokens, words } from "../text/segment.ts";

/** The fewest and most tokens of a part, when a document is too long. */
const parts = { least: 80, most: 500 };

/** The parts of a long document that are closest to the matter, in text order. */
function nearestParts(document: DocumentRow, matter: string, most: number): Span[] {
  const cut = partsOf(document, { ...parts, most: Math.min(parts.most, most) });
  const index = buildBm25(
    cut.map(({ start, end }, at) => ({
      id: String(at),
      tokens: words(document.text.slice(start, end), document.language),
    })),
  );
  const about = words(matter, document.language);
  const ranked = new Set([
    ...index.search(about, cut.length).map(({ id }) => Number(id)),
    ...cut.keys(),
  ]);
  let left = most;
  const chosen = [...ranked].filter(at => {
    const tokens = cut[at]?.tokens ?? 0;
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  return cut
    .filter((_, at) => chosen.includes(at))
    .map(({ start, end }) => ({ documentId: document.id, start, end }));
}

/** What is read of these documents, at most `most` tokens (o200k) in all; empty if all fit whole. Short documents leave room for long ones. */
export function scopeOf(together: readonly DocumentRow[], matter: string, most: number): Span[] {
  if (fits(together.map(({ text }) => text).join("\n"), most)) return [];
  let left = most;
  const shortestFirst = [...together].sort((a, b) => a.text.length - b.text.length);
  const spans = shortestFirst.flatMap((document, at) => {
    const share = Math.floor(left / (together.length - at));
    const whole = fits(document.text, share);
    const own = whole
      ? [{ documentId: document.id, start: 0, end: document.text.length }]
      : nearestParts(document, matter, share);
    for (const { start, end } of own) left -= countTokens(document.text.slice(start, end));
    return own;
  });
  return together.flatMap(({ id }) => spans.filter(({ documentId }) => documentId === id));
}
