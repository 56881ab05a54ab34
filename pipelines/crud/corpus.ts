// Makes the retrieval corpus: all documents except those held out and those that repeat them, plus those that the web search found.

import {
  heldOut,
  leaks,
  pool,
  webArticles,
  type WebArticleRow,
} from "../../schemas/crud/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import { defineWholeStage, type DroppedInput } from "../engine/stage.ts";
import { repeatsOf } from "../text/near-duplicates.ts";
import { leaksOf } from "./repeated-text.ts";
import { toDocument } from "./news-document.ts";

export interface CorpusOptions {
  readonly settings: Pick<CrudSettings, "leak" | "nearDuplicate">;
  readonly searchesWeb: boolean;
}

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** Documents found on the web, each once, without those that are already in the pool. */
function newWebDocuments(
  rows: readonly WebArticleRow[],
  poolDocuments: readonly DocumentRow[],
  nearDuplicate: number,
): DocumentRow[] {
  const byId = new Map(rows.map(({ article }) => [article.id, toDocument(article)]));
  for (const { id } of poolDocuments) byId.delete(id);
  const webDocuments = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const [texts, poolTexts] = [
    webDocuments.map(({ text }) => text),
    poolDocuments.map(({ text }) => text),
  ];
  const repeats = new Set(repeatsOf(texts, poolTexts, nearDuplicate).map(({ text }) => text));
  return webDocuments.filter((_, index) => !repeats.has(index));
}

export const corpusStage = ({ settings, searchesWeb }: CorpusOptions) =>
  defineWholeStage({
    name: "crud/corpus",
    module: import.meta.filename,
    prompts: [],
    settings: { leak: settings.leak, nearDuplicate: settings.nearDuplicate, searchesWeb },
    over: pool,
    lookup: { heldOut, leaks, ...(searchesWeb ? { webArticles } : {}) },
    writes: documents,
    all(rows, { tables }) {
      const heldOutRows = tables.heldOut.rows();
      const dropped = new Map<string, DroppedInput>(
        heldOutRows.map(({ id }) => [
          id,
          { id, code: "held-out", detail: "Reverse tasks are made from it." },
        ]),
      );
      const webDocuments = newWebDocuments(
        tables.webArticles?.rows() ?? [],
        rows,
        settings.nearDuplicate,
      );
      const sources = rows.filter(({ id }) => dropped.has(id));
      const webLeaks =
        webDocuments.length === 0
          ? []
          : leaksOf([...sources, ...webDocuments], heldOutRows, settings.leak);
      const excludedLeaks = [...tables.leaks.rows(), ...webLeaks].filter(
        ({ excluded }) => excluded,
      );
      for (const { documentId: id, heldOutId, similarity, containment } of excludedLeaks) {
        const detail = `It repeats the held-out ${heldOutId}: a similarity of ${similarity.toFixed(2)}, ${percent(containment)} of the reference.`;
        if (!dropped.has(id)) dropped.set(id, { id, code: "leaks", detail });
      }
      return {
        rows: [...rows, ...webDocuments].filter(({ id }) => !dropped.has(id)),
        dropped: [...dropped.values()],
      };
    },
  });
