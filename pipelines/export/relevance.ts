// Which documents are relevant to each item: its labels, or the documents of its references where a run made none.

import { type ItemRow, type LabelRow, labels } from "../../schemas/items/records.ts";
import { isReverse } from "../../schemas/items/item-types.ts";
import { PipelineError } from "../engine/errors.ts";
import { readRows } from "../engine/reading.ts";

export type Relevant = Pick<LabelRow, "documentId" | "grade" | "role" | "countsForMrr">;

const byReferences = ({ evidence, type }: ItemRow): Relevant[] => {
  const role = isReverse(type) ? "reconstruction" : "gold";
  return [...new Set(evidence.map(({ span }) => span.documentId))].map(documentId => ({ documentId, grade: 1, role, countsForMrr: !isReverse(type) }));
};

/** Each document once, with its highest grade. */
function addOnce(list: Relevant[], label: Relevant): void {
  const at = list.findIndex(({ documentId }) => documentId === label.documentId);
  if (at < 0) list.push(label);
  else if (label.grade > (list[at]?.grade ?? 0)) list[at] = label;
}

/** By item id, in the order of the labels. */
export function readRelevance(directory: string, rows: readonly ItemRow[]): ReadonlyMap<string, readonly Relevant[]> {
  const found = new Map<string, Relevant[]>(rows.map(({ id }) => [id, []]));
  let labelled = false;
  for (const { itemId, documentId, grade, role, countsForMrr } of readRows(directory, labels)) {
    labelled = true;
    const list = found.get(itemId);
    if (list) addOnce(list, { documentId, grade, role, countsForMrr });
  }
  return labelled ? found : new Map(rows.map(row => [row.id, byReferences(row)]));
}

/** A relevant document that the corpus does not hold would be counted as missed by every system. */
export const missingDocument = (itemId: string, documentId: string): PipelineError =>
  new PipelineError("bad-input", `Item ${itemId} names document ${documentId}, which the corpus of this run does not hold.`, {
    hint: "Type the command that made the run again: it checks every row.",
  });
