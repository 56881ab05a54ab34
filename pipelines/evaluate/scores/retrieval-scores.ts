// Scores one prediction's passages against what should have been retrieved.

import type { Metric, ScoreRow, Variant } from "../../../schemas/evaluation/metrics.ts";
import type { Passage, PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { evidenceRecall } from "../evidence/passage-evidence.ts";
import { keywordScores } from "../metrics/keyword-scores.ts";
import { publishedReferenceScores } from "../metrics/published-reference-scores.ts";
import { crudMrr, hitAt, mrr, ndcgAt, recallAt } from "../metrics/ranking.ts";
import { referenceScores } from "../metrics/reference-scores.ts";
import { passagesRead } from "../numbered-passages.ts";

export type Values = ScoreRow["values"];

export interface ScoreInput {
  readonly truth: TruthRow;
  readonly prediction: PredictionRow;
  readonly variant: Variant;
}

/** The list that the system ranked last: what it reranked, otherwise what it retrieved, otherwise what it read. */
const rankedPassages = ({ contexts, reranked, retrieved }: PredictionRow): Passage[] | null =>
  reranked ?? retrieved ?? contexts;

const textsOf = (passages: readonly Passage[]): string[] =>
  passages.flatMap(({ text }) => text ?? []);

/** Whether the passages only name documents: their content is not known, which is not the same as empty. */
const isWithoutText = (passages: readonly Passage[]): boolean =>
  passages.length > 0 && passages.every(({ text }) => text === null);

/** RAGEval's metrics, and evidence recall, from the references. */
function referenceMetrics({ truth, prediction, variant }: ScoreInput): Values {
  const passages = passagesRead(prediction);
  if (truth.references === null || passages === null) return {};
  const input = {
    references: truth.references.map(({ text }) => text),
    passages: textsOf(passages),
    language: truth.language,
  };
  const evidence = { "evidence-recall": evidenceRecall(truth.references, passages) };
  if (isWithoutText(passages)) {
    const strictRecall = variant === "paper" && { "rageval-recall-same-chunk": null };
    return { "rageval-recall": null, "rageval-eir": null, ...strictRecall, ...evidence };
  }
  if (variant === "paper") {
    const { recall, recallSameChunk, eir } = referenceScores(input);
    return {
      "rageval-recall": recall,
      "rageval-recall-same-chunk": recallSameChunk,
      "rageval-eir": eir,
      ...evidence,
    };
  }
  const { recall, eir, precision, snr } = publishedReferenceScores(input);
  return {
    "rageval-recall": recall,
    "rageval-eir": eir,
    "rageval-precision": precision,
    "rageval-snr": snr,
    ...evidence,
  };
}

/** Ranking metrics from the labelled documents, each counted at its first rank. */
function rankingMetrics({ truth, prediction }: ScoreInput): Values {
  const ranked = rankedPassages(prediction);
  if (
    truth.labels === null ||
    ranked === null ||
    (ranked.length > 0 && ranked.every(({ documentId }) => documentId === null))
  )
    return {};
  const documents = [...new Set(ranked.flatMap(({ documentId }) => documentId ?? []))];
  const relevant = new Set(truth.labels.map(({ documentId }) => documentId));
  const mrrDocuments = new Set(
    truth.labels.filter(({ countsForMrr }) => countsForMrr).map(({ documentId }) => documentId),
  );
  const grades = new Map(truth.labels.map(({ documentId, grade }) => [documentId, grade]));
  return {
    mrr: mrr(relevant, documents),
    // The metric does not apply to reverse tasks, which have no labels that count for it (CRUD-RAG leaves them out).
    ...(mrrDocuments.size === 0 && relevant.size > 0
      ? {}
      : { "crud-mrr": crudMrr(mrrDocuments, documents) }),
    "hit-at-1": hitAt(relevant, documents, 1),
    "hit-at-5": hitAt(relevant, documents, 5),
    "hit-at-10": hitAt(relevant, documents, 10),
    "recall-at-5": recallAt(relevant, documents, 5),
    "recall-at-10": recallAt(relevant, documents, 10),
    "ndcg-at-10": ndcgAt(grades, documents, 10),
  };
}

/** CoFE-RAG's metrics. Recall is a share of all lists in the set, so each item is weighted by its number of lists. */
function keywordMetrics({ truth, prediction, variant }: ScoreInput): {
  readonly values: Values;
  readonly weights: Partial<Record<Metric, number>>;
} {
  const passages = passagesRead(prediction);
  if (truth.keywords === null || passages === null) return { values: {}, weights: {} };
  const counts = isWithoutText(passages)
    ? null
    : keywordScores({
        keywords: truth.keywords,
        passages: textsOf(passages),
        variant: variant === "published" ? "published" : "strict",
      });
  if (!counts) return { values: { "cofe-recall": null, "cofe-accuracy": null }, weights: {} };
  const { recalled, lists } = counts;
  return {
    values: { "cofe-recall": recalled / lists, "cofe-accuracy": recalled === lists ? 1 : 0 },
    weights: { "cofe-recall": lists },
  };
}

export function retrievalScores(input: ScoreInput): {
  readonly values: Values;
  readonly weights: Partial<Record<Metric, number>>;
} {
  const keywords = keywordMetrics(input);
  return {
    values: { ...referenceMetrics(input), ...rankingMetrics(input), ...keywords.values },
    weights: keywords.weights,
  };
}
