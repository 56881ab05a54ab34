// Asks a judge to score items in random order, in batches of increasing size, until it is decided which system is better.

import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import { examineInRandomOrder } from "../evaluate/decide/decide.ts";
import type { KnownLead } from "../evaluate/decide/lead-estimates.ts";
import {
  itemsAnsweredDifferently,
  dependsOnAnswerAlone,
  knownLeads,
} from "../evaluate/decide/known-leads.ts";
import { minVerdicts } from "../evaluate/decide/prediction-powered-mean.ts";
import { inRandomOrder, alphaSpending } from "../evaluate/decide/sequential-decision.ts";
import { answerKey, type PeopleVerdicts } from "../evaluate/statistics/people-verdicts.ts";
import type { Decision } from "../../schemas/evaluation/decision.ts";
import { type DecisionSystemsOptions, judgeItems, type ScoredSystem } from "./decision-systems.ts";

export type ScoredSystems = readonly [ScoredSystem, ScoredSystem];

interface JudgeOptions {
  readonly options: DecisionSystemsOptions;
  readonly systems: ScoredSystems;
  readonly metric: Metric;
  readonly people: PeopleVerdicts;
  readonly directory: string;
  readonly randomSeed: number;
}

export interface SequentialJudgement {
  readonly judge: string;
  readonly items: readonly KnownLead[];
  readonly sequence: NonNullable<Decision["sequence"]>;
}

/** Number of items at the first interim analysis, and the factor by which it grows at each further one. */
const sampleSizes = { first: 20, growth: 1.25 } as const;

/** The first interim analysis includes all items that people judged, so that the judge's error is known from the start. */
const nextItemCount = (judgedCount: number, peopleCount: number, total: number): number =>
  Math.min(
    total,
    judgedCount === 0
      ? Math.max(sampleSizes.first, peopleCount)
      : Math.ceil(judgedCount * sampleSizes.growth),
  );

/** Items with two equal answers: no judge is called, and the lead is 0. */
function equalAnswerLeads(systems: ScoredSystems, differingIds: ReadonlySet<string>): KnownLead[] {
  const [first, second] = systems;
  return [...first.answers].flatMap(([itemId, answer]) =>
    typeof answer === "string" &&
    typeof second.answers.get(itemId) === "string" &&
    !differingIds.has(itemId)
      ? [{ itemId, first: 0, second: 0, value: 0, weight: 1, isSameAnswer: true, people: null }]
      : [],
  );
}

/** Items in the order in which the judge gets them: those that people judged come first, since they correct all others. */
function orderOf({ systems, people, randomSeed, metric }: JudgeOptions): {
  readonly order: readonly string[];
  /** Number of these that people judged. */
  readonly peopleCount: number;
  readonly equalLeads: readonly KnownLead[];
} {
  const [first] = systems;
  const itemIds = dependsOnAnswerAlone(metric)
    ? itemsAnsweredDifferently(systems, first.answers.keys())
    : [...first.answers.keys()].filter(itemId =>
        systems.every(system => system.answers.has(itemId)),
      );
  const differingIds = new Set(itemIds);
  const hasPeopleVerdicts = (itemId: string) =>
    systems.every(({ answers }) => people.has(answerKey(itemId, answers.get(itemId) ?? "")));
  const shuffledIds = inRandomOrder(
    itemIds.map(itemId => ({ itemId })),
    randomSeed,
  ).map(({ itemId }) => itemId);
  const checkedIds = shuffledIds.filter(hasPeopleVerdicts);
  return {
    order: [...checkedIds, ...shuffledIds.filter(itemId => !hasPeopleVerdicts(itemId))],
    peopleCount: checkedIds.length,
    equalLeads: dependsOnAnswerAlone(metric) ? equalAnswerLeads(systems, differingIds) : [],
  };
}

/** Takes a proportional number of items: items with equal answers occur as often in the part as in the whole. */
const takeProportion = <Item>(items: readonly Item[], part: number, total: number): Item[] =>
  items.slice(0, total === 0 ? items.length : Math.round((items.length * part) / total));

async function judgeBoth(
  { options, systems, metric, people, directory }: JudgeOptions,
  itemIds: readonly string[],
): Promise<{ readonly judge: string; readonly items: readonly KnownLead[] }> {
  const judgements: { judge: string; scores: readonly ScoreRow[] }[] = [];
  for (const system of systems)
    judgements.push(
      await judgeItems(options, system, { directory, metric, only: new Set(itemIds) }),
    );
  const [first, second] = systems.map((system, index) => ({
    ...system,
    scores: judgements[index]?.scores ?? [],
  })) as [ScoredSystem, ScoredSystem];
  return { judge: judgements[0]?.judge ?? "", items: knownLeads([first, second], metric, people) };
}

/**
 * Analyzes the scores of 20 items, then again each time their number has grown by a quarter: a confidence sequence is valid at every analysis, so stopping as soon as it is decided
 * does not raise the error rate. Items with two equal answers are not sent to the judge.
 */
export async function judgeUntilDecided(options: JudgeOptions): Promise<SequentialJudgement> {
  const { randomSeed } = options;
  const { order, peopleCount, equalLeads } = orderOf(options);
  const total = order.length + equalLeads.length;
  const isChecked = peopleCount >= Math.min(minVerdicts, order.length);
  const basis = isChecked ? ("people" as const) : ("judge" as const);
  if (order.length === 0)
    return {
      judge: "",
      items: equalLeads,
      sequence: { randomSeed, items: total, decidedAfter: null, asked: 0 },
    };
  let askedCount = 0;
  for (;;) {
    askedCount = nextItemCount(askedCount, peopleCount, order.length);
    const { judge, items: judgedItems } = await judgeBoth(options, order.slice(0, askedCount));
    const items = [...judgedItems, ...takeProportion(equalLeads, askedCount, order.length)];
    const { decision } = examineInRandomOrder({
      basis,
      items,
      randomSeed,
      alpha: alphaSpending.early,
    });
    if (decision === null && askedCount < order.length) continue;
    const decidedAfter = decision === null ? null : items.length;
    return {
      judge,
      items,
      sequence: { randomSeed, items: total, decidedAfter, asked: askedCount },
    };
  }
}
