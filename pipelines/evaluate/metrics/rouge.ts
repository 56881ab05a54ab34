// ROUGE-L: how much of the reference is in the answer, in the same order.

import { lcsOfTokens } from "../../text/lcs.ts";

export interface RougeL {
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
}

/**
 * Precision, recall and their harmonic mean over the longest common subsequence of tokens: Lin (2004), Text Summarization Branches Out,
 * section 3.1, with β = 1. Null if the reference has no tokens; all are 0 if only the prediction has none.
 */
export function rougeL(prediction: readonly string[], reference: readonly string[]): RougeL | null {
  if (reference.length === 0) return null;
  const common = lcsOfTokens(prediction, reference);
  if (common === 0) return { precision: 0, recall: 0, f: 0 };
  const precision = common / prediction.length;
  const recall = common / reference.length;
  return { precision, recall, f: (2 * precision * recall) / (precision + recall) };
}
