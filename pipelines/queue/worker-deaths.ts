// Rows whose worker ended while it had them: they go to others, but not for ever.

import type { RowEnd } from "../engine/row.ts";
import type { RowTask } from "./messages.ts";

/** Workers that may end with a row in hand before it is set aside: it may be the row that ends them, and each time its calls in flight are paid again. */
const maxDeaths = 3;

/**
 * How the rows of a job are run when it is begun for the so-manieth time. After a death they go one after another, each
 * told of before the next, in turns from either end: so in the end only the row that ends its workers is left.
 */
export function turnOf(
  rows: readonly RowTask[],
  starts: number,
): { readonly order: readonly RowTask[]; readonly how: "at once" | "in turn" | "set aside" } {
  if (starts > maxDeaths) return { order: rows, how: "set aside" };
  if (starts <= 1) return { order: rows, how: "at once" };
  return { order: starts === 2 ? rows.toReversed() : rows, how: "in turn" };
}

/** The end of a row that is set aside: a technical failure, which the next start of the run tries again. */
export const setAside = ({ input, fingerprint }: RowTask): RowEnd => ({
  done: {
    input,
    fingerprint,
    outcome: "failed",
    code: "worker-ended",
    detail: `its worker ended ${maxDeaths} times while it had this row: see the workers' own output for the reason`,
    kind: "technical",
    reply: null,
    calls: [],
    reads: [],
  },
  rows: [],
});
