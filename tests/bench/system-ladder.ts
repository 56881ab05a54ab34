// Eight plain retrieval systems whose order is known, and how much of each item's evidence they find.

import { evidenceRecall, type Content } from "../../pipelines/evaluate/evidence/evidence.ts";
import { chunksOf } from "../../pipelines/evaluate/baseline/chunks.ts";
import { openChunkSearch } from "../../pipelines/retrieval/chunk-search.ts";
import { drawFrom, seedOf } from "../../pipelines/text/random.ts";
import type { TruthReference, TruthRow } from "../../schemas/evaluation/truth.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Scores } from "./items-needed.ts";

export interface System {
  /** The share of the chunks that it never sees, drawn anew for each question. */
  readonly unseen: number;
  /** Chunks that it reads of those it sees, best first. */
  readonly topK: number;
}

/**
 * From the worst to the best. Up to the fourth, each misses a fifth of the chunks less than the one before, and all read three; from
 * there on, each reads what the one before does and a third to a half more. So the order follows from how they are made, whatever is asked.
 */
export const systems: readonly System[] = [
  { unseen: 0.6, topK: 3 },
  { unseen: 0.4, topK: 3 },
  { unseen: 0.2, topK: 3 },
  { unseen: 0, topK: 3 },
  { unseen: 0, topK: 4 },
  { unseen: 0, topK: 6 },
  { unseen: 0, topK: 8 },
  { unseen: 0, topK: 12 },
];

export const nameOf = ({ unseen, topK }: System): string =>
  `top ${topK}${unseen > 0 ? `, ${Math.round(unseen * 100)} % unseen` : ""}`;

/** Tokens of a chunk; none are repeated. */
const chunkSize = 128;
/** How often it is drawn for each question what is not seen: of one draw a few items would be lucky, others not. */
const draws = 100;

/** What is asked of the systems, and the places its answer rests on. */
export interface Asked extends Pick<TruthRow, "id" | "question" | "language"> {
  readonly references: readonly TruthReference[];
}

/** What is read of the hits, best first; a chunk that one system sees is seen by all that miss fewer. */
function readBy({ unseen, topK }: System, hits: readonly Content[], luck: Float64Array): Content[] {
  return hits.filter((_, place) => (luck[place] ?? 0) >= unseen).slice(0, topK);
}

/** The evidence recall of each system on each draw for each item, over BM25 on one index of all documents. */
export function ladderOver(
  documents: readonly DocumentRow[],
  seed: number,
): (asked: readonly Asked[]) => Promise<Scores> {
  const chunks = documents.flatMap(document =>
    chunksOf(document, [{ size: chunkSize, overlap: 0 }]),
  );
  const { signal } = new AbortController();
  const search = openChunkSearch({ chunks, subjectPrefix: false, services: {}, signal });
  const all = { retriever: "bm25", topK: chunks.length, fetched: chunks.length, seed } as const;
  return async asked => {
    const scores = systems.map(() => new Float64Array(asked.length * draws));
    for (const [item, { id, question: text, language, references }] of asked.entries()) {
      const [found] = await search.find({ text, language }, [all]);
      const hits = found?.contexts.map(({ chunk }) => chunk) ?? [];
      for (let time = 0; time < draws; time++) {
        const draw = drawFrom(seedOf("unseen", String(seed), id, String(time)));
        const luck = Float64Array.from(hits, () => draw(1000) / 1000);
        for (const [at, system] of systems.entries())
          (scores[at] as Float64Array)[item * draws + time] =
            evidenceRecall(references, readBy(system, hits, luck)) ?? 0;
      }
    }
    return { systems: scores, items: asked.length };
  };
}
