// Selects the documents that questions can be asked about at all.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Dropped } from "../engine/stage.ts";
import type { UseOf } from "./draw.ts";

/** Drops repeated texts, texts without words, and documents that are not used. */
export function readable(
  rows: readonly DocumentRow[],
  useOf: UseOf,
): { rows: DocumentRow[]; dropped: Dropped[] } {
  const firsts = new Map<string, DocumentRow>();
  const dropped: Dropped[] = [];
  for (const row of rows) {
    const first = firsts.get(row.text);
    const drop = (code: string, detail: string) => dropped.push({ id: row.id, code, detail });
    if (!/[\p{L}\p{N}]/u.test(row.text))
      drop("no-sentences", "The document has no letters or digits.");
    else if (useOf(row) === 0) drop("unused", "Its weight is 0.");
    else if (first) drop("same-text", `It has the text of ${first.id}.`);
    else firsts.set(row.text, row);
  }
  return { rows: [...firsts.values()], dropped };
}
