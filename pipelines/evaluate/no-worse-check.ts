// Decides from the paired interval whether a system is worse than another by more than a margin, or leaves it undecided.

import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import type { NoWorseResult } from "../../schemas/evaluation/result.ts";
import { type Difference, meanInterval } from "./decide/mean-interval.ts";
import { furtherItemsNeeded } from "./decide/further-items.ts";
import { pairLeads } from "./decide/paired-leads.ts";
import { normalQuantile } from "./statistics/quantiles.ts";
import { countedScores, type GateInput } from "./gate.ts";

interface NoWorseInput {
  /** Scores of this system. */
  readonly gateInput: GateInput;
  /** The other system's scores, and their folder. */
  readonly otherScores: readonly ScoreRow[];
  readonly otherFolder: string;
  readonly metric: Metric;
  /** From 0 to 1. */
  readonly margin: number;
}

/**
 * Error probability of either outcome: each is a one-sided test, and only one of them can be wrong for a given
 * system. It is slightly below 5%, because normal theory is inexact if few items differ: at 0.05, a system just
 * beyond the margin passes in 5.4% of cases (tests/bench/decisions.ts).
 */
const outcomeAlpha = 0.045;
const z = normalQuantile(outcomeAlpha);

/** The lead with the interval that decides: each of its bounds has the error probability `outcomeAlpha`. */
export const noWorseLead = (items: readonly Difference[]): NoWorseResult["lead"] =>
  meanInterval(items, 2 * outcomeAlpha);

type Outcome = Pick<NoWorseResult, "outcome" | "more">;

/** The outcome of a lead's interval (`noWorseLead`); if it is undecided, with the number of further items that the observed difference needs. */
export function outcomeOf(lead: NoWorseResult["lead"], margin: number): Outcome {
  const { difference, low, high } = lead;
  if (low !== null && low > -margin) return { outcome: "passes", more: null };
  if (high !== null && high < -margin) return { outcome: "fails", more: null };
  const leadBeyondMargin = {
    ...lead,
    difference: difference === null ? null : difference + margin,
  };
  const needed = furtherItemsNeeded(leadBeyondMargin, { margin: null, verdicts: null, z });
  return { outcome: "undecided", more: needed && Math.max(1, needed.more) };
}

/**
 * Two one-sided tests of the paired differences against the margin (Piaggio et al. 2012, JAMA 308; Schuirmann 1987, Journal of Pharmacokinetics and
 * Biopharmaceutics 15): the system passes if their interval is above −margin, fails if it is below, and is undecided otherwise. A system with
 * the same score on every item passes, however few items there are. Only items on which the other system has a value count; if this system has
 * none there, or no prediction, it gets the worst value.
 */
export function checkNoWorse({
  gateInput,
  otherScores,
  otherFolder,
  metric,
  margin,
}: NoWorseInput): NoWorseResult {
  const { rows } = countedScores(gateInput, metric);
  const leads = pairLeads(otherScores, rows, metric);
  const comparedIds = new Set(leads.map(({ itemId }) => itemId));
  const idsWithValue = new Set(
    gateInput.scores.flatMap(({ itemId, values }) => (values[metric] == null ? [] : [itemId])),
  );
  const lead = noWorseLead(leads);
  const isSame = leads.length > 0 && leads.every(({ value }) => value === 0);
  return {
    metric,
    than: otherFolder,
    margin,
    lead,
    failed: [...comparedIds].filter(itemId => !idsWithValue.has(itemId)).length,
    ...(isSame ? { outcome: "passes" as const, more: null } : outcomeOf(lead, margin)),
  };
}
