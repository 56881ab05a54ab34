// Measures a split task by task, for comparison with the one it refreshes.

import type { ItemRow } from "../../schemas/items/records.ts";
import { CrudTask, isReverse, Language } from "../../schemas/items/item-types.ts";
import type { OlderRow } from "../../schemas/crud/older.ts";

/** The documents an item was built from: the held-out articles of a reverse task, or else the gold documents. */
export const sourcesOf = ({ type, heldOutIds, documentIds }: ItemRow): readonly string[] =>
  isReverse(type) ? heldOutIds : documentIds;

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function describeTask(
  type: CrudTask,
  language: Language,
  rows: readonly ItemRow[],
  dayOf: (documentId: string) => string | null,
): OlderRow {
  const used = [...new Set(rows.flatMap(sourcesOf))];
  const days = used.flatMap(id => dayOf(id) ?? []).sort();
  return {
    id: `${type}/${language}`,
    type,
    language,
    items: rows.length,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    meanQuestion: mean(rows.map(({ question }) => question.length)),
    meanAnswer: mean(rows.map(({ answer }) => answer.length)),
    documents: used.length,
  };
}

/** One row per task and language that has items. `dayOf` returns the date of a document, in the corpus or held out. */
export const describeSplit = (
  rows: readonly ItemRow[],
  dayOf: (documentId: string) => string | null,
): OlderRow[] =>
  CrudTask.options.flatMap(type =>
    Language.options.flatMap(language => {
      const own = rows.filter(row => row.type === type && row.language === language);
      return own.length > 0 ? [describeTask(type, language, own, dayOf)] : [];
    }),
  );
