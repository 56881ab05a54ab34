// Robustness of a decision: taken again with another judge, without doubted items, without each group, weighted by coverage.

import {
  type Check,
  type GroupLead,
  Grouping,
  type Lead,
  type Verdict,
} from "../../../schemas/evaluation/decision.ts";
import { compareTexts } from "../../engine/grouping.ts";
import { type KnownLead, verdictOf } from "./estimates.ts";

/** Traits of an item besides its scores. */
export interface ItemTraits {
  /** Names of its groups; an item over several files may be of several formats. */
  readonly groups: Readonly<Record<Grouping, readonly string[]>>;
  /** An audit or a person has something against it. */
  readonly isDoubted: boolean;
  /** How many documents of the corpus it represents. */
  readonly coverage: number;
}

/** The estimator of a lead, the same for everything decided here. */
export type Estimate = (items: readonly KnownLead[], alpha: number) => Lead;

export interface Decided {
  readonly items: readonly KnownLead[];
  readonly traitsOf: (itemId: string) => ItemTraits;
  readonly estimate: Estimate;
  readonly alpha: number;
  readonly margin: number | null;
}

/** Groups with fewer items are too small to decide on. */
const minItems = 10;

interface Group {
  readonly grouping: Grouping;
  readonly group: string;
  readonly items: readonly KnownLead[];
  readonly rest: readonly KnownLead[];
}

/** Groups that are neither all items nor too few, in the order of groupings and names. */
function groupsOf({ items, traitsOf }: Pick<Decided, "items" | "traitsOf">): Group[] {
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

/** The lead in each group. The more groups, the wider their intervals, so that all hold at once (Bonferroni). */
export function groupLeads(decided: Decided): GroupLead[] {
  const { estimate, alpha, margin } = decided;
  const groups = groupsOf(decided);
  return groups.map(({ grouping, group, items }) => {
    const { difference, low, high, n } = estimate(items, alpha / groups.length);
    const lead = { difference, low, high, n };
    return { grouping, group, ...lead, verdict: verdictOf(lead, margin) };
  });
}

/** Whether the sign has changed, significantly or not. */
const turned = (before: Verdict, { difference }: Lead): boolean =>
  difference !== null && (before === "second" ? difference < 0 : difference > 0);

function outcomeOf(before: Verdict, lead: Lead, after: Verdict): Check["outcome"] {
  if (after === before) return "stands";
  if (before === "undecided" || before === "alike")
    return after === "undecided" ? "weaker" : "decided";
  return turned(before, lead) ? "overturned" : "weaker";
}

interface Again {
  readonly kind: Check["kind"];
  readonly name: string;
  readonly grouping?: Grouping;
  readonly items: readonly KnownLead[];
}

/** The metric's weights times each item's coverage; null if all items have the same coverage. */
function byCoverage({ items, traitsOf }: Decided): KnownLead[] | null {
  const coverage = items.map(({ itemId }) => traitsOf(itemId).coverage);
  if (coverage.every(each => Math.abs(each - (coverage[0] ?? 0)) < 1e-9)) return null;
  return items.map((item, place) => ({
    ...item,
    weight: item.weight * (coverage[place] as number),
    people: item.people && {
      ...item.people,
      weight: item.people.weight * (coverage[place] as number),
    },
  }));
}

/** All checks: the decision taken again on other items or scores; `secondJudges` by name. */
export function repeatDecision(
  decided: Decided,
  before: Verdict,
  secondJudges: ReadonlyMap<string, readonly KnownLead[]>,
): Check[] {
  const { items, traitsOf, estimate, alpha, margin } = decided;
  const sound = items.filter(({ itemId }) => !traitsOf(itemId).isDoubted);
  const covered = byCoverage(decided);
  const again: Again[] = [
    ...[...secondJudges].map(([name, rejudged]) => ({
      kind: "second-judge" as const,
      name,
      items: rejudged,
    })),
    ...(sound.length === items.length
      ? []
      : [
          {
            kind: "without-doubted" as const,
            name: String(items.length - sound.length),
            items: sound,
          },
        ]),
    ...groupsOf(decided).map(({ grouping, group, rest }) => ({
      kind: "without-group" as const,
      name: group,
      grouping,
      items: rest,
    })),
    ...(covered ? [{ kind: "coverage-weights" as const, name: "", items: covered }] : []),
  ];
  return again.map(({ kind, name, grouping = null, items: others }) => {
    const { difference, low, high, n } = estimate(others, alpha);
    const lead = { difference, low, high, n };
    const verdict = verdictOf(lead, margin);
    return { kind, name, grouping, ...lead, verdict, outcome: outcomeOf(before, lead, verdict) };
  });
}
