// Locates a truth's references in the documents of a corpus: texts get positions, and foreign ids become ours.

import type { TruthReference, TruthRow } from "../../../schemas/evaluation/truth.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import type { KnownDocument, KnownDocuments } from "../evidence/known-documents.ts";

/** The ids of the documents that a name refers to: if several share the name, of those in which a reference was found; if there are none, the name itself. */
function idsOf(
  name: string,
  documentsOfName: readonly KnownDocument[],
  references: readonly TruthReference[],
): string[] {
  if (documentsOfName.length === 1) return documentsOfName.map(({ id }) => id);
  const matchingDocuments = documentsOfName.filter(({ id }) =>
    references.some(({ span }) => span?.documentId === id),
  );
  return matchingDocuments.length > 0 ? matchingDocuments.map(({ id }) => id) : [name];
}

function firstPlace(
  text: string,
  namedDocuments: readonly KnownDocument[],
  { findText }: KnownDocuments,
): Span | null {
  for (const { id } of namedDocuments)
    for (const place of findText(text, { documentId: id, maxPlaces: 1 })) return place;
  return null;
}

/**
 * References given as texts get their spans: they are searched for in the documents that the row names, ignoring
 * white space and width; those not found have none. Documents in the corpus get the ids they have there, and labels
 * without spans get those of the references found in their documents.
 */
export function locateReferences(row: TruthRow, documents: KnownDocuments): TruthRow {
  const documentsByName = new Map(
    [...row.documentIds, ...(row.labels ?? []).map(({ documentId }) => documentId)].map(name => [
      name,
      documents.findByIdentifier(name),
    ]),
  );
  const namedDocuments = [...new Set([...documentsByName.values()].flat())];
  const references =
    row.references?.map(
      ({ text, span }): TruthReference => ({
        text,
        span: span ?? firstPlace(text, namedDocuments, documents),
      }),
    ) ?? null;
  const locatedReferences = references ?? [];
  const idsOfName = (name: string) =>
    idsOf(name, documentsByName.get(name) ?? [], locatedReferences);
  const spansIn = (id: string) =>
    locatedReferences.flatMap(({ span }) => (span?.documentId === id ? [span] : []));
  const labels = row.labels?.flatMap(label =>
    idsOfName(label.documentId).map(documentId => ({
      ...label,
      documentId,
      spans: label.spans.length > 0 ? label.spans : spansIn(documentId),
    })),
  );
  return {
    ...row,
    references,
    documentIds: [...new Set(row.documentIds.flatMap(idsOfName))],
    labels: labels ?? null,
  };
}
