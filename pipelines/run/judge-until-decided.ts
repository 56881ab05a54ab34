// Asks a judge to mark items in random order, in batches of increasing size, until it is decided which system is better.

import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import { examineInRandomOrder } from "../evaluate/decide/decide.ts";
import type { KnownLead } from "../evaluate/decide/lead-estimates.ts";
import {
  itemsAnsweredDifferently,
  followsFromAnswer,
  knownLeads,
} from "../evaluate/decide/known-leads.ts";
import { minVerdicts } from "../evaluate/decide/prediction-powered-mean.ts";
import { inRandomOrder, alphaSpending } from "../evaluate/decide/sequential-decision.ts";
import { answerKey, type PeopleVerdicts } from "../evaluate/statistics/people-verdicts.ts";
import type { Decision } from "../../schemas/evaluation/decision.ts";
import { type DecisionSystemsOptions, judgeItems, type ScoredSide } from "./decision-systems.ts";

export type Sides = readonly [ScoredSide, ScoredSide];

interface JudgeOptions {
  readonly options: DecisionSystemsOptions;
  readonly sides: Sides;
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

/** Number of items at the first look, and the growth factor of each further look. */
const lookSizes = { first: 20, growth: 1.25 } as const;

/** The first look includes all items that people judged: the judge's error is then known once for all looks. */
const nextItemCount = (judgedCount: number, peopleCount: number, total: number): number =>
  Math.min(
    total,
    judgedCount === 0
      ? Math.max(lookSizes.first, peopleCount)
      : Math.ceil(judgedCount * lookSizes.growth),
  );

/** Items with two equal answers: no judge is called, and the lead is 0. */
function equalAnswerLeads(sides: Sides, differingIds: ReadonlySet<string>): KnownLead[] {
  const [first, second] = sides;
  return [...first.answers].flatMap(([itemId, answer]) =>
    typeof answer === "string" &&
    typeof second.answers.get(itemId) === "string" &&
    !differingIds.has(itemId)
      ? [{ itemId, first: 0, second: 0, value: 0, weight: 1, isSameAnswer: true, people: null }]
      : [],
  );
}

/** Items in the order in which the judge gets them: those that people judged come first, since they correct all others. */
function orderOf({ sides, people, randomSeed, metric }: JudgeOptions): {
  readonly order: readonly string[];
  /** Number of these that people judged. */
  readonly peopleCount: number;
  readonly equalLeads: readonly KnownLead[];
} {
  const [first] = sides;
  const itemIds = followsFromAnswer(metric)
    ? itemsAnsweredDifferently(sides, first.answers.keys())
    : [...first.answers.keys()].filter(itemId => sides.every(side => side.answers.has(itemId)));
  const differingIds = new Set(itemIds);
  const hasPeopleVerdicts = (itemId: string) =>
    sides.every(({ answers }) => people.has(answerKey(itemId, answers.get(itemId) ?? "")));
  const shuffledIds = inRandomOrder(
    itemIds.map(itemId => ({ itemId })),
    randomSeed,
  ).map(({ itemId }) => itemId);
  const checkedIds = shuffledIds.filter(hasPeopleVerdicts);
  return {
    order: [...checkedIds, ...shuffledIds.filter(itemId => !hasPeopleVerdicts(itemId))],
    peopleCount: checkedIds.length,
    equalLeads: followsFromAnswer(metric) ? equalAnswerLeads(sides, differingIds) : [],
  };
}

/** Takes a proportional number of items: items with equal answers occur as often in the part as in the whole. */
const takeProportion = <Item>(items: readonly Item[], part: number, total: number): Item[] =>
  items.slice(0, total === 0 ? items.length : Math.round((items.length * part) / total));

async function marksOf(
  { options, sides, metric, people, directory }: JudgeOptions,
  itemIds: readonly string[],
): Promise<{ readonly judge: string; readonly items: readonly KnownLead[] }> {
  const judgements: { judge: string; scores: readonly ScoreRow[] }[] = [];
  for (const side of sides)
    judgements.push(await judgeItems(options, side, { directory, metric, only: new Set(itemIds) }));
  const [one, other] = sides.map((side, index) => ({
    ...side,
    scores: judgements[index]?.scores ?? [],
  })) as [ScoredSide, ScoredSide];
  return { judge: judgements[0]?.judge ?? "", items: knownLeads([one, other], metric, people) };
}

/**
 * Looks after 20 items, then each time their number has grown by a quarter: a confidence sequence is valid at every look, so stopping as soon as it is decided
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
    const { judge, items: marked } = await marksOf(options, order.slice(0, askedCount));
    const items = [...marked, ...takeProportion(equalLeads, askedCount, order.length)];
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
