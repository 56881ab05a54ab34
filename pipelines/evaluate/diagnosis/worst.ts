// Orders failed items for a person to look at: one of each cause, the most frequent cause first, then the next of each; within a cause the worst first.

import { Cause, type DiagnosisRow } from "../../../schemas/evaluation/diagnosis.ts";
import { compareTexts } from "../../engine/grouping.ts";

const hasFailed = ({ causes }: DiagnosisRow): boolean => causes.length > 0;

const worseFirst = (a: DiagnosisRow, b: DiagnosisRow): number =>
  (a.score ?? 1) - (b.score ?? 1) || compareTexts(a.itemId, b.itemId);

const byCause = (failed: readonly DiagnosisRow[]): (readonly DiagnosisRow[])[] =>
  Cause.options
    .map(cause => failed.filter(({ causes }) => causes.includes(cause)))
    .toSorted((a, b) => b.length - a.length);

/** All failed rows, each once, in rounds over the causes, so that the first few show every cause. */
export function worstFirst(rows: readonly DiagnosisRow[]): DiagnosisRow[] {
  const failed = rows.filter(hasFailed).toSorted(worseFirst);
  const queues = byCause(failed).map(ofCause => ofCause.toReversed());
  const shown = new Set<DiagnosisRow>();
  while (shown.size < failed.length)
    for (const queue of queues) {
      while (shown.has(queue.at(-1) as DiagnosisRow)) queue.pop();
      const next = queue.pop();
      if (next) shown.add(next);
    }
  return [...shown];
}
