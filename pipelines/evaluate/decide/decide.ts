// Decides between two systems from what is known of each item, and checks how robust the decision is.

import type { Basis, Decision, Lead, Verdict } from "../../../schemas/evaluation/decision.ts";
import { judgesError, lookAtEach } from "./any-time.ts";
import { type Estimate, groupLeads, type ItemTraits, repeatDecision } from "./checks.ts";
import { type KnownLead, leadByPeople, leadOf, verdictOf } from "./estimates.ts";
import { itemsNeededFor } from "./items-needed.ts";
import { minChecked } from "./people-corrected.ts";
import { type Decided, inRandomOrder } from "./sequence.ts";

/** `once`: a single look at all items · `last`: the final look of several · `any`: more items will follow, or may be left out. */
type Look = "once" | "last" | "any";

export interface Deciding {
  readonly items: readonly KnownLead[];
  readonly basis: Basis;
  readonly look: Look;
  /** Error probability that is left for this look. */
  readonly alpha: number;
  readonly margin: number | null;
  readonly randomSeed: number;
  readonly traitsOf: (itemId: string) => ItemTraits;
  /** The same items, scored by other judges. */
  readonly secondJudges: ReadonlyMap<string, readonly KnownLead[]>;
}

const bare = ({ difference, low, high, n }: Lead): Lead => ({ difference, low, high, n });

const checkedBy = (items: readonly KnownLead[]): number =>
  items.filter(({ same, people }) => !same && people !== null).length;

/** The lead at one look; without bounds if it is based on people and they judged too few. */
const estimateOf =
  (basis: Basis): Estimate =>
  (items, alpha) =>
    bare(basis === "people" ? leadByPeople(items, alpha) : leadOf(items, alpha));

/** The lead and its verdict from looking at the items one after another. */
export function lookedAt({
  items,
  basis,
  alpha,
  randomSeed,
}: Pick<Deciding, "items" | "basis" | "alpha" | "randomSeed">): {
  readonly lead: Lead;
  readonly decided: Decided | null;
} {
  const error = basis === "people" ? judgesError(items, alpha) : null;
  const ordered = inRandomOrder(items, randomSeed);
  if (basis === "people" && error === null)
    return { lead: estimateOf(basis)(items, alpha), decided: null };
  return lookAtEach(ordered, alpha, error);
}

function headOf(deciding: Deciding): { readonly lead: Lead; readonly verdict: Verdict } {
  const { items, basis, look, alpha, margin } = deciding;
  if (look !== "any") {
    const lead = estimateOf(basis)(items, alpha);
    return { lead, verdict: verdictOf(lead, margin) };
  }
  const { lead, decided } = lookedAt(deciding);
  return { lead, verdict: decided?.verdict ?? verdictOf(lead, margin) };
}

function peopleOf({ items, alpha }: Deciding): Decision["people"] {
  const checked = checkedBy(items);
  if (checked === 0) return null;
  const { reliance } = leadByPeople(items, alpha);
  return {
    items: checked,
    needed: minChecked,
    reliance,
    judge: leadOf(items, alpha),
  };
}

type DecisionParts = Pick<Decision, "lead" | "verdict" | "people" | "needed" | "groups" | "checks">;

/** All parts of a decision that follow from the items. */
export function decideOn(deciding: Deciding): DecisionParts {
  const { items, basis, alpha, margin, traitsOf, secondJudges } = deciding;
  const { lead, verdict } = headOf(deciding);
  const decided = { items, traitsOf, estimate: estimateOf(basis), alpha, margin };
  const people = peopleOf(deciding);
  const verdicts = basis === "people" ? (people?.items ?? null) : null;
  return {
    lead,
    verdict,
    people,
    needed: itemsNeededFor(lead, { margin, verdicts }),
    groups: groupLeads(decided),
    checks: repeatDecision(decided, verdict, secondJudges),
  };
}
