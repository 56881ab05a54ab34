// Finds stale items of a packed benchmark: those whose evidence changed or is gone from the documents.

import { basename, extname } from "node:path";
import type { PackedDocument, PackedItem, PackedSpan } from "../../../schemas/formats/pack.ts";
import type { StaleEvidence, StaleItem } from "../../../schemas/output/datasets.ts";
import { groupBy } from "../../engine/grouping.ts";
import { indexTexts } from "../evidence/text-index.ts";
import type { Pack } from "./read-pack.ts";

/** A document as it is now. */
export interface CurrentDocument {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Path or address. */
  readonly source: string;
}

/** Shorter texts occur in other documents by chance: there they count only if their own document is not known. */
const minDistinctive = 23;

/** Whether documents still contain a span's text, ignoring white space and width: in its own document, or moved to another one. */
function stillSaid(documents: readonly CurrentDocument[]) {
  const index = indexTexts(documents);
  const within = ({ id }: CurrentDocument, text: string) =>
    index.find(text, { within: id, most: 1 }).length > 0;
  return ({ text }: PackedSpan, own: readonly CurrentDocument[]): boolean => {
    if (own.some(document => within(document, text))) return true;
    if (text.length >= minDistinctive) return index.find(text, { most: 1 }).length > 0;
    return own.length === 0 && documents.some(document => within(document, text));
  };
}

/** The current documents that the evidence was in: by id, else by file name, else by the document's name, which may be a file's. */
function ownDocuments(documents: readonly CurrentDocument[]) {
  const byId = groupBy(documents, ({ id }) => id);
  const byFile = groupBy(documents, ({ source }) => basename(source));
  const byName = groupBy(documents, ({ name }) => name);
  const byStem = groupBy(documents, ({ source }) => basename(source, extname(source)));
  return (id: string, packed: PackedDocument | undefined): readonly CurrentDocument[] => {
    const file = packed?.source ? byFile.get(basename(packed.source)) : undefined;
    const named = packed && (byName.get(packed.name) ?? byStem.get(packed.name));
    return byId.get(id) ?? file ?? named ?? [];
  };
}

const calledAs = (id: string, packed: PackedDocument | undefined): string =>
  packed?.source ?? packed?.name ?? id;

/**
 * Stale items, in the order of the items. An item is stale if a piece of its evidence and all of the piece's alternatives are gone.
 * Memory: the documents.
 */
export function staleItems(pack: Pack, documents: readonly CurrentDocument[]): StaleItem[] {
  const isSaid = stillSaid(documents);
  const documentsOf = ownDocuments(documents);
  const packed = new Map(pack.documents.map(document => [document.id, document]));
  const holds = (span: PackedSpan) =>
    isSaid(span, documentsOf(span.documentId, packed.get(span.documentId)));
  const staleIn = ({ evidence }: PackedItem): StaleEvidence[] =>
    evidence
      .filter(one => ![one, ...(one.alternatives ?? [])].some(holds))
      .map(({ text, documentId }) => ({
        text,
        document: calledAs(documentId, packed.get(documentId)),
        state: documentsOf(documentId, packed.get(documentId)).length > 0 ? "changed" : "gone",
      }));
  return pack.items.flatMap(item => {
    const evidence = staleIn(item);
    return evidence.length > 0 ? [{ id: item.id, question: item.question, evidence }] : [];
  });
}
