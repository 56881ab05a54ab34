// Estimates a lead whose interval stays valid however often it is inspected: a confidence sequence across judged items, corrected by people's verdicts if there are any.

import type { Lead } from "../../../schemas/evaluation/decision.ts";
import { confidenceSequence } from "./confidence-sequence.ts";
import type { KnownLead } from "./lead-estimates.ts";
import { meanInterval } from "./mean-interval.ts";
import {
  type SequenceDecision,
  decideInSequence,
  zeroOffset,
  type Offset,
} from "./sequential-decision.ts";

/** Bounds of the judge's mean error, from people's verdicts on randomly drawn items. They use half of alpha. Null if people judged too few items. */
export function boundsOfJudgeError(items: readonly KnownLead[], alpha: number): Offset | null {
  const differingItems = items.filter(({ isSameAnswer }) => !isSameAnswer);
  const judgeErrors = differingItems.flatMap(({ value, people }) =>
    people ? [{ value: people.value - value, weight: people.weight }] : [],
  );
  const { low, high } = meanInterval(judgeErrors, alpha / 2);
  const share = differingItems.length / Math.max(1, items.length);
  return low === null || high === null ? null : { low: share * low, high: share * high };
}

export interface Examination {
  readonly lead: Lead;
  readonly decision: SequenceDecision | null;
}

/**
 * The lead over items that are in random order. With bounds of the judge's error, `alpha` is split: half for the judged
 * items, across all interim analyses, and half for the error, which is estimated once.
 */
export function examineInOrder(
  items: readonly KnownLead[],
  alpha: number,
  judgeError: Offset | null = null,
): Examination {
  const leads = items.map(({ value }) => value);
  const sequenceAlpha = judgeError === null ? alpha : alpha / 2;
  const offset = judgeError ?? zeroOffset;
  const sequence = confidenceSequence(sequenceAlpha);
  for (const value of leads) sequence.add(value);
  const { low, high } = sequence.interval();
  const mean = meanInterval(items, alpha).difference;
  return {
    lead: {
      difference: mean === null ? null : mean + (offset.low + offset.high) / 2,
      low: leads.length === 0 ? null : Math.max(-1, low + offset.low),
      high: leads.length === 0 ? null : Math.min(1, high + offset.high),
      n: leads.length,
    },
    decision: decideInSequence(leads, sequenceAlpha, offset),
  };
}
