// Reads items as the formats of evaluation tools need them: with relevant documents, split, and evidence offsets in code points.

import { documents } from "../../schemas/items/documents.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { codePointOffsets } from "./code-points.ts";
import { readSplits, type Split } from "./item-splits.ts";
import { knownTruthOf } from "./known-truth.ts";
import { readRelevance } from "./relevance.ts";

/** A passage of a document that an answer rests on, verbatim; offsets in code points, end exclusive. */
interface ExportedReference {
  readonly text: string;
  readonly document_id: string;
  readonly start: number;
  readonly end: number;
}

export interface ExportedItem {
  readonly item: ItemRow;
  readonly split: Split;
  readonly references: readonly ExportedReference[];
  /** The relevant documents, in the order of the labels. */
  readonly documentIds: readonly string[];
}

/** The input of a system: the question, and the date it refers to, if there is one. */
export const inputOf = ({ question, asOf }: ItemRow): { question: string; as_of?: string } => ({
  question,
  ...(asOf === undefined ? {} : { as_of: asOf }),
});

/** Metadata that tools store with an example without reading it. */
export const metadataOf = ({ item, split, documentIds }: ExportedItem) => ({
  id: item.id,
  type: item.type,
  language: item.language,
  domain: item.domain,
  split,
  document_ids: documentIds,
  keypoints: item.keypoints.map(({ claim }) => claim),
  ...knownTruthOf(item),
});

/** Converters from UTF-16 units to code points, by document, for the documents that references quote. */
export type OffsetConverters = Map<string, (utf16Offset: number) => number>;

/** Ids of the documents that the items' references quote. */
export const citedIdsOf = (rows: readonly ItemRow[]): Set<string> =>
  new Set(rows.flatMap(({ evidence }) => evidence.map(({ span }) => span.documentId)));

/** The item's references. Offsets in a document that is not in the corpus stay unchanged. */
export const toReferences = ({ evidence }: ItemRow, converters: OffsetConverters) =>
  evidence.map(({ text, span: { documentId, start, end } }): ExportedReference => {
    const toCodePoint = converters.get(documentId) ?? ((utf16Offset: number) => utf16Offset);
    return { text, document_id: documentId, start: toCodePoint(start), end: toCodePoint(end) };
  });

/** Keeps in memory one document at a time, and the positions of surrogate pairs in all of them. */
function createConverters(run: OpenRun, rows: readonly ItemRow[]): OffsetConverters {
  const citedIds = citedIdsOf(rows);
  const converters: OffsetConverters = new Map();
  for (const { id, text } of run.rows(documents))
    if (citedIds.has(id)) converters.set(id, codePointOffsets(text));
  return converters;
}

/** Returns the items in the order of the rows. */
export function readExportedItems(run: OpenRun, rows: readonly ItemRow[]): ExportedItem[] {
  const splitOf = readSplits(run);
  const relevance = readRelevance(run, rows);
  const converters = createConverters(run, rows);
  return rows.map(item => ({
    item,
    split: splitOf(item.id),
    references: toReferences(item, converters),
    documentIds: (relevance.get(item.id) ?? []).map(({ documentId }) => documentId),
  }));
}
