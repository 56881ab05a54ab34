// Selects the documents that questions can be asked about.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { DroppedInput } from "../engine/stage.ts";
import type { UseOf } from "./document-draw.ts";

/** Keeps the documents that are used, except repeated texts and texts without words. */
export function selectAskable(
  rows: readonly DocumentRow[],
  useOf: UseOf,
): { rows: DocumentRow[]; dropped: DroppedInput[] } {
  const firstByText = new Map<string, DocumentRow>();
  const dropped: DroppedInput[] = [];
  for (const row of rows) {
    const first = firstByText.get(row.text);
    const recordDrop = (code: string, detail: string) => dropped.push({ id: row.id, code, detail });
    if (!/[\p{L}\p{N}]/u.test(row.text))
      recordDrop("no-sentences", "The document has no letters or digits.");
    else if (useOf(row) === 0) recordDrop("unused", "Its weight is 0.");
    else if (first) recordDrop("same-text", `It has the same text as ${first.id}.`);
    else firstByText.set(row.text, row);
  }
  return { rows: [...firstByText.values()], dropped };
}
