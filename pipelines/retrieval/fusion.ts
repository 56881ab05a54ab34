// Merges the results of two searches: by their ranks, or by drawing from both.

import { type Draw, shuffle } from "../text/random.ts";
import type { Hit } from "./best-hits.ts";

/** Added to each rank to keep the first ranks from outweighing all others; Cormack, Clarke and Büttcher (2009) found that 60 works well. */
const rankOffset = 60;

/** Weight of each list. */
const listWeight = 0.5;

/**
 * Reciprocal rank fusion: an id scores Σ weight / (60 + its rank) over the lists it is in, with ranks counted from 1
 * (Cormack, Clarke and Büttcher 2009, SIGIR, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
 * Methods"), each list with half the weight, as in CRUD-RAG. Best first, ties in order of id. A repeated id in a list
 * counts only at its first rank.
 */
export function fuseRanks(first: readonly string[], second: readonly string[]): Hit[] {
  const scores = new Map<string, number>();
  for (const list of [first, second])
    [...new Set(list)].forEach((id, index) =>
      scores.set(id, (scores.get(id) ?? 0) + listWeight / (rankOffset + index + 1)),
    );
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/**
 * CRUD-RAG's hybrid (its section 4.4): k ids drawn at random from all that either search found, in the order drawn; all of
 * them if there are fewer. The same random numbers give the same ids, whichever list comes first.
 */
export function randomHybrid(
  first: readonly string[],
  second: readonly string[],
  k: number,
  draw: Draw,
): string[] {
  const ids = [...new Set([...first, ...second])].sort();
  return shuffle(draw, ids).slice(0, Math.max(0, k));
}
