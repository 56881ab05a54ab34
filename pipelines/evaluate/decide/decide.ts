// Decides between two systems from what is known about each item, and checks how robust the decision is.

import type { Basis, Decision, Lead, Verdict } from "../../../schemas/evaluation/decision.ts";
import { type Examination, examineInOrder, boundsOfJudgeError } from "./anytime-lead.ts";
import {
  type Estimator,
  groupLeads,
  type ItemTraits,
  repeatDecision,
} from "./robustness-checks.ts";
import { type KnownLead, leadByPeople, leadOf, verdictOf } from "./lead-estimates.ts";
import { furtherItemsNeeded } from "./further-items.ts";
import { minVerdicts } from "./prediction-powered-mean.ts";
import { inRandomOrder } from "./sequential-decision.ts";

/** `once`: a single analysis of all items · `last`: the last of several analyses · `any`: an interim analysis, after which more items may follow. */
type Analysis = "once" | "last" | "any";

export interface DecisionInput {
  readonly items: readonly KnownLead[];
  readonly basis: Basis;
  readonly analysis: Analysis;
  /** Error probability left for this analysis. */
  readonly alpha: number;
  readonly margin: number | null;
  readonly randomSeed: number;
  readonly traitsOf: (itemId: string) => ItemTraits;
  /** The same items, scored by other judges. */
  readonly secondJudges: ReadonlyMap<string, readonly KnownLead[]>;
}

const checkedCount = (items: readonly KnownLead[]): number =>
  items.filter(({ isSameAnswer, people }) => !isSameAnswer && people !== null).length;

/** The estimator of a lead from a single analysis. Bounds are null if the basis is people's verdicts and too few items have them. */
const estimatorOf =
  (basis: Basis): Estimator =>
  (items, alpha) => {
    if (basis !== "people") return leadOf(items, alpha);
    const { difference, low, high, n } = leadByPeople(items, alpha);
    return { difference, low, high, n };
  };

/** Examines the items one after another, in random order: the lead, and whether and when it was decided. */
export function examineInRandomOrder({
  items,
  basis,
  alpha,
  randomSeed,
}: Pick<DecisionInput, "items" | "basis" | "alpha" | "randomSeed">): Examination {
  const judgeError = basis === "people" ? boundsOfJudgeError(items, alpha) : null;
  if (basis === "people" && judgeError === null)
    return { lead: estimatorOf(basis)(items, alpha), decision: null };
  return examineInOrder(inRandomOrder(items, randomSeed), alpha, judgeError);
}

function leadAndVerdict(input: DecisionInput): {
  readonly lead: Lead;
  readonly verdict: Verdict;
} {
  const { items, basis, analysis, alpha, margin } = input;
  if (analysis !== "any") {
    const lead = estimatorOf(basis)(items, alpha);
    return { lead, verdict: verdictOf(lead, margin) };
  }
  const { lead, decision } = examineInRandomOrder(input);
  return { lead, verdict: decision?.verdict ?? verdictOf(lead, margin) };
}

function peopleFields({ items, alpha }: DecisionInput): Decision["people"] {
  const verdictCount = checkedCount(items);
  if (verdictCount === 0) return null;
  const { reliance } = leadByPeople(items, alpha);
  return { items: verdictCount, needed: minVerdicts, reliance, judge: leadOf(items, alpha) };
}

type DecisionParts = Pick<Decision, "lead" | "verdict" | "people" | "needed" | "groups" | "checks">;

/** All parts of a decision that follow from the items. */
export function decideOn(input: DecisionInput): DecisionParts {
  const { items, basis, alpha, margin, traitsOf, secondJudges } = input;
  const { lead, verdict } = leadAndVerdict(input);
  const checkInput = { items, traitsOf, estimate: estimatorOf(basis), alpha, margin };
  const people = peopleFields(input);
  const verdictCount = basis === "people" ? (people?.items ?? null) : null;
  return {
    lead,
    verdict,
    people,
    needed: furtherItemsNeeded(lead, { margin, verdicts: verdictCount }),
    groups: groupLeads(checkInput),
    checks: repeatDecision(checkInput, verdict, secondJudges),
  };
}
