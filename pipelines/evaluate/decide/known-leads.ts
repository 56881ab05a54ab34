// What is known of each item for a decision: the systems' scores, whether both answered alike, and what people say of both answers.

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

/** Metrics that follow from item and answer alone: the same answer has the same value. */
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

/** Whether people give verdicts that the metric is made of. */
export const isJudgedByPeople = (metric: Metric): metric is keyof typeof verdictMetrics =>
  metric in verdictMetrics;

type Sides = readonly [KnownSystem, KnownSystem];

const alike = ([first, second]: Sides, itemId: string): boolean => {
  const [one, other] = [first.answers.get(itemId), second.answers.get(itemId)];
  return typeof one === "string" && typeof other === "string" && one.trim() === other.trim();
};

/** What people make of an answer by a metric, and how many answers it was drawn for; undefined where nobody judged it. */
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

/** An answer that was in a batch before is judged whenever the other is drawn. */
const chanceOf = (chance: number | undefined) => (chance === undefined ? {} : { chance });

/** A row for each item on which both systems have a value, in the order of their ids. */
export function knownLeads(sides: Sides, metric: Metric, people: PeopleWords): KnownLead[] {
  const [first, second] = sides;
  return pairLeads(first.scores, second.scores, metric).map(lead => {
    const [one, other] = sides.map(side => peopleOn(side, lead.itemId, { metric, people }));
    return {
      ...lead,
      same: followsFromAnswer(metric) && alike(sides, lead.itemId),
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

/** Items that both answered in different words: only there can people, or a judge, tell one system from the other. */
export const answeredApart = (sides: Sides, itemIds: Iterable<string>): string[] =>
  [...itemIds].filter(
    itemId =>
      sides.every(({ answers }) => typeof answers.get(itemId) === "string") &&
      !alike(sides, itemId),
  );
