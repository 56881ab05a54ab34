// Records what became of each item when the documents changed: kept, moved with its text, retired (with the reason) or new.

import {
  type ChangeRow,
  changes,
  earlierItemRows,
  type EarlierItemRow,
} from "../../schemas/items/changes.ts";
import { documents } from "../../schemas/items/documents.ts";
import { type ItemRow, items } from "../../schemas/items/records.ts";
import { defineWholeStage } from "../engine/stage.ts";

const evidenceOf = ({ evidence }: ItemRow): EarlierItemRow["evidence"] =>
  evidence.map(({ span: { documentId, start }, text }) => ({ documentId, start, text }));

/** What became of an earlier item, given the item that now has its id, if any. */
function fateOf(
  earlierItem: EarlierItemRow,
  item: ItemRow | undefined,
  isPresent: (documentId: string, text: string) => boolean,
): Pick<ChangeRow, "state" | "because"> {
  if (item) {
    const isKept = JSON.stringify(evidenceOf(item)) === JSON.stringify(earlierItem.evidence);
    return { state: isKept ? "kept" : "moved", because: null };
  }
  if (earlierItem.evidence.some(({ documentId, text }) => !isPresent(documentId, text)))
    return {
      state: "retired",
      because: "The text it was made from is no longer in the documents.",
    };
  return {
    state: "retired",
    because:
      "Its evidence is still there, but the text around it changed, or its question or answer is no longer accepted: see the verdicts.",
  };
}

export const changesStage = defineWholeStage({
  name: "items/changes",
  module: import.meta.filename,
  prompts: [],
  over: items,
  lookup: { earlier: earlierItemRows, documents },
  writes: changes,
  all(rows, { tables }) {
    const earlierItems = tables.earlier.rows();
    // The first run over a folder changes nothing.
    if (earlierItems.length === 0) return { rows: [] };
    const itemsById = new Map(rows.map(item => [item.id, item]));
    const earlierIds = new Set(earlierItems.map(({ id }) => id));
    // A document that is identified only by its text gets another id when it is edited.
    const isPresent = (documentId: string, text: string) => {
      const document = tables.documents.find(documentId);
      const documentsToSearch = document ? [document] : tables.documents.rows();
      return documentsToSearch.some(searchedDocument => searchedDocument.text.includes(text));
    };
    const changesOfEarlier = earlierItems.map((row): ChangeRow => {
      const { id, language, question } = row;
      return { id, language, question, ...fateOf(row, itemsById.get(id), isPresent) };
    });
    const newItems = rows
      .filter(({ id }) => !earlierIds.has(id))
      .map(
        ({ id, language, question }): ChangeRow => ({
          id,
          language,
          question,
          state: "new",
          because: null,
        }),
      );
    return { rows: [...changesOfEarlier, ...newItems] };
  },
});
