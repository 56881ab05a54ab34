// Finds a truth's references in the documents of a corpus: texts get places, and foreign ids become ours.

import type { TruthReference, TruthRow } from "../../../schemas/evaluation/truth.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import type { KnownDocument, KnownDocuments } from "../evidence/known-documents.ts";

/** If documents share a name, those in which a reference was found count; if there are none, the name is kept. */
function idsOf(
  given: string,
  named: readonly KnownDocument[],
  references: readonly TruthReference[],
): string[] {
  if (named.length === 1) return named.map(({ id }) => id);
  const holding = named.filter(({ id }) => references.some(({ span }) => span?.documentId === id));
  return holding.length > 0 ? holding.map(({ id }) => id) : [given];
}

function firstPlace(
  text: string,
  among: readonly KnownDocument[],
  { find }: KnownDocuments,
): Span | null {
  for (const { id } of among) for (const place of find(text, { within: id, most: 1 })) return place;
  return null;
}

/**
 * References given as text get their span: they are searched for in the documents that the row names, ignoring white space
 * and width; if not found, they have none. Documents get their ids in the corpus if it has them, and
 * labels get the spans of the references found in them. Labels with spans keep them.
 */
export function locateReferences(row: TruthRow, documents: KnownDocuments): TruthRow {
  const namedBy = new Map(
    [...row.documentIds, ...(row.labels ?? []).map(({ documentId }) => documentId)].map(given => [
      given,
      documents.named(given),
    ]),
  );
  const among = [...new Set([...namedBy.values()].flat())];
  const references =
    row.references?.map(
      ({ text, span }): TruthReference => ({
        text,
        span: span ?? firstPlace(text, among, documents),
      }),
    ) ?? null;
  const found = references ?? [];
  const idsNamed = (given: string) => idsOf(given, namedBy.get(given) ?? [], found);
  const spansIn = (id: string) =>
    found.flatMap(({ span }) => (span?.documentId === id ? [span] : []));
  const labels = row.labels?.flatMap(label =>
    idsNamed(label.documentId).map(documentId => ({
      ...label,
      documentId,
      spans: label.spans.length > 0 ? label.spans : spansIn(documentId),
    })),
  );
  return {
    ...row,
    references,
    documentIds: [...new Set(row.documentIds.flatMap(idsNamed))],
    labels: labels ?? null,
  };
}
