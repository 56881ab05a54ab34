// Agreement between our items and other questions, or between two halves of our items, in how they rank a baseline's settings.

import type { BaselineSetting } from "../../schemas/evaluation/baseline.ts";
import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import type { RankingAgreement } from "../../schemas/evaluation/result.ts";
import { firstHalf } from "../evaluate/statistics/similar-halves.ts";
import { rankingAgreement } from "../evaluate/statistics/ranking-agreement.ts";
import { isOnOtherQuestions, unmarkedName } from "../evaluate/system-names.ts";
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
  readonly otherPaths: readonly string[];
  /** Whether two halves of the items are compared; they are drawn by `randomSeed`. */
  readonly compareHalves: boolean;
  readonly randomSeed: number;
}

interface ScorePair {
  readonly otherSource: string;
  readonly ourScores: readonly ScoreRow[];
  readonly theirScores: readonly ScoreRow[];
}

/** Short name for a caption: run.json lists all paths. */
const captionOf = ([first = "", ...otherPaths]: readonly string[]): string =>
  otherPaths.length === 0 ? first : `${first} and ${otherPaths.length} more`;

/** Name of the half that counts as the other questions. */
const otherHalf = "the other half of the items";

function scorePairs(
  rows: readonly ScoreRow[],
  { otherPaths, compareHalves, randomSeed }: RankingOptions,
): ScorePair[] {
  const ourScores = rows.filter(row => !isOnOtherQuestions(row));
  const theirScores = rows
    .filter(isOnOtherQuestions)
    .map(row => ({ ...row, system: unmarkedName(row.system) }));
  const firstHalfIds = compareHalves ? firstHalf(ourScores, randomSeed) : new Set<string>();
  const isInFirstHalf = ({ itemId }: ScoreRow) => firstHalfIds.has(itemId);
  return [
    ...(otherPaths.length > 0
      ? [{ otherSource: captionOf(otherPaths), ourScores, theirScores }]
      : []),
    ...(compareHalves
      ? [
          {
            otherSource: otherHalf,
            ourScores: ourScores.filter(isInFirstHalf),
            theirScores: ourScores.filter(row => !isInFirstHalf(row)),
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
  const hasMetric = (scores: readonly ScoreRow[], metric: Metric) =>
    scores.some(({ values }) => values[metric] !== undefined);
  return scorePairs(rows, options).flatMap(({ otherSource, ourScores, theirScores }) =>
    rankingMetrics
      .filter(
        metric =>
          options.metrics.includes(metric) &&
          hasMetric(ourScores, metric) &&
          hasMetric(theirScores, metric),
      )
      .map(metric => rankingAgreement({ ourScores, theirScores, metric, otherSource })),
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
