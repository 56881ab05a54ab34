// Writes lines of BEIR's files, which are the same whether documents or chunks are retrieved.

import { join } from "node:path";
import type { ItemRow } from "../../schemas/items/records.ts";
import { replaceFile } from "../engine/files.ts";
import { type Split, splitNames } from "./item-splits.ts";
import { knownTruthOf } from "./known-truth.ts";

/** A line of queries.jsonl; BEIR's readers ignore the metadata. */
export const toBeirQuery = (item: ItemRow, split: Split) => ({
  _id: item.id,
  text: item.question,
  metadata: {
    type: item.type,
    language: item.language,
    domain: item.domain,
    answer: item.answer,
    split,
    ...knownTruthOf(item),
  },
});

/** Relevance of a document or chunk to a query. */
export interface Qrel {
  readonly queryId: string;
  readonly corpusId: string;
  readonly score: number;
}

/** Writes qrels/test.tsv and qrels/dev.tsv. */
export function writeQrels(
  directory: string,
  qrelsBySplit: Readonly<Record<Split, readonly Qrel[]>>,
): void {
  for (const split of splitNames) {
    const lines = qrelsBySplit[split].map(
      ({ queryId, corpusId, score }) => `${queryId}\t${corpusId}\t${score}\n`,
    );
    replaceFile(join(directory, "qrels", `${split}.tsv`), [
      "query-id\tcorpus-id\tscore\n",
      ...lines,
    ]);
  }
}
