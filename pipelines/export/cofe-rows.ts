// Converts items and documents to CoFE-RAG's examples and knowledge base, with the original's fields first, in their original order.

import { basename } from "node:path";
import type { FragmentRow } from "../../schemas/cofe/records.ts";
import { type CofeExample, cofeTypeNames } from "../../schemas/formats/cofe.ts";
import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import type { CofeType } from "../../schemas/items/item-types.ts";
import type { SplitRow } from "../../schemas/items/finished-items.ts";
import type { Evidence, ItemRow, Keywords } from "../../schemas/items/records.ts";
import { knownTruthOf } from "./known-truth.ts";
import { missingDocumentError } from "./relevance.ts";

/** What examples need from a document. */
export interface ExportedDocument {
  readonly fileName: string;
  /** Converts UTF-16 offsets to code points. */
  readonly toCodePoint: (utf16Offset: number) => number;
}

export interface ExampleSources {
  readonly documents: ReadonlyMap<string, ExportedDocument>;
  /** Fragments by document id. */
  readonly fragments: ReadonlyMap<string, readonly FragmentRow[]>;
  readonly splits: ReadonlyMap<string, SplitRow["split"]>;
}

/** An item of a type that CoFE-RAG has, with its keywords. */
export interface CofeItem {
  readonly item: ItemRow;
  readonly type: CofeType;
  readonly keywords: Keywords;
}

/** Name of the file that a document was read from; its id if it came as a record or a pipeline wrote it. */
export const fileNameOf = ({ id, format, provenance }: DocumentRow): string =>
  format === null ? id : basename(provenance.source);

function exportedDocumentOf(
  item: ItemRow,
  documentId: string,
  { documents }: ExampleSources,
): ExportedDocument {
  const exportedDocument = documents.get(documentId);
  if (!exportedDocument) throw missingDocumentError(item.id, documentId);
  return exportedDocument;
}

/** Converts offsets to code points in the document's text, end exclusive. */
function convertSpan(item: ItemRow, { documentId, start, end }: Span, sources: ExampleSources) {
  const { toCodePoint } = exportedDocumentOf(item, documentId, sources);
  return { document: documentId, start: toCodePoint(start), end: toCodePoint(end) };
}

/** The fragment that contains the item's first reference. */
function fragmentFields({ evidence: [firstReference] }: ItemRow, { fragments }: ExampleSources) {
  const fragment =
    firstReference &&
    fragments
      .get(firstReference.span.documentId)
      ?.find(
        ({ start, end }) => start <= firstReference.span.start && firstReference.span.end <= end,
      );
  return {
    fragment: fragment ? { id: fragment.id, text: fragment.text } : null,
    page: fragment?.place ?? null,
  };
}

export function toCofeExample(
  { item, type, keywords }: CofeItem,
  sources: ExampleSources,
): CofeExample {
  const { language } = item;
  const convertEvidence = ({ span, text }: Pick<Evidence, "span" | "text">) => ({
    ...convertSpan(item, span, sources),
    text,
  });
  const documents = item.documentIds.map(id => ({
    file_name: exportedDocumentOf(item, id, sources).fileName,
    id,
  }));
  return {
    query_type: cofeTypeNames[language][type],
    query: item.question,
    reference_answer: item.answer,
    file_name: documents[0]?.file_name ?? "",
    coarse_keywords: keywords.coarse,
    fine_keywords: keywords.fine.map(list => list.map(({ text }) => text)),
    id: item.id,
    language,
    domain: item.domain,
    ...fragmentFields(item, sources),
    documents,
    evidence: item.evidence.map(({ alternatives, ...reference }) => ({
      ...convertEvidence(reference),
      ...(alternatives && { alternatives: alternatives.map(convertEvidence) }),
    })),
    fine_keyword_spans: keywords.fine.map(list =>
      list.map(({ span }) => convertSpan(item, span, sources)),
    ),
    ...(keywords.passages && { fine_keyword_passages: keywords.passages }),
    split: sources.splits.get(item.id) ?? null,
    ...knownTruthOf(item),
  };
}

/** Converts a document for the knowledge base, with the `start` of each place in code points. */
export function toKnowledge(
  document: DocumentRow,
  title: string,
  { fileName, toCodePoint }: ExportedDocument,
) {
  return {
    id: document.id,
    file_name: fileName,
    title,
    language: document.language,
    domain: document.domain,
    format: document.format,
    text: document.text,
    places: document.places.map(place => ({ ...place, start: toCodePoint(place.start) })),
  };
}
