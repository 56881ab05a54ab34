// Which items of a packed benchmark no longer hold: those whose evidence text changed in the documents, or went.

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

/** Shorter texts stand in other documents by chance: they count where their own is not known. */
const telling = 23;

/** Whether documents still say a stretch, but for white space and width: in its own document, or moved to another one. */
function stillSaid(documents: readonly CurrentDocument[]) {
  const index = indexTexts(documents);
  const within = ({ id }: CurrentDocument, text: string) =>
    index.find(text, { within: id, most: 1 }).length > 0;
  return ({ text }: PackedSpan, own: readonly CurrentDocument[]): boolean => {
    if (own.some(document => within(document, text))) return true;
    if (text.length >= telling) return index.find(text, { most: 1 }).length > 0;
    return own.length === 0 && documents.some(document => within(document, text));
  };
}

/** The document that evidence stood in, as it is now: by its id, else by its file's name, else by its own, which may be a file's. */
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
 * In the order of the items; an item of which one evidence is neither said any more, nor any of its alternatives, is stale.
 * Memory: the documents.
 */
export function staleItems(pack: Pack, documents: readonly CurrentDocument[]): StaleItem[] {
  const isSaid = stillSaid(documents);
  const own = ownDocuments(documents);
  const packed = new Map(pack.documents.map(document => [document.id, document]));
  const holds = (span: PackedSpan) =>
    isSaid(span, own(span.documentId, packed.get(span.documentId)));
  const staleIn = ({ evidence }: PackedItem): StaleEvidence[] =>
    evidence
      .filter(one => ![one, ...(one.alternatives ?? [])].some(holds))
      .map(({ text, documentId }) => ({
        text,
        document: calledAs(documentId, packed.get(documentId)),
        state: own(documentId, packed.get(documentId)).length > 0 ? "changed" : "gone",
      }));
  return pack.items.flatMap(item => {
    const evidence = staleIn(item);
    return evidence.length > 0 ? [{ id: item.id, question: item.question, evidence }] : [];
  });
}
