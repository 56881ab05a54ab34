// Collects the data for a decision, item by item: the systems' scores, whether both answers are the same, and people's verdicts on both.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { mean } from "../descriptive-statistics.ts";
import { goodness } from "../metric-sense.ts";
import {
  answerKey,
  type PeopleVerdicts,
  shareOf,
  verdictMetrics,
} from "../statistics/people-verdicts.ts";
import type { KnownLead } from "./lead-estimates.ts";
import { pairLeads } from "./paired-leads.ts";

/** A system's scores, and its answers by item. */
export interface KnownSystem {
  readonly scores: readonly ScoreRow[];
  readonly answers: ReadonlyMap<string, string | null>;
}

/** Metrics that depend on the item and the answer alone: equal answers have equal values. */
const answerMetrics: readonly Metric[] = [
  "completeness",
  "hallucination",
  "irrelevance",
  "correctness",
  "pass",
  "quest-recall",
  "quest-precision",
];

export const dependsOnAnswerAlone = (metric: Metric): boolean => answerMetrics.includes(metric);

/** Whether the metric is computed from verdicts that people also give. */
export const isJudgedByPeople = (metric: Metric): metric is keyof typeof verdictMetrics =>
  metric in verdictMetrics;

type SystemPair = readonly [KnownSystem, KnownSystem];

const haveSameAnswer = (systems: SystemPair, itemId: string): boolean => {
  const [first, second] = systems.map(({ answers }) => answers.get(itemId)?.trim());
  return first !== undefined && first === second;
};

/** An answer's value according to people, and how many answers it represents; undefined if no person judged it. */
function valueByPeople(
  { answers }: KnownSystem,
  itemId: string,
  { metric, people }: { readonly metric: Metric; readonly people: PeopleVerdicts },
): { value: number; weight: number; chance: number | undefined } | undefined {
  const answer = answers.get(itemId);
  const peopleVerdicts = [...(people.get(answerKey(itemId, answer ?? ""))?.values() ?? [])];
  if (peopleVerdicts.length === 0 || !isJudgedByPeople(metric)) return undefined;
  const share = mean(
    peopleVerdicts.map(({ verdicts }) => shareOf(verdicts, verdictMetrics[metric])),
  );
  return {
    value: goodness(metric, share ?? 0) ?? 0,
    weight: peopleVerdicts[0]?.weight ?? 1,
    chance: peopleVerdicts[0]?.chance,
  };
}

/** One row per item on which both systems have a value, in the order of their ids. */
export function knownLeads(
  systems: SystemPair,
  metric: Metric,
  peopleVerdicts: PeopleVerdicts,
): KnownLead[] {
  const [first, second] = systems;
  return pairLeads(first.scores, second.scores, metric).map(lead => {
    const verdictOn = (system: KnownSystem) =>
      valueByPeople(system, lead.itemId, { metric, people: peopleVerdicts });
    const [firstVerdict, secondVerdict] = [verdictOn(first), verdictOn(second)];
    const isSameAnswer = dependsOnAnswerAlone(metric) && haveSameAnswer(systems, lead.itemId);
    if (!firstVerdict || !secondVerdict) return { ...lead, isSameAnswer, people: null };
    const value = secondVerdict.value - firstVerdict.value;
    const weight = (firstVerdict.weight + secondVerdict.weight) / 2;
    // An answer from an earlier batch has no chance of its own: it was already judged when the other answer was drawn.
    const chance = firstVerdict.chance ?? secondVerdict.chance;
    const people = { value, weight, ...(chance !== undefined && { chance }) };
    return { ...lead, isSameAnswer, people };
  });
}

/** Items that both systems answered in different words: only on these can people, or a judge, tell the systems apart. */
export const itemsAnsweredDifferently = (
  systems: SystemPair,
  itemIds: Iterable<string>,
): string[] =>
  [...itemIds].filter(
    itemId =>
      systems.every(({ answers }) => typeof answers.get(itemId) === "string") &&
      !haveSameAnswer(systems, itemId),
  );
