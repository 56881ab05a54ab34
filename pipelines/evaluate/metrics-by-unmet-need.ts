// Explains why metrics were not computed: what the items or predictions lack.

import { type MetricNeed, metricNeeds } from "../../schemas/evaluation/metrics/metric-record.ts";
import { type Metric, metricRecords } from "../../schemas/evaluation/metrics.ts";
import type { Passage, PredictionRow } from "../../schemas/evaluation/predictions.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";

const allNeeds = Object.keys(metricNeeds) as MetricNeed[];

export interface MetricInputs {
  readonly truths: readonly TruthRow[];
  readonly predictions: readonly PredictionRow[];
  readonly hasJudge: boolean;
  readonly hasEmbedding: boolean;
}

const passageListsOf = ({ retrieved, reranked, contexts }: PredictionRow): (readonly Passage[])[] =>
  [retrieved, reranked, contexts].filter(list => list !== null);

function unmetNeeds({
  truths,
  predictions,
  hasJudge,
  hasEmbedding,
}: MetricInputs): ReadonlySet<MetricNeed> {
  const isMet: Record<MetricNeed, boolean> = {
    references: truths.some(({ references }) => references !== null),
    labels: truths.some(({ labels }) => labels !== null),
    keywords: truths.some(({ keywords }) => keywords !== null),
    keypoints: truths.some(({ keypoints }) => (keypoints ?? []).length > 0),
    quest: truths.some(({ quest }) => (quest ?? []).length > 0),
    wrongAnswers: truths.some(({ wrongAnswers }) => wrongAnswers !== undefined),
    original: truths.some(({ original }) => original !== undefined),
    reference: truths.some(({ answer }) => answer.trim() !== ""),
    answer: predictions.some(({ answer }) => answer !== null),
    passages: predictions.some(row => passageListsOf(row).length > 0),
    documents: predictions.some(row =>
      passageListsOf(row)
        .flat()
        .some(({ documentId }) => documentId !== null),
    ),
    judge: hasJudge,
    embedding: hasEmbedding,
  };
  return new Set(allNeeds.filter(need => !isMet[need]));
}

/** Groups metrics by the message of the need that is not met, in the order of `metricNeeds`; a metric with several such needs is in the group of the first. */
export function metricsByUnmetNeed(
  metrics: readonly Metric[],
  input: MetricInputs,
): ReadonlyMap<string, readonly Metric[]> {
  const unmet = unmetNeeds(input);
  const firstUnmetNeed = (metric: Metric) =>
    metricRecords[metric].needs.find(need => unmet.has(need));
  const groups = allNeeds.map(
    need => [metricNeeds[need], metrics.filter(metric => firstUnmetNeed(metric) === need)] as const,
  );
  const metricsWithoutValues = metrics.filter(metric => firstUnmetNeed(metric) === undefined);
  return new Map(
    [...groups, ["no item has what they need", metricsWithoutValues] as const].filter(
      ([, metricsInGroup]) => metricsInGroup.length > 0,
    ),
  );
}
