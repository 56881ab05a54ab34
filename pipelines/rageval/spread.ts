// Chooses among candidates so that kinds, documents and facts are used as evenly as can be.

import type { Candidate } from "./candidates.ts";

interface Keys {
  readonly kind: number;
  /** Places of each fact's document and of the fact itself. */
  readonly facts: readonly (readonly [document: number, fact: number])[];
  readonly all: readonly number[];
}

/** Kinds, documents and facts as places in one list of counters. */
function keysOf(candidates: readonly Candidate[]): { keys: Keys[]; size: number } {
  const places = new Map<string, number>();
  const place = (sort: string, name: string): number => {
    const key = `${sort}\n${name}`;
    const at = places.get(key) ?? places.size;
    places.set(key, at);
    return at;
  };
  const keys = candidates.map(({ kind, facts }) => {
    const mine = { kind: place("kind", kind), facts: facts.map(({ documentId, id }) => [place("document", documentId), place("fact", id)] as const) };
    return { ...mine, all: [...new Set([mine.kind, ...mine.facts.flat()])] };
  });
  return { keys, size: places.size };
}

/**
 * Candidates in the order in which they are to be used: each next one is of the kind and about the documents used
 * least so far. Equal ones keep the (shuffled) order in which they came.
 */
export function spread(candidates: readonly Candidate[], count: number): Candidate[] {
  const { keys, size } = keysOf(candidates);
  const used = new Int32Array(size);
  const costOf = ({ kind, facts }: Keys): number => {
    let most = 0;
    for (const [document, fact] of facts) most = Math.max(most, (used[document] ?? 0) + 4 * (used[fact] ?? 0));
    return 2 * (used[kind] ?? 0) + most;
  };
  const chosen: Candidate[] = [];
  let open = [...candidates.keys()];
  // Costs only rise: what was passed over as too dear is not looked at again before all of this level is used up.
  for (let level = 0; chosen.length < count && open.length > 0; ) {
    let next = Number.POSITIVE_INFINITY;
    open = open.filter(at => {
      const [candidate, mine] = [candidates[at], keys[at]];
      if (!candidate || !mine || chosen.length >= count) return false;
      const cost = costOf(mine);
      next = cost > level ? Math.min(next, cost) : next;
      if (cost > level) return true;
      chosen.push(candidate);
      for (const key of mine.all) used[key] = (used[key] ?? 0) + 1;
      return false;
    });
    level = next;
  }
  return chosen;
}
