// Decides how to run rows whose worker died while it had them: other workers take them, but not forever.

import type { RowEnd } from "../engine/row.ts";
import type { RowTask } from "./messages.ts";

/** Number of worker deaths after which a row is set aside: it may be the cause, and its calls in flight are paid for again each time. */
const maxDeaths = 3;

/**
 * Decides how to run the rows of a job, by the number of times it was begun. After a death they are run one by one, each
 * reported before the next begins, from alternate ends, so that finally only the row that kills its workers is left.
 */
export function orderOfRun(
  rows: readonly RowTask[],
  startCount: number,
): { readonly order: readonly RowTask[]; readonly mode: "at once" | "in turn" | "set aside" } {
  if (startCount > maxDeaths) return { order: rows, mode: "set aside" };
  if (startCount <= 1) return { order: rows, mode: "at once" };
  return { order: startCount === 2 ? rows.toReversed() : rows, mode: "in turn" };
}

/** The outcome of a row that is set aside: a technical failure, retried at the next start of the run. */
export const setAsideOutcome = ({ input, fingerprint }: RowTask): RowEnd => ({
  done: {
    input,
    fingerprint,
    outcome: "failed",
    code: "worker-ended",
    detail: `its worker died ${maxDeaths} times while it had this row: see the workers' own output for the reason`,
    kind: "technical",
    reply: null,
    calls: [],
    reads: [],
  },
  rows: [],
});
