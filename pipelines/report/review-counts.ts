// Reads what the CoFE-RAG review accepted: examples by type, and keywords dropped from accepted examples.

import { CofeType } from "../../schemas/items/item-types.ts";
import { answers, type VerdictRow, verdicts } from "../../schemas/items/records.ts";
import type { OpenRun } from "../engine/open-run.ts";

export interface ReviewCounts {
  readonly type: CofeType;
  /** Number of examples with a verdict. */
  readonly reviewed: number;
  readonly accepted: number;
  /** Number of coarse terms rejected in the accepted examples. */
  readonly rejectedTerms: number;
  /** Number of fine lists rejected in the accepted examples. */
  readonly rejectedLists: number;
}

const rejectedKeywordCount = (rows: readonly VerdictRow[], kind: "coarse" | "fine"): number =>
  rows.reduce((sum, { refusedKeywords }) => sum + (refusedKeywords?.[kind].length ?? 0), 0);

/** Null for a run without the CoFE-RAG review. */
export function readReviewCounts(run: OpenRun): ReviewCounts[] | null {
  if (!run.stages.some(({ name }) => name === "cofe/verdicts")) return null;
  const typeOf = new Map<string, string>();
  for (const { id, question } of run.rows(answers)) typeOf.set(id, question.type);
  const verdictRows = [...run.rows(verdicts)];
  return CofeType.options.map(type => {
    const reviewed = verdictRows.filter(({ answerId }) => typeOf.get(answerId) === type);
    const accepted = reviewed.filter(row => row.accepted);
    return {
      type,
      reviewed: reviewed.length,
      accepted: accepted.length,
      rejectedTerms: rejectedKeywordCount(accepted, "coarse"),
      rejectedLists: rejectedKeywordCount(accepted, "fine"),
    };
  });
}
