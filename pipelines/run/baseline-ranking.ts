// Agreement between our items and other questions, or between two halves of our items, in how they rank a baseline's settings.

import type { BaselineSetting } from "../../schemas/evaluation/baseline.ts";
import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import type { RankingAgreement } from "../../schemas/evaluation/result.ts";
import { firstHalf } from "../evaluate/statistics/halves.ts";
import { rankingAgreement } from "../evaluate/statistics/ranking-agreement.ts";
import { isOnOthersQuestions, nameWithoutMark } from "../evaluate/system-names.ts";
import { leftOutNotices, type OtherQuestions } from "./other-questions.ts";

/** Metrics that settings are ranked by, if scored: how much evidence they find, and how good their answers are. */
const rankingMetrics: readonly Metric[] = [
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
  /** Paths of other questions; empty if there are none. */
  readonly against: readonly string[];
  /** Whether two halves of the items are compared; they are drawn by `randomSeed`. */
  readonly halves: boolean;
  readonly randomSeed: number;
}

interface TwoSides {
  readonly other: string;
  readonly ours: readonly ScoreRow[];
  readonly theirs: readonly ScoreRow[];
}

/** Short name for a caption: run.json lists all paths. */
const captionOf = ([first = "", ...otherPaths]: readonly string[]): string =>
  otherPaths.length === 0 ? first : `${first} and ${otherPaths.length} more`;

/** Name of the half that counts as the other questions. */
const otherHalf = "the other half of the items";

function sidesOf(
  rows: readonly ScoreRow[],
  { against, halves, randomSeed }: RankingOptions,
): TwoSides[] {
  const ours = rows.filter(row => !isOnOthersQuestions(row));
  const theirs = rows
    .filter(isOnOthersQuestions)
    .map(row => ({ ...row, system: nameWithoutMark(row.system) }));
  const first = halves ? firstHalf(ours, randomSeed) : new Set<string>();
  const isInFirstHalf = ({ itemId }: ScoreRow) => first.has(itemId);
  return [
    ...(against.length > 0 ? [{ other: captionOf(against), ours, theirs }] : []),
    ...(halves
      ? [
          {
            other: otherHalf,
            ours: ours.filter(isInFirstHalf),
            theirs: ours.filter(row => !isInFirstHalf(row)),
          },
        ]
      : []),
  ];
}

/** One agreement for each pair of sets and each metric that both have values for. */
export function compareRankings(
  rows: readonly ScoreRow[],
  options: RankingOptions,
): RankingAgreement[] {
  const hasMetric = (side: readonly ScoreRow[], metric: Metric) =>
    side.some(({ values }) => values[metric] !== undefined);
  return sidesOf(rows, options).flatMap(({ other, ours, theirs }) =>
    rankingMetrics
      .filter(
        metric =>
          options.metrics.includes(metric) && hasMetric(ours, metric) && hasMetric(theirs, metric),
      )
      .map(metric => rankingAgreement({ ours, theirs, metric, other })),
  );
}

const minSettings = 20;

/** Notices before settings are ranked: questions left out, and too few settings. */
export function rankingNotices(
  others: OtherQuestions,
  settings: readonly BaselineSetting[],
): string[] {
  const fewSettingsNotice = `${settings.length} settings give few pairs to rank; compare at least ${minSettings} (--chunk-size, --top-k, --overlap, --subject-prefix both).`;
  return [...leftOutNotices(others), ...(settings.length < minSettings ? [fewSettingsNotice] : [])];
}
