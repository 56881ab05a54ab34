// Computes BLEU: how much of an answer is in the reference, in n-grams of one to four tokens.

import type { BleuCounts } from "../../../schemas/evaluation/metrics.ts";

const maxOrder = 4;

export interface Bleu {
  /** With brevity penalty; null if the reference has no tokens. */
  readonly bleu: number | null;
  /** Without it: CRUD-RAG's `bleu-avg`. */
  readonly bleuAvg: number | null;
  /** Precision of each order from 1 to 4; 0 if the text is too short. */
  readonly precisions: readonly number[];
  readonly brevityPenalty: number | null;
}

/**
 * Counts the n-grams of a text and its reference. An n-gram counts at most as often as it occurs in the reference (Papineni et al. 2002, ACL, section 2.1).
 */
export function bleuCounts(
  prediction: readonly string[],
  reference: readonly string[],
): BleuCounts {
  const tokens = numberNgrams(prediction, reference);
  const base = prediction.length + reference.length;
  let ngrams = tokens;
  const matches = [countShared(ngrams)];
  for (let extraTokens = 1; extraTokens < maxOrder; extraTokens++) {
    ngrams = numberNgrams(
      lengthen(ngrams.text, tokens.text.subarray(extraTokens), base),
      lengthen(ngrams.reference, tokens.reference.subarray(extraTokens), base),
    );
    matches.push(countShared(ngrams));
  }
  const totals = matches.map((_, extraTokens) => Math.max(0, prediction.length - extraTokens));
  return { matches, totals, length: prediction.length, referenceLength: reference.length };
}

/** N-grams of one order as numbers, counted from 0 in order of first occurrence. */
interface NumberedNgrams {
  readonly text: Int32Array;
  readonly reference: Int32Array;
}

function numberNgrams<Ngram>(text: ArrayLike<Ngram>, reference: ArrayLike<Ngram>): NumberedNgrams {
  const numberByNgram = new Map<Ngram | undefined, number>();
  const numbersOf = (ngrams: ArrayLike<Ngram>): Int32Array => {
    const numbers = new Int32Array(ngrams.length);
    for (let index = 0; index < ngrams.length; index++) {
      const number = numberByNgram.get(ngrams[index]) ?? numberByNgram.size;
      if (number === numberByNgram.size) numberByNgram.set(ngrams[index], number);
      numbers[index] = number;
    }
    return numbers;
  };
  return { text: numbersOf(text), reference: numbersOf(reference) };
}

/** Combines each n-gram with the token that follows it into one number; all inputs are below `base`. */
function lengthen(ngrams: Int32Array, tokens: Int32Array, base: number): number[] {
  const longerNgrams: number[] = [];
  for (let index = 0; index < tokens.length; index++)
    longerNgrams.push((ngrams[index] ?? 0) * base + (tokens[index] ?? 0));
  return longerNgrams;
}

function countShared({ text, reference }: NumberedNgrams): number {
  const remaining = new Int32Array(text.length + reference.length);
  for (const ngram of reference) remaining[ngram] = (remaining[ngram] ?? 0) + 1;
  let shared = 0;
  for (const ngram of text) {
    const remainingCount = remaining[ngram] ?? 0;
    if (remainingCount === 0) continue;
    remaining[ngram] = remainingCount - 1;
    shared += 1;
  }
  return shared;
}

/**
 * BLEU up to order four, with equal weights and no smoothing: exp(Σ log p / 4) × min(1, exp(1 − r / c)), Papineni et al. (2002), section
 * 2.3. Without smoothing it is 0 if any order has no match, and thus for every text of fewer than four tokens.
 */
export function bleuOf({ matches, totals, length, referenceLength }: BleuCounts): Bleu {
  const precisions = matches.map((count, order) =>
    count === 0 ? 0 : count / (totals[order] ?? count),
  );
  if (referenceLength === 0) return { bleu: null, bleuAvg: null, precisions, brevityPenalty: null };
  const brevityPenalty = length === 0 ? 0 : Math.min(1, Math.exp(1 - referenceLength / length));
  const bleuAvg = precisions.includes(0)
    ? 0
    : Math.exp(precisions.reduce((sum, precision) => sum + Math.log(precision), 0) / maxOrder);
  return { bleu: bleuAvg * brevityPenalty, bleuAvg, precisions, brevityPenalty };
}
