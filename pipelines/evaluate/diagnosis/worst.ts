// Which failed items a person looks at first: of each cause one, the most frequent cause first, and so on; within a cause the worst.

import { Cause, type DiagnosisRow } from "../../../schemas/evaluation/diagnosis.ts";
import { compareTexts } from "../../engine/grouping.ts";

const hasFailed = ({ causes }: DiagnosisRow): boolean => causes.length > 0;

const worseFirst = (a: DiagnosisRow, b: DiagnosisRow): number =>
  (a.score ?? 1) - (b.score ?? 1) || compareTexts(a.itemId, b.itemId);

const byCause = (failed: readonly DiagnosisRow[]): (readonly DiagnosisRow[])[] =>
  Cause.options
    .map(cause => failed.filter(({ causes }) => causes.includes(cause)))
    .toSorted((a, b) => b.length - a.length);

/** All that failed, in rounds over the causes, so that the first few show each of them; a row stands once. */
export function worstFirst(rows: readonly DiagnosisRow[]): DiagnosisRow[] {
  const failed = rows.filter(hasFailed).toSorted(worseFirst);
  const queues = byCause(failed).map(mine => mine.toReversed());
  const shown = new Set<DiagnosisRow>();
  while (shown.size < failed.length)
    for (const queue of queues) {
      while (shown.has(queue.at(-1) as DiagnosisRow)) queue.pop();
      const next = queue.pop();
      if (next) shown.add(next);
    }
  return [...shown];
}
