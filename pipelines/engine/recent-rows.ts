// Caches rows recently read from a run's artifacts, since many rows of a stage look up the same document.

import type { LinePosition } from "./lines.ts";

/** Minimum size, in bytes, of the lines whose rows are cached; the maximum is twice that. The rows themselves take about four times as much memory. */
const minCachedBytes = 8_000_000;

export class RecentRows {
  #recent = new Map<string, object>();
  #older = new Map<string, object>();
  #bytes = 0;

  /** Returns the row of an artifact whose line has this hash, reading it if it is not cached. It is frozen, since many callers share it. */
  row(artifact: string, { hash, length }: LinePosition, read: () => object): object {
    const key = `${artifact} ${hash}`;
    const recent = this.#recent.get(key);
    if (recent) return recent;
    const row = this.#older.get(key) ?? freeze(read());
    this.#bytes += length;
    if (this.#bytes > minCachedBytes) {
      [this.#older, this.#recent] = [this.#recent, new Map()];
      this.#bytes = length;
    }
    this.#recent.set(key, row);
    return row;
  }
}

function freeze<T extends object>(value: T): T {
  for (const inner of Object.values(value))
    if (typeof inner === "object" && inner !== null) freeze(inner);
  return Object.freeze(value);
}
