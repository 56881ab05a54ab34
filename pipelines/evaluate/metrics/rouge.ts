// Computes ROUGE-L: how much of the reference is in the answer, in the same order.

export interface RougeL {
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
}

/**
 * Precision, recall and their harmonic mean over the longest common subsequence of tokens: Lin (2004), Text Summarization Branches Out,
 * section 3.1, with β = 1. Null if the reference has no tokens; all three are 0 if only the prediction has none.
 */
export function rougeL(prediction: readonly string[], reference: readonly string[]): RougeL | null {
  if (reference.length === 0) return null;
  const common = lcsOfTokens(prediction, reference);
  if (common === 0) return { precision: 0, recall: 0, f: 0 };
  const precision = common / prediction.length;
  const recall = common / reference.length;
  return { precision, recall, f: (2 * precision * recall) / (precision + recall) };
}

/**
 * The number of tokens in the longest common subsequence: V ← (V + (V & M)) | (V & ~M) for each token of the longer
 * text, where V is initially all ones and M the positions of the token in the shorter one; the zeros of V give the
 * length: Crochemore, Iliopoulos, Pinzon and Reid (2001), Information Processing Letters 80; in this form, Hyyrö
 * (2004), AWOCA.
 */
export function lcsOfTokens(a: readonly string[], b: readonly string[]): number {
  if (a.length < b.length) return lcsOfTokens(b, a);
  const positions = new Map<string, bigint>();
  b.forEach((token, index) =>
    positions.set(token, (positions.get(token) ?? 0n) | (1n << BigInt(index))),
  );
  const ones = (1n << BigInt(b.length)) - 1n;
  let row = ones;
  for (const token of a) {
    const matches = row & (positions.get(token) ?? 0n);
    // The mask drops the carry beyond the last bit.
    if (matches !== 0n) row = ((row + matches) | (row - matches)) & ones;
  }
  return (row ^ ones).toString(2).replaceAll("0", "").length;
}
