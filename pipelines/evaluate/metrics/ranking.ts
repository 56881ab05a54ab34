// Computes ranking metrics over ids, best first: reciprocal rank, Hit@k, Recall@k, nDCG@k. Undefined values are null, never 0.

import { sum } from "../sum.ts";

/** The ids without duplicates: each counts at its first rank. */
const distinctIds = (ranked: readonly string[]): string[] => [...new Set(ranked)];

const foundCount = (relevant: ReadonlySet<string>, ranked: readonly string[], k: number): number =>
  distinctIds(ranked)
    .slice(0, k)
    .filter(id => relevant.has(id)).length;

/** 1 over the rank of the id, counted from 1; 0 if it is not in the list. */
export function reciprocalRank(id: string, ranked: readonly string[]): number {
  const index = distinctIds(ranked).indexOf(id);
  return index < 0 ? 0 : 1 / (index + 1);
}

/**
 * 1 over the rank of the first relevant id; MRR is its mean over items (Voorhees 1999, TREC-8 Question Answering Track); 0 if
 * no relevant id is in the list. Null if nothing is relevant.
 */
export const mrr = (relevant: ReadonlySet<string>, ranked: readonly string[]): number | null =>
  relevant.size === 0 ? null : Math.max(...[...relevant].map(id => reciprocalRank(id, ranked)));

/**
 * The mean of the reciprocal ranks of all relevant ids (CRUD-RAG, "Retrieval Accuracy Evaluation"): if a question is
 * about several documents, each of them counts. Of two relevant documents only one can be first, so the maximum is
 * then 0.75. Null if nothing is relevant.
 */
export function crudMrr(relevant: ReadonlySet<string>, ranked: readonly string[]): number | null {
  const documents = distinctIds(ranked);
  return relevant.size === 0
    ? null
    : sum([...relevant].map(id => reciprocalRank(id, documents))) / relevant.size;
}

/** 1 if any of the first k ids is relevant, otherwise 0; null if nothing is relevant. */
export const hitAt = (
  relevant: ReadonlySet<string>,
  ranked: readonly string[],
  k: number,
): number | null => (relevant.size === 0 ? null : Math.min(1, foundCount(relevant, ranked, k)));

/** Share of the relevant ids among the first k; null if nothing is relevant. */
export const recallAt = (
  relevant: ReadonlySet<string>,
  ranked: readonly string[],
  k: number,
): number | null => (relevant.size === 0 ? null : foundCount(relevant, ranked, k) / relevant.size);

const discountedGain = (gains: readonly number[]): number =>
  sum(gains.map((gain, index) => gain / Math.log2(index + 2)));

/**
 * The discounted gain of the first k ids over the maximum. The gain is the grade itself (Järvelin and Kekäläinen 2002, ACM TOIS 20),
 * the discount log2(1 + rank), as in trec_eval's `ndcg_cut`, which BEIR reports. A grade here counts keypoints: 2^grade would
 * let one document outweigh all others. Null if no grade is above 0.
 */
export function ndcgAt(
  grades: ReadonlyMap<string, number>,
  ranked: readonly string[],
  k: number,
): number | null {
  const gains = distinctIds(ranked)
    .slice(0, k)
    .map(id => Math.max(0, grades.get(id) ?? 0));
  const idealGains = [...grades.values()].filter(grade => grade > 0).toSorted((a, b) => b - a);
  return idealGains.length === 0
    ? null
    : discountedGain(gains) / discountedGain(idealGains.slice(0, k));
}
