// Reads the relevant documents of each item: from its labels, or from its references if the run made no labels, and from an audit.

import { foundLabels } from "../../schemas/evaluation/findings.ts";
import { documents } from "../../schemas/items/documents.ts";
import { type LabelRow, labels } from "../../schemas/items/finished-items.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { isReverse } from "../../schemas/items/item-types.ts";
import { PipelineError } from "../engine/errors.ts";
import type { OpenRun } from "../engine/open-run.ts";

export type RelevantDocument = Pick<LabelRow, "documentId" | "grade" | "role" | "countsForMrr">;

const relevanceFromReferences = ({ evidence, type }: ItemRow): RelevantDocument[] => {
  // Evidence for an unanswerable question supports what the documents do settle, not an answer.
  if (type === "unanswerable") return [];
  const role = isReverse(type) ? "reconstruction" : "gold";
  return [...new Set(evidence.map(({ span }) => span.documentId))].map(documentId => ({
    documentId,
    grade: 1,
    role,
    countsForMrr: !isReverse(type),
  }));
};

/** Adds a label, so that each document is listed once, with its highest grade. */
function addLabel(list: RelevantDocument[], label: RelevantDocument): void {
  const index = list.findIndex(({ documentId }) => documentId === label.documentId);
  if (index < 0) list.push(label);
  else if (label.grade > (list[index]?.grade ?? 0)) list[index] = label;
}

/**
 * Reads labels of documents that also answer an item, as an audit found; none if the run was not audited. Skips
 * documents that are not in the corpus, which is then newer than the audit.
 */
function readFoundLabels(run: OpenRun): LabelRow[] {
  const foundRows = [...run.audit().rows(foundLabels)];
  const labelledIds = new Set(foundRows.map(({ documentId }) => documentId));
  const corpusIds = new Set<string>();
  if (labelledIds.size > 0)
    for (const id of run.ids(documents)) if (labelledIds.has(id)) corpusIds.add(id);
  return foundRows.filter(({ documentId }) => corpusIds.has(documentId));
}

/** Returns relevant documents by item id, in the order of the labels; those that an audit found come last. */
export function readRelevance(
  run: OpenRun,
  rows: readonly ItemRow[],
): ReadonlyMap<string, readonly RelevantDocument[]> {
  const items = new Map(rows.map(row => [row.id, row]));
  const labelledRelevance = new Map<string, RelevantDocument[]>(rows.map(({ id }) => [id, []]));
  let hasLabels = false;
  for (const { itemId, documentId, grade, role, countsForMrr } of run.rows(labels)) {
    hasLabels = true;
    const list = labelledRelevance.get(itemId);
    if (list) addLabel(list, { documentId, grade, role, countsForMrr });
  }
  const relevance = hasLabels
    ? labelledRelevance
    : new Map(rows.map(row => [row.id, relevanceFromReferences(row)]));
  for (const { itemId, documentId, grade, role, countsForMrr } of readFoundLabels(run)) {
    const [item, list] = [items.get(itemId), relevance.get(itemId)];
    // Reverse tasks do not count towards CRUD-RAG's MRR, whatever labelled their documents.
    if (item && list)
      addLabel(list, {
        documentId,
        grade,
        role,
        countsForMrr: countsForMrr && !isReverse(item.type),
      });
  }
  return relevance;
}

/** The error for a relevant document missing from the corpus, which no system could retrieve. */
export const missingDocumentError = (itemId: string, documentId: string): PipelineError =>
  new PipelineError(
    "bad-input",
    `Item ${itemId} names document ${documentId}, which is not in the corpus of this run.`,
    { hint: "Repeat the command that created the run: it checks every row." },
  );
