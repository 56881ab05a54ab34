// A lead that holds at every look: a confidence sequence of what was judged, with people's correction where there is one.

import type { Lead } from "../../../schemas/evaluation/decision.ts";
import { confidenceSequence } from "./confidence-sequence.ts";
import type { KnownLead } from "./estimates.ts";
import { meanInterval } from "./mean-interval.ts";
import { type Decided, decidedAfter, noOffset, type Offset } from "./sequence.ts";

/** How far the judge errs in the mean, by people's verdicts on items drawn by lot; half of the error is spent on it. Null where people judged too few. */
export function judgesError(items: readonly KnownLead[], alpha: number): Offset | null {
  const apart = items.filter(({ same }) => !same);
  const checked = apart.flatMap(({ value, people }) =>
    people ? [{ value: people.value - value, weight: people.weight }] : [],
  );
  const { low, high } = meanInterval(checked, alpha / 2);
  const share = apart.length / Math.max(1, items.length);
  return low === null || high === null ? null : { low: share * low, high: share * high };
}

interface Looked {
  readonly lead: Lead;
  readonly decided: Decided | null;
}

/**
 * By the items in their random order. With an offset the error is shared: half of `alpha` for what is judged, at all looks together,
 * and half for the offset, which is known once.
 */
export function lookAtEach(
  items: readonly KnownLead[],
  alpha: number,
  error: Offset | null = null,
): Looked {
  const values = items.map(({ value }) => value);
  const own = error === null ? alpha : alpha / 2;
  const offset = error ?? noOffset;
  const sequence = confidenceSequence(own);
  for (const value of values) sequence.add(value);
  const { low, high } = sequence.interval();
  const mean = meanInterval(items, alpha).difference;
  return {
    lead: {
      difference: mean === null ? null : mean + (offset.low + offset.high) / 2,
      low: values.length === 0 ? null : Math.max(-1, low + offset.low),
      high: values.length === 0 ? null : Math.min(1, high + offset.high),
      n: values.length,
    },
    decided: decidedAfter(values, own, offset),
  };
}
