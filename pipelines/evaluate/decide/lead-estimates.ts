// Estimates one system's lead over another: from the metric's values alone, or corrected by people's verdicts.

import type { Lead, Verdict } from "../../../schemas/evaluation/decision.ts";
import { normalQuantile } from "../statistics/quantiles.ts";
import { sum } from "../sum.ts";
import { type Difference, meanInterval } from "./mean-interval.ts";
import { leadByDrawnItems } from "./drawn-verdicts.ts";
import type { PairedLead } from "./paired-leads.ts";
import { correctedByPeople, minVerdicts } from "./prediction-powered-mean.ts";

/** An item's lead according to the metric and, if people judged it, according to people. */
export interface KnownLead extends PairedLead {
  /** Both systems gave the same answer, so any judge scores both the same. */
  readonly isSameAnswer: boolean;
  /** Null if no person judged both answers. `weight`: how many items it represents. `chance`: its chance of being drawn, if chances differed. */
  readonly people: {
    readonly value: number;
    readonly weight: number;
    readonly chance?: number;
  } | null;
}

interface LeadByPeople extends Lead {
  /** Items with people's verdicts. */
  readonly people: number;
  readonly reliance: number | null;
}

const weightOf = (items: readonly Difference[]): number => sum(items.map(({ weight }) => weight));

/** The lead according to the metric's values alone. */
export function leadOf(items: readonly Difference[], alpha: number): Lead {
  return meanInterval(items, alpha);
}

const differenceByPeople = ({ value, weight, people }: KnownLead): Difference => ({
  value: people?.value ?? value,
  weight,
});

/** Whether people judged enough of the differing answers to correct a judge, or all of them. */
export function hasEnoughVerdicts(items: readonly KnownLead[]): boolean {
  const differingItems = items.filter(({ isSameAnswer }) => !isSameAnswer);
  const checkedCount = differingItems.filter(({ people }) => people !== null).length;
  return checkedCount >= Math.min(minVerdicts, Math.max(1, differingItems.length));
}

/**
 * The lead corrected by people's verdicts. If both answers are the same, the lead is 0, whoever judges. People correct the other items, whose share of all
 * items is estimated as well (variance of a product: Goodman 1960, JASA 55). If people judged all of these, the judge is ignored. Bounds are null if people judged too few.
 */
export function leadByPeople(items: readonly KnownLead[], alpha: number): LeadByPeople {
  const differingItems = items.filter(({ isSameAnswer }) => !isSameAnswer);
  const isFullyChecked = differingItems.every(({ people }) => people !== null);
  if (!isFullyChecked && differingItems.some(({ people }) => people?.chance !== undefined)) {
    const drawnLead = leadByDrawnItems(items, alpha);
    return hasEnoughVerdicts(items) ? drawnLead : { ...drawnLead, low: null, high: null };
  }
  const checkedItems = differingItems.flatMap(({ value: judge, people }) =>
    people ? [{ judge, people: people.value, weight: people.weight }] : [],
  );
  const judgedOnly = differingItems.filter(({ people }) => people === null);
  const corrected = correctedByPeople(checkedItems, judgedOnly, alpha);
  const counts = { n: items.length, people: checkedItems.length };
  if (judgedOnly.length === 0 && checkedItems.length > 0)
    return { ...meanInterval(items.map(differenceByPeople), alpha), reliance: 0, ...counts };
  if (corrected === null)
    return {
      difference: meanInterval(items, alpha).difference,
      low: null,
      high: null,
      reliance: null,
      ...counts,
    };
  const share = weightOf(differingItems) / weightOf(items);
  const z = normalQuantile(alpha / 2);
  const shareError = z * corrected.difference * Math.sqrt((share * (1 - share)) / items.length);
  const distanceTo = (bound: number) =>
    Math.hypot(share * (bound - corrected.difference), shareError);
  const difference = share * corrected.difference;
  return {
    difference,
    low: difference - distanceTo(corrected.low),
    high: difference + distanceTo(corrected.high),
    reliance: corrected.reliance,
    ...counts,
  };
}

/** The system that the interval favours, even by less than the margin; `alike` if the interval is within the margin. */
export function verdictOf({ low, high }: Lead, margin: number | null = null): Verdict {
  if (low === null || high === null) return "undecided";
  if (low > 0) return "second";
  if (high < 0) return "first";
  return margin !== null && low > -margin && high < margin ? "alike" : "undecided";
}
