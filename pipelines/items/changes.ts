// Records what became of each item when the documents changed: kept, moved with its text, retired (with the reason), or new.

import { type ChangeRow, changes, earlier, type EarlierRow } from "../../schemas/items/changes.ts";
import { documents } from "../../schemas/items/documents.ts";
import { type ItemRow, items } from "../../schemas/items/records.ts";
import { defineWholeStage } from "../engine/stage.ts";

const evidenceOf = ({ evidence }: ItemRow): EarlierRow["evidence"] =>
  evidence.map(({ span: { documentId, start }, text }) => ({ documentId, start, text }));

function becameOf(
  before: EarlierRow,
  now: ItemRow | undefined,
  isPresent: (documentId: string, text: string) => boolean,
): Pick<ChangeRow, "state" | "because"> {
  if (now)
    return {
      state: JSON.stringify(evidenceOf(now)) === JSON.stringify(before.evidence) ? "kept" : "moved",
      because: null,
    };
  if (before.evidence.some(({ documentId, text }) => !isPresent(documentId, text)))
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
  lookup: { earlier, documents },
  writes: changes,
  all(rows, { tables }) {
    const before = tables.earlier.rows();
    // The first run over a folder changes nothing.
    if (before.length === 0) return { rows: [] };
    const now = new Map(rows.map(item => [item.id, item]));
    const known = new Set(before.map(({ id }) => id));
    // A document that is identified by its text alone gets another id once it is edited.
    const isPresent = (documentId: string, text: string) => {
      const document = tables.documents.find(documentId);
      const among = document ? [document] : tables.documents.rows();
      return among.some(one => one.text.includes(text));
    };
    const old = before.map((row): ChangeRow => {
      const { id, language, question } = row;
      return {
        id,
        language,
        question,
        ...becameOf(row, now.get(id), isPresent),
      };
    });
    const fresh = rows
      .filter(({ id }) => !known.has(id))
      .map(
        ({ id, language, question }): ChangeRow => ({
          id,
          language,
          question,
          state: "new",
          because: null,
        }),
      );
    return { rows: [...old, ...fresh] };
  },
});
