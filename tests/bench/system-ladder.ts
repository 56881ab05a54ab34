// Eight plain retrieval systems whose order is known, and how much of each item's evidence they find.

import { evidenceRecall } from "../../pipelines/evaluate/evidence/passage-evidence.ts";
import { chunksOf } from "../../pipelines/evaluate/baseline/chunks.ts";
import { openChunkSearch } from "../../pipelines/retrieval/chunk-search.ts";
import type { TruthReference, TruthRow } from "../../schemas/evaluation/truth.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Scores } from "./items-needed.ts";

/**
 * Chunks that each system reads, best first, from the worst to the best: each reads what the one before does and more, so
 * the order follows from how they are made, whatever is asked.
 */
export const systems = [1, 2, 3, 5, 7, 10, 15, 20] as const;

export const nameOf = (topK: number): string => `top ${topK}`;

/** Tokens of a chunk; none are repeated. */
const chunkSize = 128;

/** What is asked of the systems, and the places its answer rests on. */
export interface Asked extends Pick<TruthRow, "id" | "question" | "language"> {
  readonly references: readonly TruthReference[];
}

/** The evidence recall of each system for each item, over BM25 on one index of all documents. */
export function ladderOver(
  documents: readonly DocumentRow[],
  seed: number,
): (asked: readonly Asked[]) => Promise<Scores> {
  const chunks = documents.flatMap(document =>
    chunksOf(document, [{ size: chunkSize, overlap: 0 }]),
  );
  const { signal } = new AbortController();
  const search = openChunkSearch({ chunks, subjectPrefix: false, services: {}, signal });
  const most = Math.max(...systems);
  const all = { retriever: "bm25", topK: most, fetched: most, seed } as const;
  return async asked => {
    const scores = systems.map(() => new Float64Array(asked.length));
    for (const [item, { question: text, language, references }] of asked.entries()) {
      const [found] = await search.find({ text, language }, [all]);
      const hits = found?.contexts.map(({ chunk }) => chunk) ?? [];
      for (const [at, topK] of systems.entries())
        (scores[at] as Float64Array)[item] = evidenceRecall(references, hits.slice(0, topK)) ?? 0;
    }
    return scores;
  };
}
