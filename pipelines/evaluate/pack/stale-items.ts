// Finds stale items of a packed benchmark: those whose evidence has changed in the documents or disappeared from them.

import { basename, extname } from "node:path";
import type { PackedDocument, PackedItem, PackedSpan } from "../../../schemas/formats/pack.ts";
import type { StaleEvidence, StaleItem } from "../../../schemas/output/datasets.ts";
import { groupBy } from "../../engine/grouping.ts";
import { indexTexts } from "../evidence/text-index.ts";
import type { Pack } from "./read-pack.ts";

/** A document in its current state. */
export interface CurrentDocument {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Path or address. */
  readonly source: string;
}

/** Minimum length of a text for a match in another document to count; a shorter text counts there only if its own document is not known. */
const minMovedLength = 23;

/** Returns a function that checks whether the documents still contain a span's text, ignoring white space and width: in the span's own document, or moved to another one. */
function spanChecker(documents: readonly CurrentDocument[]) {
  const index = indexTexts(documents);
  const isWithin = ({ id }: CurrentDocument, text: string) =>
    index.find(text, { documentId: id, maxPlaces: 1 }).length > 0;
  return ({ text }: PackedSpan, ownDocuments: readonly CurrentDocument[]): boolean => {
    if (ownDocuments.some(document => isWithin(document, text))) return true;
    if (text.length >= minMovedLength) return index.find(text, { maxPlaces: 1 }).length > 0;
    return ownDocuments.length === 0 && documents.some(document => isWithin(document, text));
  };
}

/** Returns a function that finds the current document that corresponds to a packed one: by id, otherwise by file name, otherwise by its name, which may be a file's. */
function documentFinder(documents: readonly CurrentDocument[]) {
  const byId = groupBy(documents, ({ id }) => id);
  const byFile = groupBy(documents, ({ source }) => basename(source));
  const byName = groupBy(documents, ({ name }) => name);
  const byStem = groupBy(documents, ({ source }) => basename(source, extname(source)));
  return (id: string, packed: PackedDocument | undefined): readonly CurrentDocument[] => {
    const documentsByFile = packed?.source ? byFile.get(basename(packed.source)) : undefined;
    const documentsByName = packed && (byName.get(packed.name) ?? byStem.get(packed.name));
    return byId.get(id) ?? documentsByFile ?? documentsByName ?? [];
  };
}

const nameForPeople = (id: string, packed: PackedDocument | undefined): string =>
  packed?.source ?? packed?.name ?? id;

/**
 * Stale items, in the order of the items. An item is stale if a piece of its evidence and all alternatives to that piece are gone.
 * Keeps the documents in memory.
 */
export function staleItems(pack: Pack, documents: readonly CurrentDocument[]): StaleItem[] {
  const isInDocuments = spanChecker(documents);
  const documentsOf = documentFinder(documents);
  const packedDocuments = new Map(pack.documents.map(document => [document.id, document]));
  const isPresent = (span: PackedSpan) =>
    isInDocuments(span, documentsOf(span.documentId, packedDocuments.get(span.documentId)));
  const staleEvidenceOf = ({ evidence }: PackedItem): StaleEvidence[] =>
    evidence
      .filter(piece => ![piece, ...(piece.alternatives ?? [])].some(isPresent))
      .map(({ text, documentId }) => ({
        text,
        document: nameForPeople(documentId, packedDocuments.get(documentId)),
        state:
          documentsOf(documentId, packedDocuments.get(documentId)).length > 0 ? "changed" : "gone",
      }));
  return pack.items.flatMap(item => {
    const evidence = staleEvidenceOf(item);
    return evidence.length > 0 ? [{ id: item.id, question: item.question, evidence }] : [];
  });
}
