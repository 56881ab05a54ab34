// Collects the data for a decision, per item: the systems' scores, whether both answers are the same, people's verdicts on both.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { mean } from "../agreement.ts";
import { goodness } from "../metric-sense.ts";
import {
  answerKey,
  type PeopleWords,
  shareOf,
  verdictMetrics,
} from "../statistics/people-verdicts.ts";
import type { KnownLead } from "./estimates.ts";
import { pairLeads } from "./paired-leads.ts";

/** A system's scores, and its answers by item. */
export interface KnownSystem {
  readonly scores: readonly ScoreRow[];
  readonly answers: ReadonlyMap<string, string | null>;
}

/** Metrics that depend on item and answer alone: the same answer has the same value. */
const ofAnswerAlone: readonly Metric[] = [
  "completeness",
  "hallucination",
  "irrelevance",
  "correctness",
  "pass",
  "quest-recall",
  "quest-precision",
];

export const followsFromAnswer = (metric: Metric): boolean => ofAnswerAlone.includes(metric);

/** Whether the metric is computed from verdicts that people also give. */
export const isJudgedByPeople = (metric: Metric): metric is keyof typeof verdictMetrics =>
  metric in verdictMetrics;

type Sides = readonly [KnownSystem, KnownSystem];

const haveSameAnswer = ([first, second]: Sides, itemId: string): boolean => {
  const [one, other] = [first.answers.get(itemId), second.answers.get(itemId)];
  return typeof one === "string" && typeof other === "string" && one.trim() === other.trim();
};

/** An answer's value by people's verdicts, and how many answers it represents; undefined if nobody judged it. */
function peopleOn(
  { answers }: KnownSystem,
  itemId: string,
  { metric, people }: { readonly metric: Metric; readonly people: PeopleWords },
): { value: number; weight: number; chance: number | undefined } | undefined {
  const answer = answers.get(itemId);
  const words = [...(people.get(answerKey(itemId, answer ?? ""))?.values() ?? [])];
  if (words.length === 0 || !isJudgedByPeople(metric)) return undefined;
  const share = mean(words.map(({ verdicts }) => shareOf(verdicts, verdictMetrics[metric])));
  return {
    value: goodness(metric, share ?? 0) ?? 0,
    weight: words[0]?.weight ?? 1,
    chance: words[0]?.chance,
  };
}

/** An answer from an earlier batch has no chance of its own: it is already judged when the other one is drawn. */
const chanceOf = (chance: number | undefined) => (chance === undefined ? {} : { chance });

/** One row per item on which both systems have a value, in the order of their ids. */
export function knownLeads(sides: Sides, metric: Metric, people: PeopleWords): KnownLead[] {
  const [first, second] = sides;
  return pairLeads(first.scores, second.scores, metric).map(lead => {
    const [one, other] = sides.map(side => peopleOn(side, lead.itemId, { metric, people }));
    return {
      ...lead,
      same: followsFromAnswer(metric) && haveSameAnswer(sides, lead.itemId),
      people:
        one && other
          ? {
              value: other.value - one.value,
              weight: (one.weight + other.weight) / 2,
              ...chanceOf(one.chance ?? other.chance),
            }
          : null,
    };
  });
}

/** Items that both answered in different words: only on these can people, or a judge, tell the systems apart. */
export const answeredApart = (sides: Sides, itemIds: Iterable<string>): string[] =>
  [...itemIds].filter(
    itemId =>
      sides.every(({ answers }) => typeof answers.get(itemId) === "string") &&
      !haveSameAnswer(sides, itemId),
  );
