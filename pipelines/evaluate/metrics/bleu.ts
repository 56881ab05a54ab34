// BLEU: how much of an answer is in the reference, in n-grams of one to four tokens.

import type { BleuCounts } from "../../../schemas/evaluation/metrics.ts";

const ORDERS = 4;

export interface Bleu {
  /** With brevity penalty; null if the reference has no tokens. */
  readonly bleu: number | null;
  /** Without it: CRUD-RAG's `bleu-avg`. */
  readonly bleuAvg: number | null;
  /** By order from 1 to 4; 0 if the text is too short. */
  readonly precisions: readonly number[];
  readonly brevityPenalty: number | null;
}

/**
 * Counts for one text and one reference, in tokens; an n-gram counts at most as often as it occurs in the reference (Papineni et al. 2002, ACL, section 2.1).
 */
export function bleuCounts(
  prediction: readonly string[],
  reference: readonly string[],
): BleuCounts {
  const tokens = numberRuns(prediction, reference);
  const base = prediction.length + reference.length;
  let runs = tokens;
  const matches = [countShared(runs)];
  for (let more = 1; more < ORDERS; more++) {
    runs = numberRuns(
      lengthen(runs.text, tokens.text.subarray(more), base),
      lengthen(runs.reference, tokens.reference.subarray(more), base),
    );
    matches.push(countShared(runs));
  }
  const totals = matches.map((_, more) => Math.max(0, prediction.length - more));
  return { matches, totals, length: prediction.length, referenceLength: reference.length };
}

/** N-grams of one order as numbers, from 0 in order of first occurrence. */
interface TokenNumbers {
  readonly text: Int32Array;
  readonly reference: Int32Array;
}

function numberRuns<Run>(text: ArrayLike<Run>, reference: ArrayLike<Run>): TokenNumbers {
  const known = new Map<Run | undefined, number>();
  const numbersOf = (runs: ArrayLike<Run>): Int32Array => {
    const numbers = new Int32Array(runs.length);
    for (let at = 0; at < runs.length; at++) {
      const number = known.get(runs[at]) ?? known.size;
      if (number === known.size) known.set(runs[at], number);
      numbers[at] = number;
    }
    return numbers;
  };
  return { text: numbersOf(text), reference: numbersOf(reference) };
}

/** Each token combined with the n-gram before it into one number; all inputs are below `base`. */
function lengthen(runs: Int32Array, tokens: Int32Array, base: number): number[] {
  const longer: number[] = [];
  for (let at = 0; at < tokens.length; at++)
    longer.push((runs[at] ?? 0) * base + (tokens[at] ?? 0));
  return longer;
}

function countShared({ text, reference }: TokenNumbers): number {
  const remaining = new Int32Array(text.length + reference.length);
  for (const run of reference) remaining[run] = (remaining[run] ?? 0) + 1;
  let shared = 0;
  for (const run of text) {
    const rest = remaining[run] ?? 0;
    if (rest === 0) continue;
    remaining[run] = rest - 1;
    shared += 1;
  }
  return shared;
}

/**
 * BLEU up to order four, all orders weighted equally, not smoothed: exp(Σ log p / 4) × min(1, exp(1 − r / c)), Papineni et al. (2002), section
 * 2.3. Without smoothing it is 0 if one order has no match, thus for every text of fewer than four tokens.
 */
export function bleuOf({ matches, totals, length, referenceLength }: BleuCounts): Bleu {
  const precisions = matches.map((count, order) =>
    count === 0 ? 0 : count / (totals[order] ?? count),
  );
  if (referenceLength === 0) return { bleu: null, bleuAvg: null, precisions, brevityPenalty: null };
  const brevityPenalty = length === 0 ? 0 : Math.min(1, Math.exp(1 - referenceLength / length));
  const bleuAvg = precisions.includes(0)
    ? 0
    : Math.exp(precisions.reduce((sum, precision) => sum + Math.log(precision), 0) / ORDERS);
  return { bleu: bleuAvg * brevityPenalty, bleuAvg, precisions, brevityPenalty };
}
