// Reads what a run asked about: each document's topic, the parts of it that were read, and those that items rest on.

import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import {
  candidates,
  linkedMaterials,
  type MaterialRow,
  materials,
  settled,
} from "../../schemas/questions/records.ts";
import { topics } from "../../schemas/questions/topics.ts";
import { groupBy } from "../engine/grouping.ts";
import type { OpenRun } from "../engine/open-run.ts";

/** State of a part of a document. asked: an item rests on it · read: items rest only on other parts of its material · fruitless: no question about its material was accepted · unread: it was not read. */
export type PartState = "asked" | "read" | "fruitless" | "unread";

interface DocumentCard extends Pick<DocumentRow, "id" | "name" | "language" | "domain"> {
  /** Length in UTF-16 units. */
  readonly length: number;
}

export interface DocumentCoverage extends DocumentCard {
  /** Words that the documents of its topic share (a topic has one language); null if it has no topic. */
  readonly topic: string | null;
  /** Number of materials read that contain it: the document, its sections, or linked documents. */
  readonly materials: number;
  /** Number of accepted questions about these materials, whether chosen as items or not. */
  readonly accepted: number;
  readonly items: number;
  /** Number of documents in the folder that this one represents; null if it was never read. */
  readonly weight: number | null;
  /** The states of equal parts of the text, in order. */
  readonly partStates: readonly PartState[];
}

const maxParts = 40;
/** Minimum length of a part in UTF-16 units: about a sentence. */
const minPartLength = 60;

interface MaterialYield {
  readonly material: MaterialRow;
  /** Number of accepted questions about the material. */
  readonly accepted: number;
}

/** The spans of a material in one document; the whole document if the material names none. */
const spansIn = ({ scope }: MaterialRow, { id, length }: DocumentCard) =>
  scope.length === 0
    ? [{ start: 0, end: length }]
    : scope.filter(({ documentId }) => documentId === id);

function partStatesOf(
  card: DocumentCard,
  readMaterials: readonly MaterialYield[],
  evidence: readonly Span[],
): PartState[] {
  const partCount = Math.max(1, Math.min(maxParts, Math.ceil(card.length / minPartLength)));
  const spansOf = (readMaterials: readonly MaterialYield[]) =>
    readMaterials.flatMap(({ material }) => spansIn(material, card));
  const fruitfulSpans = spansOf(readMaterials.filter(({ accepted }) => accepted > 0));
  const readSpans = spansOf(readMaterials);
  return Array.from({ length: partCount }, (_, index) => {
    const [from, to] = [(index * card.length) / partCount, ((index + 1) * card.length) / partCount];
    const isTouchedBy = (spans: readonly Pick<Span, "start" | "end">[]) =>
      spans.some(({ start, end }) => start < to && end > from);
    if (isTouchedBy(evidence)) return "asked";
    if (isTouchedBy(fruitfulSpans)) return "read";
    return isTouchedBy(readSpans) ? "fruitless" : "unread";
  });
}

/** Number of accepted questions, by material. */
function countAccepted(run: OpenRun): ReadonlyMap<string, number> {
  const materialOf = new Map<string, string>();
  for (const { id, materialId } of run.rows(candidates)) materialOf.set(id, materialId);
  const counts = new Map<string, number>();
  for (const { proposalId, accepted } of run.rows(settled)) {
    const id = materialOf.get(proposalId) ?? "";
    counts.set(id, (counts.get(id) ?? 0) + accepted.length);
  }
  return counts;
}

/** One row per document, in the order of the corpus; null for a run that read no materials. */
export function readDocumentCoverage(
  run: OpenRun,
  rows: readonly ItemRow[],
  cards: readonly DocumentCard[],
): readonly DocumentCoverage[] | null {
  const acceptedCounts = countAccepted(run);
  const readMaterials = [...run.rows(materials), ...run.rows(linkedMaterials)].map(material => ({
    material,
    accepted: acceptedCounts.get(material.id) ?? 0,
  }));
  if (readMaterials.length === 0) return null;
  const materialsOf = groupBy(
    readMaterials.flatMap(each => each.material.documentIds.map(id => ({ id, ...each }))),
    ({ id }) => id,
  );
  const itemsOf = groupBy(
    rows.flatMap(item => item.documentIds.map(id => ({ id, item }))),
    ({ id }) => id,
  );
  const topicOf = new Map(
    [...run.rows(topics)].flatMap(({ words, documentIds }) =>
      documentIds.map(id => [id, words.join(" · ")] as const),
    ),
  );
  return cards.map(card => {
    const [documentMaterials, documentItems] = [
      materialsOf.get(card.id) ?? [],
      itemsOf.get(card.id) ?? [],
    ];
    const evidence = documentItems
      .flatMap(({ item }) => item.evidence.map(({ span }) => span))
      .filter(({ documentId }) => documentId === card.id);
    const { id, name, language, domain, length } = card;
    return {
      id,
      name,
      language,
      domain,
      length,
      topic: topicOf.get(id) ?? null,
      materials: documentMaterials.length,
      accepted: documentMaterials.reduce((sum, { accepted }) => sum + accepted, 0),
      items: documentItems.length,
      weight:
        documentMaterials.find(({ material }) => material.kind !== "linked")?.material.weight ??
        null,
      partStates: partStatesOf(card, documentMaterials, evidence),
    };
  });
}
