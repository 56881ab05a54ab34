// Rows whose worker died while running them: they go to other workers, but not for ever.

import type { RowEnd } from "../engine/row.ts";
import type { RowTask } from "./messages.ts";

/** Worker deaths after which a row is set aside: the row may be the cause, and its calls in flight are paid for again each time. */
const maxDeaths = 3;

/**
 * How to run the rows of a job, by the number of times it was begun. After a death they are run one by one, each
 * reported before the next, from alternate ends: so in the end only the row that kills its workers is left.
 */
export function turnOf(
  rows: readonly RowTask[],
  starts: number,
): { readonly order: readonly RowTask[]; readonly how: "at once" | "in turn" | "set aside" } {
  if (starts > maxDeaths) return { order: rows, how: "set aside" };
  if (starts <= 1) return { order: rows, how: "at once" };
  return { order: starts === 2 ? rows.toReversed() : rows, how: "in turn" };
}

/** The outcome of a row that is set aside: a technical failure, retried at the next start of the run. */
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
