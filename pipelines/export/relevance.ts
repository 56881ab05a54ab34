// Which documents are relevant to each item: its labels, or the documents of its references where a run made none; and what an audit found.

import { foundLabels } from "../../schemas/evaluation/findings.ts";
import { documents } from "../../schemas/items/documents.ts";
import { type LabelRow, labels } from "../../schemas/items/labels.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { isReverse } from "../../schemas/items/item-types.ts";
import { PipelineError } from "../engine/errors.ts";
import type { OpenRun } from "../engine/open-run.ts";

export type Relevant = Pick<LabelRow, "documentId" | "grade" | "role" | "countsForMrr">;

const byReferences = ({ evidence, type }: ItemRow): Relevant[] => {
  // What is settled beside a question that cannot be answered does not answer it.
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
 * Labels of documents that an audit found to answer an item too; none where the run was not audited. Those of documents
 * that the corpus does not hold are passed over: the audit is then older than the corpus.
 */
function readFoundLabels(run: OpenRun): LabelRow[] {
  const found = [...run.audit().rows(foundLabels)];
  const wanted = new Set(found.map(({ documentId }) => documentId));
  const held = new Set<string>();
  if (wanted.size > 0) for (const id of run.ids(documents)) if (wanted.has(id)) held.add(id);
  return found.filter(({ documentId }) => held.has(documentId));
}

/** By item id, in the order of the labels; what an audit found comes after what was known. */
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

/** A relevant document that the corpus does not hold would be counted as missed by every system. */
export const missingDocument = (itemId: string, documentId: string): PipelineError =>
  new PipelineError(
    "bad-input",
    `Item ${itemId} names document ${documentId}, which the corpus of this run does not hold.`,
    { hint: "Type the command that made the run again: it checks every row." },
  );
