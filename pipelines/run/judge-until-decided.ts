// Asks a judge to mark items in random order, in batches of increasing size, until it is decided which system is better.

import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import { lookedAt } from "../evaluate/decide/decide.ts";
import type { KnownLead } from "../evaluate/decide/estimates.ts";
import { answeredApart, followsFromAnswer, knownLeads } from "../evaluate/decide/known-leads.ts";
import { minChecked } from "../evaluate/decide/people-corrected.ts";
import { inRandomOrder, spending } from "../evaluate/decide/sequence.ts";
import { answerKey, type PeopleWords } from "../evaluate/statistics/people-verdicts.ts";
import type { Decision } from "../../schemas/evaluation/decision.ts";
import { type DecidingOptions, judgeItems, type ReadSide } from "./decided-systems.ts";

export type Sides = readonly [ReadSide, ReadSide];

interface Judging {
  readonly options: DecidingOptions;
  readonly sides: Sides;
  readonly metric: Metric;
  readonly people: PeopleWords;
  readonly directory: string;
  readonly randomSeed: number;
}

export interface JudgedUntil {
  readonly judge: string;
  readonly items: readonly KnownLead[];
  readonly sequence: NonNullable<Decision["sequence"]>;
}

/** Number of items at the first look, and the growth factor of each further look. */
const looks = { first: 20, growth: 1.25 } as const;

/** The first look includes all items that people judged: the judge's error is then known once for all looks. */
const nextLook = (asked: number, known: number, all: number): number =>
  Math.min(all, asked === 0 ? Math.max(looks.first, known) : Math.ceil(asked * looks.growth));

/** Items with two equal answers: nobody is asked, and the lead is 0. */
function sameLeads(sides: Sides, apart: ReadonlySet<string>): KnownLead[] {
  const [first, second] = sides;
  return [...first.answers].flatMap(([itemId, answer]) =>
    typeof answer === "string" &&
    typeof second.answers.get(itemId) === "string" &&
    !apart.has(itemId)
      ? [{ itemId, first: 0, second: 0, value: 0, weight: 1, same: true, people: null }]
      : [],
  );
}

/** Items in the order in which they are asked: those that people judged come first, since they correct all others. */
function orderOf({ sides, people, randomSeed, metric }: Judging): {
  readonly order: readonly string[];
  /** Number of these that people judged. */
  readonly known: number;
  readonly same: readonly KnownLead[];
} {
  const [first] = sides;
  const itemIds = followsFromAnswer(metric)
    ? answeredApart(sides, first.answers.keys())
    : [...first.answers.keys()].filter(itemId => sides.every(side => side.answers.has(itemId)));
  const apart = new Set(itemIds);
  const isKnown = (itemId: string) =>
    sides.every(({ answers }) => people.has(answerKey(itemId, answers.get(itemId) ?? "")));
  const drawn = inRandomOrder(
    itemIds.map(itemId => ({ itemId })),
    randomSeed,
  ).map(({ itemId }) => itemId);
  const known = drawn.filter(isKnown);
  return {
    order: [...known, ...drawn.filter(itemId => !isKnown(itemId))],
    known: known.length,
    same: followsFromAnswer(metric) ? sameLeads(sides, apart) : [],
  };
}

/** Takes a proportional number of items: items with equal answers occur as often in the part as in the whole. */
const inProportion = <Item>(items: readonly Item[], part: number, all: number): Item[] =>
  items.slice(0, all === 0 ? items.length : Math.round((items.length * part) / all));

async function marksOf(
  { options, sides, metric, people, directory }: Judging,
  itemIds: readonly string[],
): Promise<{ readonly judge: string; readonly items: readonly KnownLead[] }> {
  const marked: { judge: string; scores: readonly ScoreRow[] }[] = [];
  for (const side of sides)
    marked.push(await judgeItems(options, side, { directory, metric, only: new Set(itemIds) }));
  const [one, other] = sides.map((side, place) => ({
    ...side,
    scores: marked[place]?.scores ?? [],
  })) as [ReadSide, ReadSide];
  return { judge: marked[0]?.judge ?? "", items: knownLeads([one, other], metric, people) };
}

/**
 * Looks after 20 items, then after every quarter more: a confidence sequence is valid at every look, so stopping as soon as it is decided
 * does not raise the error rate. Items with two equal answers are not asked.
 */
export async function judgeUntilDecided(judging: Judging): Promise<JudgedUntil> {
  const { randomSeed } = judging;
  const { order, known, same } = orderOf(judging);
  const all = order.length + same.length;
  const isChecked = known >= Math.min(minChecked, order.length);
  const basis = isChecked ? ("people" as const) : ("judge" as const);
  if (order.length === 0)
    return {
      judge: "",
      items: same,
      sequence: { randomSeed, items: all, decidedAfter: null, asked: 0 },
    };
  let asked = 0;
  for (;;) {
    asked = nextLook(asked, known, order.length);
    const { judge, items: marked } = await marksOf(judging, order.slice(0, asked));
    const items = [...marked, ...inProportion(same, asked, order.length)];
    const { decided } = lookedAt({ basis, items, randomSeed, alpha: spending.early });
    if (decided === null && asked < order.length) continue;
    const decidedAfter = decided === null ? null : items.length;
    return { judge, items, sequence: { randomSeed, items: all, decidedAfter, asked } };
  }
}
