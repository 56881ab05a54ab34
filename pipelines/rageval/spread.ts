// Chooses among candidates so that kinds, documents and facts are used as evenly as can be.

import { groupBy } from "../engine/grouping.ts";
import type { Candidate } from "./candidates.ts";

/**
 * The open candidates of one kind. Costs only rise: what was passed over as too dear for a level is not looked at
 * again before all of that level is used up, so that no choice reads the whole list.
 */
class KindQueue {
  readonly #costOf: (at: number) => number;
  #open: number[];
  #dearer: number[] = [];
  #next = 0;
  #leastDearer = Number.POSITIVE_INFINITY;
  /** The cost of the cheapest open candidate, once `head` has found it. */
  level = 0;
  used = 0;

  constructor(open: number[], costOf: (at: number) => number) {
    this.#open = open;
    this.#costOf = costOf;
  }

  /** The first of the cheapest candidates; undefined when none is left. */
  head(): number | undefined {
    for (;;) {
      const at = this.#open[this.#next];
      if (at === undefined) {
        if (this.#dearer.length === 0) return undefined;
        [this.#open, this.#dearer, this.#next] = [this.#dearer, [], 0];
        [this.level, this.#leastDearer] = [this.#leastDearer, Number.POSITIVE_INFINITY];
        continue;
      }
      const cost = this.#costOf(at);
      if (cost <= this.level) return at;
      this.#leastDearer = Math.min(this.#leastDearer, cost);
      this.#dearer.push(at);
      this.#next++;
    }
  }

  take(): void {
    this.#next++;
    this.used++;
  }
}

/**
 * Candidates in the order in which they are to be used: each next one is of the kind and about the documents used
 * least so far. Equal ones keep the (shuffled) order in which they came.
 */
export function spread(candidates: readonly Candidate[], count: number): Candidate[] {
  const used = new Map<string, number>();
  const costOf = (at: number) =>
    Math.max(
      ...(candidates[at]?.facts ?? []).map(
        ({ documentId, id }) => (used.get(documentId) ?? 0) + 4 * (used.get(id) ?? 0),
      ),
    );
  const kinds = groupBy(candidates.keys(), at => candidates[at]?.kind ?? "");
  const queues = [...kinds.values()].map(open => new KindQueue(open, costOf));
  const chosen: Candidate[] = [];
  while (chosen.length < count) {
    const next = candidates[takeCheapest(queues) ?? -1];
    if (!next) break;
    chosen.push(next);
    for (const key of new Set(next.facts.flatMap(({ documentId, id }) => [documentId, id])))
      used.set(key, (used.get(key) ?? 0) + 1);
  }
  return chosen;
}

function takeCheapest(queues: readonly KindQueue[]): number | undefined {
  let best: { readonly queue: KindQueue; readonly at: number; readonly cost: number } | undefined;
  for (const queue of queues) {
    const at = queue.head();
    if (at === undefined) continue;
    const cost = 2 * queue.used + queue.level;
    if (!best || cost < best.cost || (cost === best.cost && at < best.at))
      best = { queue, at, cost };
  }
  best?.queue.take();
  return best?.at;
}
