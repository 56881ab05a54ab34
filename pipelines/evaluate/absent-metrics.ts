// Why a metric was not computed: what its items or predictions lack.

import { type Metric, judgedMetrics, truthMetrics } from "../../schemas/evaluation/metrics.ts";
import type { Passage, PredictionRow } from "../../schemas/evaluation/predictions.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";

/** The things that a metric may need, with the message if one is lacking, in the order in which they are reported. */
const lacks = {
  references: "the items have no references",
  labels: "the items name no relevant documents",
  keywords: "the items have no keywords",
  keypoints: "the items have no keypoints",
  quest: "the items have no questions on their answers",
  wrongAnswers: "the items have no known wrong answers",
  original: "no original run was named (--original)",
  reference: "the items have no answers to compare with",
  answer: "the predictions have no answers",
  passages: "the predictions have no passages",
  documents: "the passages name no documents",
  judge: "no judge was named (--model)",
  embedding: "no embedding model is set",
} as const;
type Need = keyof typeof lacks;

function needsOf(metric: Metric): readonly Need[] {
  if (metric.startsWith("rageval-") || metric === "evidence-recall")
    return ["references", "passages"];
  if (metric.startsWith("cofe-")) return ["keywords", "passages"];
  if (metric === "answer-length") return ["answer"];
  if (metric === "sentence-cosine") return ["reference", "answer", "embedding"];
  if (metric === "grounded-share") return ["original", "answer"];
  if (truthMetrics.some(known => known === metric)) return ["wrongAnswers", "answer"];
  if (metric.startsWith("quest-")) return ["quest", "answer", "judge"];
  if (metric === "faithfulness" || metric === "relevance") return ["answer", "passages", "judge"];
  if (metric === "correctness" || metric === "pass") return ["reference", "answer", "judge"];
  if (judgedMetrics.some(judged => judged === metric)) return ["keypoints", "answer", "judge"];
  if (metric === "rouge-l" || metric.includes("bleu")) return ["reference", "answer"];
  return ["labels", "passages", "documents"];
}

export interface Evaluated {
  readonly truths: readonly TruthRow[];
  readonly predictions: readonly PredictionRow[];
  readonly judged: boolean;
  readonly embedded: boolean;
}

const listsOf = ({ retrieved, reranked, contexts }: PredictionRow): (readonly Passage[])[] =>
  [retrieved, reranked, contexts].filter(list => list !== null);

function unmet({ truths, predictions, judged, embedded }: Evaluated): ReadonlySet<Need> {
  const met: Record<Need, boolean> = {
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
  return new Set((Object.keys(lacks) as Need[]).filter(need => !met[need]));
}

/** Metrics by what they lack, in words; in the order of `lacks`, then of the metrics. If several are lacking, the first counts. */
export function absentMetrics(
  metrics: readonly Metric[],
  evaluated: Evaluated,
): ReadonlyMap<string, readonly Metric[]> {
  const missing = unmet(evaluated);
  const lackOf = (metric: Metric) => needsOf(metric).find(need => missing.has(need));
  const groups = (Object.keys(lacks) as Need[]).map(
    need => [lacks[need], metrics.filter(metric => lackOf(metric) === need)] as const,
  );
  const alone = metrics.filter(metric => lackOf(metric) === undefined);
  return new Map(
    [...groups, ["no item has what they need", alone] as const].filter(
      ([, absent]) => absent.length > 0,
    ),
  );
}
