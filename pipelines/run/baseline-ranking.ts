// How alike the settings of a baseline are ranked by our items and by others', or by two halves of ours.

import type { BaselineSetting } from "../../schemas/evaluation/baseline.ts";
import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import type { RankingAgreement } from "../../schemas/evaluation/result.ts";
import { firstHalf } from "../evaluate/statistics/halves.ts";
import { rankingAgreement } from "../evaluate/statistics/ranking-agreement.ts";
import { isOther, ownName } from "../evaluate/system-names.ts";
import { leftOutNotices, type OtherQuestions } from "./other-questions.ts";

/** By what settings are ranked, as far as it was scored: how much of the evidence they find, and how good the answers are. */
const ranked: readonly Metric[] = [
  "evidence-recall",
  "rageval-recall",
  "recall-at-5",
  "ndcg-at-10",
  "mrr",
  "cofe-recall",
  "completeness",
  "correctness",
  "rouge-l",
];

export interface RankingOptions {
  readonly metrics: readonly Metric[];
  /** Paths of the questions of others; empty where there are none. */
  readonly against: readonly string[];
  /** Whether the items' two halves are compared, and what they are drawn by. */
  readonly halves: boolean;
  readonly randomSeed: number;
}

interface TwoSides {
  readonly other: string;
  readonly ours: readonly ScoreRow[];
  readonly theirs: readonly ScoreRow[];
}

/** What a caption holds: run.json has them all. */
const named = ([first = "", ...more]: readonly string[]): string =>
  more.length === 0 ? first : `${first} and ${more.length} more`;

/** The half that counts as the others'. */
const otherHalf = "the other half of the items";

function sidesOf(
  rows: readonly ScoreRow[],
  { against, halves, randomSeed }: RankingOptions,
): TwoSides[] {
  const ours = rows.filter(row => !isOther(row));
  const theirs = rows.filter(isOther).map(row => ({ ...row, system: ownName(row.system) }));
  const first = halves ? firstHalf(ours, randomSeed) : new Set<string>();
  const inFirst = ({ itemId }: ScoreRow) => first.has(itemId);
  return [
    ...(against.length > 0 ? [{ other: named(against), ours, theirs }] : []),
    ...(halves
      ? [
          {
            other: otherHalf,
            ours: ours.filter(inFirst),
            theirs: ours.filter(row => !inFirst(row)),
          },
        ]
      : []),
  ];
}

/** One for each pair of sets and each metric that both have values of. */
export function compareRankings(
  rows: readonly ScoreRow[],
  options: RankingOptions,
): RankingAgreement[] {
  const has = (side: readonly ScoreRow[], metric: Metric) =>
    side.some(({ values }) => values[metric] !== undefined);
  return sidesOf(rows, options).flatMap(({ other, ours, theirs }) =>
    ranked
      .filter(
        metric => options.metrics.includes(metric) && has(ours, metric) && has(theirs, metric),
      )
      .map(metric => rankingAgreement({ ours, theirs, metric, other })),
  );
}

const fewSettings = 20;

/** What is to be said before settings are ranked: questions that are left out, and settings too few. */
export function rankingNotices(
  others: OtherQuestions,
  settings: readonly BaselineSetting[],
): string[] {
  const few = `${settings.length} settings make few pairs to rank; compare ${fewSettings} or more (--chunk-size, --top-k, --overlap, --subject-prefix both).`;
  return [...leftOutNotices(others), ...(settings.length < fewSettings ? [few] : [])];
}
