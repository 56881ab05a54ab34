// The lead of one system over another from what is known of the items: by code or a judge alone, or corrected by people.

import type { Lead, Verdict } from "../../../schemas/evaluation/decision.ts";
import { normalTail } from "../statistics/quantiles.ts";
import { type Difference, meanInterval } from "./mean-interval.ts";
import { leadByChances } from "./drawn-people.ts";
import type { PairedLead } from "./paired-leads.ts";
import { correctedByPeople, minChecked } from "./people-corrected.ts";

/** An item's lead, and its lead according to people. */
export interface KnownLead extends PairedLead {
  /** Both systems gave the same answer, so any judge scores both the same. */
  readonly same: boolean;
  /** Null if no person judged both answers; `weight` is how many items it represents, `chance` its chance of being drawn if items had different ones. */
  readonly people: {
    readonly value: number;
    readonly weight: number;
    readonly chance?: number;
  } | null;
}

export interface PeopleLead extends Lead {
  /** Items with people's verdicts. */
  readonly people: number;
  readonly reliance: number | null;
}

const weightOf = (items: readonly Difference[]): number =>
  items.reduce((sum, { weight }) => sum + weight, 0);

/** The lead by the metric's values alone. */
export function leadOf(items: readonly Difference[], alpha: number): Lead {
  return meanInterval(items, alpha);
}

const asPeopleSay = ({ value, weight, people }: KnownLead): Difference => ({
  value: people?.value ?? value,
  weight,
});

/** Whether people judged enough of the differing answers to correct a judge, or all of them. */
export function isSetRight(items: readonly KnownLead[]): boolean {
  const apart = items.filter(({ same }) => !same);
  const checked = apart.filter(({ people }) => people !== null).length;
  return checked >= Math.min(minChecked, Math.max(1, apart.length));
}

/**
 * The lead corrected by people. If both answers are the same, the lead is 0, whoever judges: people correct the rest, and its share of all
 * items is estimated as well (the variance of a product, Goodman 1960, JASA 55). If people judged all of them, the judge is ignored. No bounds if people judged too few.
 */
export function leadByPeople(items: readonly KnownLead[], alpha: number): PeopleLead {
  const apart = items.filter(({ same }) => !same);
  const judgedByAll = apart.every(({ people }) => people !== null);
  if (!judgedByAll && apart.some(({ people }) => people?.chance !== undefined)) {
    const found = leadByChances(items, alpha);
    return isSetRight(items) ? found : { ...found, low: null, high: null };
  }
  const checked = apart.flatMap(({ value: judge, people }) =>
    people ? [{ judge, people: people.value, weight: people.weight }] : [],
  );
  const judgedOnly = apart.filter(({ people }) => people === null);
  const corrected = correctedByPeople(checked, judgedOnly, alpha);
  const known = { n: items.length, people: checked.length };
  if (judgedOnly.length === 0 && checked.length > 0)
    return { ...meanInterval(items.map(asPeopleSay), alpha), reliance: 0, people: checked.length };
  if (corrected === null)
    return {
      difference: meanInterval(items, alpha).difference,
      low: null,
      high: null,
      reliance: null,
      ...known,
    };
  const share = weightOf(apart) / weightOf(items);
  const z = normalTail(alpha / 2);
  const ofShare = z * corrected.difference * Math.sqrt((share * (1 - share)) / items.length);
  const away = (end: number) => Math.hypot(share * (end - corrected.difference), ofShare);
  const difference = share * corrected.difference;
  return {
    difference,
    low: difference - away(corrected.low),
    high: difference + away(corrected.high),
    reliance: corrected.reliance,
    ...known,
  };
}

/** The system that the interval favours; a lead that is smaller than the margin still counts. */
export function verdictOf({ low, high }: Lead, margin: number | null = null): Verdict {
  if (low === null || high === null) return "undecided";
  if (low > 0) return "second";
  if (high < 0) return "first";
  return margin !== null && low > -margin && high < margin ? "alike" : "undecided";
}
