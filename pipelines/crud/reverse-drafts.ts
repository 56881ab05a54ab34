// What the two reverse tasks share: the articles that the queries of one plan found.

import type { RelatedRow } from "../../schemas/crud/records.ts";

// More than these are rarely read by anyone, and never by a prompt.
const mostRead = 20;

/** Ids of all that was found for a plan: first the best of each query, then the second best, each once. */
export function foundFor(rows: readonly RelatedRow[]): string[] {
  const deepest = Math.max(0, ...rows.map(({ found }) => found.length));
  const inTurn = Array.from({ length: deepest }, (_, place) =>
    rows.flatMap(({ found }) => found[place]?.documentId ?? []),
  ).flat();
  return [...new Set(inTurn)].slice(0, mostRead);
}
