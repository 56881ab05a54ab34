// Checks the robustness of a decision: repeats it with another judge, without items in doubt, without each group, and weighted by coverage.

import {
  type Check,
  type GroupLead,
  Grouping,
  type Lead,
  type Verdict,
} from "../../../schemas/evaluation/decision.ts";
import { compareStrings } from "../../engine/grouping.ts";
import { type KnownLead, verdictOf } from "./lead-estimates.ts";

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
export type Estimator = (items: readonly KnownLead[], alpha: number) => Lead;

interface RobustnessInput {
  readonly items: readonly KnownLead[];
  readonly traitsOf: (itemId: string) => ItemTraits;
  readonly estimate: Estimator;
  readonly alpha: number;
  readonly margin: number | null;
}

/** Minimum number of items for a lead in a group. */
const minItems = 10;

interface Group {
  readonly grouping: Grouping;
  readonly group: string;
  readonly items: readonly KnownLead[];
  readonly otherItems: readonly KnownLead[];
}

/** Groups that are neither too small nor all of the items, in the order of groupings and names. */
function groupsOf({ items, traitsOf }: Pick<RobustnessInput, "items" | "traitsOf">): Group[] {
  return Grouping.options.flatMap(grouping => {
    const namesOf = ({ itemId }: KnownLead) => traitsOf(itemId).groups[grouping];
    const names = [...new Set(items.flatMap(namesOf))].sort(compareStrings);
    return names.flatMap(group => {
      const isIn = (item: KnownLead) => namesOf(item).includes(group);
      const [members, otherItems] = [items.filter(isIn), items.filter(item => !isIn(item))];
      return members.length < minItems || otherItems.length === 0
        ? []
        : [{ grouping, group, items: members, otherItems }];
    });
  });
}

/** The lead in each group. The more groups there are, the wider the intervals, so that all hold at once (Bonferroni). */
export function groupLeads(input: RobustnessInput): GroupLead[] {
  const { estimate, alpha, margin } = input;
  const groups = groupsOf(input);
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

/** The items with their weights multiplied by their coverage; null if all items have the same coverage. */
function weightByCoverage({ items, traitsOf }: RobustnessInput): KnownLead[] | null {
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
  input: RobustnessInput,
  original: Verdict,
  secondJudges: ReadonlyMap<string, readonly KnownLead[]>,
): Check[] {
  const { items, traitsOf, estimate, alpha, margin } = input;
  const trustedItems = items.filter(({ itemId }) => !traitsOf(itemId).isDoubted);
  const itemsByCoverage = weightByCoverage(input);
  const repetitions: Repetition[] = [
    ...Array.from(secondJudges, ([name, rejudged]) => repetition("second-judge", name, rejudged)),
    ...(trustedItems.length === items.length
      ? []
      : [repetition("without-doubted", String(items.length - trustedItems.length), trustedItems)]),
    ...groupsOf(input).map(({ grouping, group, otherItems }) => ({
      ...repetition("without-group", group, otherItems),
      grouping,
    })),
    ...(itemsByCoverage ? [repetition("coverage-weights", "", itemsByCoverage)] : []),
  ];
  return repetitions.map(({ kind, name, grouping, items: repeatedItems }) => {
    const lead = estimate(repeatedItems, alpha);
    const verdict = verdictOf(lead, margin);
    return { kind, name, grouping, ...lead, verdict, outcome: outcomeOf(original, lead, verdict) };
  });
}
