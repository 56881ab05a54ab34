// Whether a system is no worse than another, by more than a margin: by the paired interval, or not decided yet.

import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import type { NoWorseResult } from "../../schemas/evaluation/result.ts";
import { type Difference, type MeanInterval, meanInterval } from "./decide/mean-interval.ts";
import { neededFor } from "./decide/needed.ts";
import { pairLeads } from "./decide/paired-leads.ts";
import { normalTail } from "./statistics/quantiles.ts";
import { countedScores, type GatedScores } from "./gate.ts";

interface Compared {
  /** Of this system. */
  readonly gated: GatedScores;
  /** The other's scores, and the folder they stand in. */
  readonly other: readonly ScoreRow[];
  readonly than: string;
  readonly metric: Metric;
  /** From 0 to 1. */
  readonly margin: number;
}

/**
 * Probability with which either answer is wrong: each is a one-sided test, and only one of them can be wrong of any one system. 5 %, less a
 * little for what normal theory misses where few items differ: at 0.05 a system just beyond the margin passes in 5.4 % (tests/bench/decisions.ts).
 */
const ofEither = 0.045;
const z = normalTail(ofEither);

/** What the answers are read from: either end errs with that probability. */
export const noWorseLead = (items: readonly Difference[]): MeanInterval =>
  meanInterval(items, 2 * ofEither);

type Outcome = Pick<NoWorseResult, "outcome" | "more">;

/** By the interval of a lead (`noWorseLead`); undecided, the items are those that tell the difference seen from the margin. */
export function outcomeOf(lead: NoWorseResult["lead"], margin: number): Outcome {
  const { difference, low, high } = lead;
  if (low !== null && low > -margin) return { outcome: "passes", more: null };
  if (high !== null && high < -margin) return { outcome: "fails", more: null };
  const away = { ...lead, difference: difference === null ? null : difference + margin };
  const needed = neededFor(away, { margin: null, verdicts: null, z });
  return { outcome: "undecided", more: needed && Math.max(1, needed.more) };
}

/**
 * Two one-sided tests of the paired differences against the margin (Piaggio et al. 2012, JAMA 308; Schuirmann 1987, Journal of Pharmacokinetics and
 * Biopharmaceutics 15): it passes where their interval lies above −margin, fails where it lies below, and is undecided else. What scores the same on every item passes, however few there are. Over the items on which the other has a value; where this system has
 * none, or no prediction, it counts as the worst there is.
 */
export function checkNoWorse({ gated, other, than, metric, margin }: Compared): NoWorseResult {
  const { rows } = countedScores(gated, metric);
  const leads = pairLeads(other, rows, metric);
  const compared = new Set(leads.map(({ itemId }) => itemId));
  const valued = new Set(
    gated.scores.flatMap(({ itemId, values }) => (values[metric] == null ? [] : [itemId])),
  );
  const lead = noWorseLead(leads);
  const isSame = leads.length > 0 && leads.every(({ value }) => value === 0);
  return {
    metric,
    than,
    margin,
    lead,
    failed: [...compared].filter(itemId => !valued.has(itemId)).length,
    ...(isSame ? { outcome: "passes" as const, more: null } : outcomeOf(lead, margin)),
  };
}
