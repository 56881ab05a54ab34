// The guide sheet of an XLSX: instructions, and each field's options with their texts, which the pick lists refer to.

import type { Language } from "../../../schemas/items/item-types.ts";
import { type ChoiceField, type Field, type Option, stemOf, type BilingualText } from "../form.ts";
import type { AnnotationProtocol } from "../protocol.ts";
import type { TableColumn } from "./table-layout.ts";

const instructions: { readonly zh: readonly string[]; readonly en: readonly string[] } = {
  zh: [
    "请在工作表“tasks”的黄色单元格中填写，一行一题。有下拉列表的，可从列表中选择，也可直接输入；没有颜色的单元格表示这一题不用填。",
    "以 :text 结尾的列只供阅读，不会导入。被引用文档的全文在工作表“documents”中。",
    "decided_at（判断时间，例如 2026-11-21 10:30，按 UTC 计）和 seconds（用时，秒）可以不填。请不要改动 task_id 列和第一行。",
  ],
  en: [
    "Fill in the yellow cells of the sheet “tasks”, one row per task. If a cell has a list, pick from it or type your answer; an uncoloured cell is not part of that task.",
    "Columns whose name ends in :text are for reading only and are not imported. The full texts of cited documents are in the sheet “documents”.",
    "decided_at (when you judged, such as 2026-11-21 10:30, in UTC) and seconds (how long it took) may stay empty. Do not change the column task_id or the first row.",
  ],
};

/** An option as a pick list shows it and an import reads it: a word such as `reasonable` as its label, a score such as `4` with its label after it. */
export function pickOf({ value, words }: Option, languages: readonly Language[]): string {
  const labels = new Set(
    (["zh", "en"] as const)
      .filter(language => languages.includes(language))
      .map(language => words[language]),
  );
  labels.delete(value);
  const label = [...labels].join(" / ");
  return /^\d+$/.test(value) || label === "" ? [value, label].filter(Boolean).join(" ") : label;
}

export interface Guide {
  readonly rows: readonly (readonly string[])[];
  /** First and last row, from 1, of a choice column's options, by column name. */
  readonly pickRows: ReadonlyMap<string, { readonly first: number; readonly last: number }>;
}

interface GuideSource {
  readonly protocol: Pick<AnnotationProtocol, "title" | "guide">;
  readonly columns: readonly TableColumn[];
  readonly languages: readonly Language[];
}

/** All options that a column has in any task; for a ranking, those of the longest list. */
const optionsOf = (fields: readonly Field[], stem: string): readonly Option[] => {
  const choices = fields.filter(
    (field): field is ChoiceField => field.kind === "choice" && stemOf(field) === stem,
  );
  return [
    ...new Map(
      choices.flatMap(({ options }) => options).map(option => [option.value, option]),
    ).values(),
  ];
};

export const guideSheet = { name: "guide", pickColumn: "B" } as const;

/** Instructions first; then a row for each field and, below it, one for each of its options: column, pick, value, texts. */
export function layOutGuide({
  protocol: { title, guide },
  columns,
  languages,
}: GuideSource): Guide {
  const fields = columns.flatMap(({ field }) => field ?? []);
  const rows: string[][] = [
    [title.zh],
    [title.en],
    [],
    ...[...guide.zh, ...instructions.zh].map(text => [text]),
    [],
    ...[...guide.en, ...instructions.en].map(text => [text]),
    [],
  ];
  const rowsByStem = new Map<string, { first: number; last: number }>();
  rows.push(["列 / Column", "可选值 / Pick", "值 / Value", "中文", "English"]);
  for (const field of fields) {
    const stem = stemOf(field);
    if (rowsByStem.has(stem)) continue;
    const options = optionsOf(fields, stem);
    const { zh, en }: BilingualText = field.words;
    rows.push([field.repeats ? `${stem}-…` : stem, "", "", zh, en]);
    rowsByStem.set(stem, { first: rows.length + 1, last: rows.length + options.length });
    rows.push(
      ...options.map(option => [
        "",
        pickOf(option, languages),
        option.value,
        option.words.zh,
        option.words.en,
      ]),
    );
  }
  const choices = fields.filter(({ kind }) => kind === "choice");
  return {
    rows,
    pickRows: new Map(
      choices.flatMap(field => [
        [field.name, rowsByStem.get(stemOf(field)) ?? { first: 1, last: 1 }],
      ]),
    ),
  };
}
