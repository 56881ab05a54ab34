// Relevant documents of each item: from its labels, or its references if the run made none; and from an audit.

import { foundLabels } from "../../schemas/evaluation/findings.ts";
import { documents } from "../../schemas/items/documents.ts";
import { type LabelRow, labels } from "../../schemas/items/labels.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { isReverse } from "../../schemas/items/item-types.ts";
import { PipelineError } from "../engine/errors.ts";
import type { OpenRun } from "../engine/open-run.ts";

export type Relevant = Pick<LabelRow, "documentId" | "grade" | "role" | "countsForMrr">;

const byReferences = ({ evidence, type }: ItemRow): Relevant[] => {
  // Evidence of an unanswerable question supports what the documents do settle, not an answer.
  if (type === "unanswerable") return [];
  const role = isReverse(type) ? "reconstruction" : "gold";
  return [...new Set(evidence.map(({ span }) => span.documentId))].map(documentId => ({
    documentId,
    grade: 1,
    role,
    countsForMrr: !isReverse(type),
  }));
};

/** Each document once, with its highest grade. */
function addOnce(list: Relevant[], label: Relevant): void {
  const at = list.findIndex(({ documentId }) => documentId === label.documentId);
  if (at < 0) list.push(label);
  else if (label.grade > (list[at]?.grade ?? 0)) list[at] = label;
}

/**
 * Labels of documents that an audit found to answer an item too; none if the run was not audited. Documents that are not
 * in the corpus are skipped: the audit is then older than the corpus.
 */
function readFoundLabels(run: OpenRun): LabelRow[] {
  const found = [...run.audit().rows(foundLabels)];
  const wanted = new Set(found.map(({ documentId }) => documentId));
  const held = new Set<string>();
  if (wanted.size > 0) for (const id of run.ids(documents)) if (wanted.has(id)) held.add(id);
  return found.filter(({ documentId }) => held.has(documentId));
}

/** Relevant documents by item id, in the order of the labels; those found by an audit come last. */
export function readRelevance(
  run: OpenRun,
  rows: readonly ItemRow[],
): ReadonlyMap<string, readonly Relevant[]> {
  const items = new Map(rows.map(row => [row.id, row]));
  const known = new Map<string, Relevant[]>(rows.map(({ id }) => [id, []]));
  let labelled = false;
  for (const { itemId, documentId, grade, role, countsForMrr } of run.rows(labels)) {
    labelled = true;
    const list = known.get(itemId);
    if (list) addOnce(list, { documentId, grade, role, countsForMrr });
  }
  const relevance = labelled ? known : new Map(rows.map(row => [row.id, byReferences(row)]));
  for (const { itemId, documentId, grade, role, countsForMrr } of readFoundLabels(run)) {
    const [item, list] = [items.get(itemId), relevance.get(itemId)];
    // Reverse tasks stay out of CRUD-RAG's MRR, whoever labelled them.
    if (item && list)
      addOnce(list, {
        documentId,
        grade,
        role,
        countsForMrr: countsForMrr && !isReverse(item.type),
      });
  }
  return relevance;
}

/** The error for a relevant document missing from the corpus: every system would be counted as missing it. */
export const missingDocument = (itemId: string, documentId: string): PipelineError =>
  new PipelineError(
    "bad-input",
    `Item ${itemId} names document ${documentId}, which is not in the corpus of this run.`,
    { hint: "Repeat the command that made the run: it checks every row." },
  );
