// Measures a split task by task, for comparison with the split it refreshes.

import type { ItemRow } from "../../schemas/items/records.ts";
import { CrudTask, isReverse, Language } from "../../schemas/items/item-types.ts";
import type { OlderSplitRow } from "../../schemas/crud/older-split.ts";
import { mean } from "./mean.ts";

/** Ids of the documents an item was built from: the gold documents, or for a reverse task the held-out articles. */
export const sourceDocumentIds = ({ type, heldOutIds, documentIds }: ItemRow): readonly string[] =>
  isReverse(type) ? heldOutIds : documentIds;

function describeTask(
  type: CrudTask,
  language: Language,
  rows: readonly ItemRow[],
  dayOf: (documentId: string) => string | null,
): OlderSplitRow {
  const documentIds = [...new Set(rows.flatMap(sourceDocumentIds))];
  const days = documentIds.flatMap(id => dayOf(id) ?? []).sort();
  return {
    id: `${type}/${language}`,
    type,
    language,
    items: rows.length,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    meanQuestion: mean(rows.map(({ question }) => question.length)),
    meanAnswer: mean(rows.map(({ answer }) => answer.length)),
    documents: documentIds.length,
  };
}

/** One row per task and language that has items. `dayOf` returns the date of a document, in the corpus or held out. */
export const describeSplit = (
  rows: readonly ItemRow[],
  dayOf: (documentId: string) => string | null,
): OlderSplitRow[] =>
  CrudTask.options.flatMap(type =>
    Language.options.flatMap(language => {
      const taskRows = rows.filter(row => row.type === type && row.language === language);
      return taskRows.length > 0 ? [describeTask(type, language, taskRows, dayOf)] : [];
    }),
  );
