// Checks the robustness of a decision: repeats it with another judge, without items in doubt, without each group, and weighted by coverage.

import {
  type Check,
  type GroupLead,
  Grouping,
  type Lead,
  type Verdict,
} from "../../../schemas/evaluation/decision.ts";
import { compareTexts } from "../../engine/grouping.ts";
import { type KnownLead, verdictOf } from "./estimates.ts";

/** What is known about an item apart from its scores. */
export interface ItemTraits {
  /** Names of its groups; an item based on several files may have several formats. */
  readonly groups: Readonly<Record<Grouping, readonly string[]>>;
  /** Whether an audit has a finding against it, or a person did not accept it. */
  readonly isDoubted: boolean;
  /** How many of the corpus's documents it represents. */
  readonly coverage: number;
}

/** Estimates a lead; the decision and all its checks use the same estimator. */
export type Estimate = (items: readonly KnownLead[], alpha: number) => Lead;

interface CheckInput {
  readonly items: readonly KnownLead[];
  readonly traitsOf: (itemId: string) => ItemTraits;
  readonly estimate: Estimate;
  readonly alpha: number;
  readonly margin: number | null;
}

/** Minimum number of items for a lead in a group. */
const minItems = 10;

interface Group {
  readonly grouping: Grouping;
  readonly group: string;
  readonly items: readonly KnownLead[];
  readonly rest: readonly KnownLead[];
}

/** Groups that are neither too small nor all of the items, in the order of groupings and names. */
function groupsOf({ items, traitsOf }: Pick<CheckInput, "items" | "traitsOf">): Group[] {
  return Grouping.options.flatMap(grouping => {
    const namesOf = ({ itemId }: KnownLead) => traitsOf(itemId).groups[grouping];
    const names = [...new Set(items.flatMap(namesOf))].sort(compareTexts);
    return names.flatMap(group => {
      const isIn = (item: KnownLead) => namesOf(item).includes(group);
      const [members, rest] = [items.filter(isIn), items.filter(item => !isIn(item))];
      return members.length < minItems || rest.length === 0
        ? []
        : [{ grouping, group, items: members, rest }];
    });
  });
}

/** The lead in each group. The more groups there are, the wider the intervals, so that all hold at once (Bonferroni). */
export function groupLeads(decided: CheckInput): GroupLead[] {
  const { estimate, alpha, margin } = decided;
  const groups = groupsOf(decided);
  return groups.map(({ grouping, group, items }) => {
    const lead = estimate(items, alpha / groups.length);
    return { grouping, group, ...lead, verdict: verdictOf(lead, margin) };
  });
}

/** Whether the other system is now ahead, significantly or not. */
const isReversed = (original: Verdict, { difference }: Lead): boolean =>
  difference !== null && (original === "second" ? difference < 0 : difference > 0);

function outcomeOf(original: Verdict, lead: Lead, repeated: Verdict): Check["outcome"] {
  if (repeated === original) return "stands";
  if (original === "undecided" || original === "alike")
    return repeated === "undecided" ? "weaker" : "decided";
  return isReversed(original, lead) ? "overturned" : "weaker";
}

interface Repetition {
  readonly kind: Check["kind"];
  readonly name: string;
  readonly grouping: Grouping | null;
  readonly items: readonly KnownLead[];
}

const repetition = (
  kind: Check["kind"],
  name: string,
  items: readonly KnownLead[],
): Repetition => ({ kind, name, grouping: null, items });

/** The metric's weights times each item's coverage; null if all items have the same coverage. */
function weightByCoverage({ items, traitsOf }: CheckInput): KnownLead[] | null {
  const coverages = items.map(({ itemId }) => traitsOf(itemId).coverage);
  if (coverages.every(coverage => Math.abs(coverage - (coverages[0] ?? 0)) < 1e-9)) return null;
  return items.map((item, index) => {
    const coverage = coverages[index] as number;
    const people = item.people && { ...item.people, weight: item.people.weight * coverage };
    return { ...item, weight: item.weight * coverage, people };
  });
}

/** Repeats the decision on other items or scores. `secondJudges` has the items as scored by each other judge, by the judge's name. */
export function repeatDecision(
  decided: CheckInput,
  original: Verdict,
  secondJudges: ReadonlyMap<string, readonly KnownLead[]>,
): Check[] {
  const { items, traitsOf, estimate, alpha, margin } = decided;
  const undoubted = items.filter(({ itemId }) => !traitsOf(itemId).isDoubted);
  const weighted = weightByCoverage(decided);
  const repetitions: Repetition[] = [
    ...Array.from(secondJudges, ([name, rejudged]) => repetition("second-judge", name, rejudged)),
    ...(undoubted.length === items.length
      ? []
      : [repetition("without-doubted", String(items.length - undoubted.length), undoubted)]),
    ...groupsOf(decided).map(({ grouping, group, rest }) => ({
      ...repetition("without-group", group, rest),
      grouping,
    })),
    ...(weighted ? [repetition("coverage-weights", "", weighted)] : []),
  ];
  return repetitions.map(({ kind, name, grouping, items: repeatedItems }) => {
    const lead = estimate(repeatedItems, alpha);
    const verdict = verdictOf(lead, margin);
    return { kind, name, grouping, ...lead, verdict, outcome: outcomeOf(original, lead, verdict) };
  });
}
