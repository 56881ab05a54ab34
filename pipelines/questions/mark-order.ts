// Chooses items from the shortlist once the last reader has marked them.

import type { Measures } from "../../schemas/items/measures.ts";
import { isFlawed, sumOfMarks } from "../items/marks.ts";

/** A candidate of the shortlist that was not rejected. */
export interface MarkedCandidate {
  readonly rank: number;
  readonly measures: Measures;
  /** Type, domain and language, which the shortlist keeps in proportion. */
  readonly cell: string;
}

/** Orders by all marks, then by rank in the shortlist. */
const compareMarks = (a: MarkedCandidate, b: MarkedCandidate): number =>
  sumOfMarks(b.measures) - sumOfMarks(a.measures) || a.rank - b.rank;

/** The candidates of a cell that the window has shown so far. */
class Cell<T extends MarkedCandidate> {
  shownCount = 0;
  takenCount = 0;
  readonly #open: T[] = [];

  add(candidate: T): void {
    this.shownCount += 1;
    const index = this.#open.findIndex(other => compareMarks(candidate, other) < 0);
    this.#open.splice(index < 0 ? this.#open.length : index, 0, candidate);
  }

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  /** Marks of the next candidate. */
  get marks(): number {
    return this.#open[0] === undefined ? 0 : sumOfMarks(this.#open[0].measures);
  }

  take(): T[] {
    this.takenCount += 1;
    return this.#open.splice(0, 1);
  }
}

/**
 * All candidates (given by rank) in the order of choice. A turn chooses from the first turn × `share` candidates of the
 * shortlist, so that a choice of more items only adds to that of fewer. It takes the best by marks; each item that a cell
 * lags behind its share counts as one mark. Flawed candidates come last, in shortlist order.
 */
export function orderByMarks<T extends MarkedCandidate>(
  shortlisted: readonly T[],
  share: number,
): T[] {
  const flawless = shortlisted.filter(({ measures }) => !isFlawed(measures));
  const flawed = shortlisted.filter(({ measures }) => isFlawed(measures));
  const cells = new Map<string, Cell<T>>();
  const chosen: T[] = [];
  let shownCount = 0;
  for (let turn = 1; chosen.length < flawless.length; turn++) {
    const window = Math.ceil(turn * share);
    for (
      let next = flawless[shownCount];
      next && next.rank <= window;
      next = flawless[++shownCount]
    ) {
      const cell = cells.get(next.cell) ?? new Cell<T>();
      cells.set(next.cell, cell);
      cell.add(next);
    }
    const lagOf = (cell: Cell<T>) => (cell.shownCount * turn) / shownCount - cell.takenCount;
    const filledCells = [...cells.values()].filter(({ isEmpty }) => !isEmpty);
    const claimOf = (cell: Cell<T>) => cell.marks + lagOf(cell);
    const [nextCell] = filledCells.toSorted(
      (a, b) => claimOf(b) - claimOf(a) || lagOf(b) - lagOf(a),
    );
    chosen.push(...(nextCell?.take() ?? []));
  }
  return [...chosen, ...flawed];
}
