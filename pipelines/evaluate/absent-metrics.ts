// Why a metric was not computed: what its items or predictions lack.

import { type MetricNeed, metricNeeds } from "../../schemas/evaluation/metrics/metric-record.ts";
import { type Metric, metricRecords } from "../../schemas/evaluation/metrics.ts";
import type { Passage, PredictionRow } from "../../schemas/evaluation/predictions.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";

const needs = Object.keys(metricNeeds) as MetricNeed[];

export interface Evaluated {
  readonly truths: readonly TruthRow[];
  readonly predictions: readonly PredictionRow[];
  readonly judged: boolean;
  readonly embedded: boolean;
}

const listsOf = ({ retrieved, reranked, contexts }: PredictionRow): (readonly Passage[])[] =>
  [retrieved, reranked, contexts].filter(list => list !== null);

function unmet({ truths, predictions, judged, embedded }: Evaluated): ReadonlySet<MetricNeed> {
  const met: Record<MetricNeed, boolean> = {
    references: truths.some(({ references }) => references !== null),
    labels: truths.some(({ labels }) => labels !== null),
    keywords: truths.some(({ keywords }) => keywords !== null),
    keypoints: truths.some(({ keypoints }) => (keypoints ?? []).length > 0),
    quest: truths.some(({ quest }) => (quest ?? []).length > 0),
    wrongAnswers: truths.some(({ wrongAnswers }) => wrongAnswers !== undefined),
    original: truths.some(({ original }) => original !== undefined),
    reference: truths.some(({ answer }) => answer.trim() !== ""),
    answer: predictions.some(({ answer }) => answer !== null),
    passages: predictions.some(row => listsOf(row).length > 0),
    documents: predictions.some(row =>
      listsOf(row)
        .flat()
        .some(({ documentId }) => documentId !== null),
    ),
    judge: judged,
    embedding: embedded,
  };
  return new Set(needs.filter(need => !met[need]));
}

/** Metrics by what they lack, in words; in the order of `metricNeeds`, then of the metrics. If several are lacking, the first counts. */
export function absentMetrics(
  metrics: readonly Metric[],
  evaluated: Evaluated,
): ReadonlyMap<string, readonly Metric[]> {
  const missing = unmet(evaluated);
  const lackOf = (metric: Metric) => metricRecords[metric].needs.find(need => missing.has(need));
  const groups = needs.map(
    need => [metricNeeds[need], metrics.filter(metric => lackOf(metric) === need)] as const,
  );
  const alone = metrics.filter(metric => lackOf(metric) === undefined);
  return new Map(
    [...groups, ["no item has what they need", alone] as const].filter(
      ([, absent]) => absent.length > 0,
    ),
  );
}
