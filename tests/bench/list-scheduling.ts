// How long calls of known latencies take at best when a free place always takes the next call there is.

interface Ending {
  readonly at: number;
  readonly stage: number;
  readonly row: number;
}

/** A binary heap by time. */
class Endings {
  readonly #heap: Ending[] = [];

  get size(): number {
    return this.#heap.length;
  }

  push(ending: Ending): void {
    const heap = this.#heap;
    heap.push(ending);
    for (let at = heap.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (heap[parent]!.at <= heap[at]!.at) break;
      [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
      at = parent;
    }
  }

  pop(): Ending {
    const heap = this.#heap;
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length > 0) heap[0] = last;
    for (let at = 0; ; ) {
      const child = 2 * at + 1;
      if (child >= heap.length) break;
      const least =
        child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at ? child + 1 : child;
      if (heap[at]!.at <= heap[least]!.at) break;
      [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      at = least;
    }
    return first;
  }
}

export interface Simulated {
  /** Milliseconds until the last call ends. */
  readonly all: number;
  /** Milliseconds until the first row has ended its last stage. */
  readonly first: number;
}

/**
 * `rows` rows go through `stages` stages, one call each, at most `places` calls at once; a free place takes the row that
 * is deepest, among those the one that came first. `latency(stage, row)` in milliseconds.
 */
export function listSchedule(
  rows: number,
  stages: number,
  places: number,
  latency: (stage: number, row: number) => number,
): Simulated {
  const waiting: number[][] = Array.from({ length: stages }, () => []);
  waiting[0] = Array.from({ length: rows }, (_, row) => row);
  const taken = Array.from({ length: stages }, () => 0);
  const flying = new Endings();
  let now = 0;
  let first = Number.POSITIVE_INFINITY;
  for (;;) {
    for (let stage = stages - 1; stage >= 0 && flying.size < places; stage--) {
      const queue = waiting[stage]!;
      while (taken[stage]! < queue.length && flying.size < places) {
        const row = queue[taken[stage]!++]!;
        flying.push({ at: now + latency(stage, row), stage, row });
      }
    }
    if (flying.size === 0) return { all: now, first };
    const { at, stage, row } = flying.pop();
    now = at;
    if (stage + 1 < stages) waiting[stage + 1]!.push(row);
    else first = Math.min(first, now);
  }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
