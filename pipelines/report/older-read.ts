// Measures a split task by task, so that it can stand beside the one it refreshes.

import type { ItemRow } from "../../schemas/items/records.ts";
import { CrudTask, isReverse, Language } from "../../schemas/items/item-types.ts";
import type { OlderRow } from "../../schemas/crud/older.ts";

/** What an item was built from: the held-out articles of a reverse task, else the golds. */
export const sourcesOf = ({ type, heldOutIds, documentIds }: ItemRow): readonly string[] =>
  isReverse(type) ? heldOutIds : documentIds;

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function describeTask(
  type: CrudTask,
  language: Language,
  mine: readonly ItemRow[],
  dayOf: (documentId: string) => string | null,
): OlderRow {
  const used = [...new Set(mine.flatMap(sourcesOf))];
  const days = used.flatMap(id => dayOf(id) ?? []).sort();
  return {
    id: `${type}/${language}`,
    type,
    language,
    items: mine.length,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    meanQuestion: mean(mine.map(({ question }) => question.length)),
    meanAnswer: mean(mine.map(({ answer }) => answer.length)),
    documents: used.length,
  };
}

/** One row for each task and language that has items. `dayOf` knows a document's day, in the corpus or held out. */
export const describeSplit = (
  rows: readonly ItemRow[],
  dayOf: (documentId: string) => string | null,
): OlderRow[] =>
  CrudTask.options.flatMap(type =>
    Language.options.flatMap(language => {
      const mine = rows.filter(row => row.type === type && row.language === language);
      return mine.length > 0 ? [describeTask(type, language, mine, dayOf)] : [];
    }),
  );
