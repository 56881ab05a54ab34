// Which of the shortlist become items, once a last reader has marked them.

import type { Measures } from "../../schemas/items/measures.ts";
import { isFlawed, marksOf } from "../items/marks.ts";

/** A candidate of the shortlist that still stands. */
export interface Marked {
  readonly rank: number;
  readonly measures: Measures;
  /** Type, domain and language: what the shortlist has kept in proportion. */
  readonly cell: string;
}

/** By all marks, then as the shortlist has them. */
const byMarks = (a: Marked, b: Marked): number =>
  marksOf(b.measures) - marksOf(a.measures) || a.rank - b.rank;

/** What the window has shown of a cell so far. */
class Cell<T extends Marked> {
  shown = 0;
  had = 0;
  readonly #open: T[] = [];

  add(one: T): void {
    this.shown += 1;
    const at = this.#open.findIndex(other => byMarks(one, other) < 0);
    this.#open.splice(at < 0 ? this.#open.length : at, 0, one);
  }

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  /** Of the one that comes next. */
  get marks(): number {
    return this.#open[0] === undefined ? 0 : marksOf(this.#open[0].measures);
  }

  take(): T[] {
    this.had += 1;
    return this.#open.splice(0, 1);
  }
}

/**
 * All of them, in the order of choice; listed by rank. The item of a turn is drawn from so much of the shortlist as
 * fewer items would have had (turn × `share`): more items only add to fewer. It is the best by its marks, where an item
 * that a cell is behind its share counts as much as a mark. Flawed ones come when there are no others, as the shortlist has them.
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
    const lag = (cell: Cell<T>) => (cell.shown * turn) / shown - cell.had;
    const open = [...cells.values()].filter(({ isEmpty }) => !isEmpty);
    const claim = (cell: Cell<T>) => cell.marks + lag(cell);
    const [next] = open.toSorted((a, b) => claim(b) - claim(a) || lag(b) - lag(a));
    taken.push(...(next?.take() ?? []));
  }
  return [...taken, ...flawed];
}
