// Chooses items from the shortlist once a last reader has marked them.

import type { Measures } from "../../schemas/items/measures.ts";
import { isFlawed, marksOf } from "../items/marks.ts";

/** A candidate of the shortlist that was not rejected. */
export interface Marked {
  readonly rank: number;
  readonly measures: Measures;
  /** Type, domain and language, which the shortlist keeps in proportion. */
  readonly cell: string;
}

/** By all marks, then in shortlist order. */
const byMarks = (a: Marked, b: Marked): number =>
  marksOf(b.measures) - marksOf(a.measures) || a.rank - b.rank;

/** The candidates of a cell that the window has shown so far. */
class Cell<T extends Marked> {
  shown = 0;
  takenCount = 0;
  readonly #open: T[] = [];

  add(one: T): void {
    this.shown += 1;
    const at = this.#open.findIndex(other => byMarks(one, other) < 0);
    this.#open.splice(at < 0 ? this.#open.length : at, 0, one);
  }

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  /** Marks of the next candidate. */
  get marks(): number {
    return this.#open[0] === undefined ? 0 : marksOf(this.#open[0].measures);
  }

  take(): T[] {
    this.takenCount += 1;
    return this.#open.splice(0, 1);
  }
}

/**
 * All candidates (given by rank) in the order of choice. Each turn chooses from the first turn × `share` of the shortlist,
 * so that asking for more items only adds to the choice for fewer. It takes the best by its marks; each item that a cell
 * lags behind its share counts as one mark. Flawed candidates come last, in shortlist order.
 */
export function lastChoice<T extends Marked>(listed: readonly T[], share: number): T[] {
  const flawless = listed.filter(({ measures }) => !isFlawed(measures));
  const flawed = listed.filter(({ measures }) => isFlawed(measures));
  const cells = new Map<string, Cell<T>>();
  const taken: T[] = [];
  let shown = 0;
  for (let turn = 1; taken.length < flawless.length; turn++) {
    const window = Math.ceil(turn * share);
    for (let one = flawless[shown]; one && one.rank <= window; one = flawless[++shown]) {
      const cell = cells.get(one.cell) ?? new Cell<T>();
      cells.set(one.cell, cell);
      cell.add(one);
    }
    const lag = (cell: Cell<T>) => (cell.shown * turn) / shown - cell.takenCount;
    const open = [...cells.values()].filter(({ isEmpty }) => !isEmpty);
    const claim = (cell: Cell<T>) => cell.marks + lag(cell);
    const [next] = open.toSorted((a, b) => claim(b) - claim(a) || lag(b) - lag(a));
    taken.push(...(next?.take() ?? []));
  }
  return [...taken, ...flawed];
}
