// Sliding windows over requests and tokens: the most that any window held.

interface Entry {
  readonly at: number;
  readonly amount: number;
}

export interface SlidingWindow {
  readonly most: number;
  add(at: number, amount: number): void;
  /** What the window that ends now holds. */
  sum(now: number): number;
}

/** A window of so many milliseconds; times given never go back. */
export function slidingWindow(length: number): SlidingWindow {
  let entries: Entry[] = [];
  let first = 0;
  let held = 0;
  let most = 0;
  const drop = (now: number) => {
    for (
      let entry = entries[first];
      entry !== undefined && entry.at <= now - length;
      entry = entries[first]
    ) {
      held -= entry.amount;
      first++;
    }
    if (first > 10_000 && first * 2 > entries.length) {
      entries = entries.slice(first);
      first = 0;
    }
  };
  return {
    get most() {
      return most;
    },
    add: (at, amount) => {
      drop(at);
      entries.push({ at, amount });
      held += amount;
      most = Math.max(most, held);
    },
    sum: now => {
      drop(now);
      return held;
    },
  };
}
