// Section: this split compared with the older one it refreshes, task by task.

import type { OlderSplitRow } from "../../schemas/crud/older-split.ts";
import { CrudTask, Language } from "../../schemas/items/item-types.ts";
import type { PageLanguage } from "./page-language.ts";
import { type Child, type Html, html, section } from "./html.ts";
import { languageName, typeName } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { numberCell, table } from "./tables.ts";

const english = {
  lead: (split: Child) =>
    html`The same recipe applied to newer articles. The older split is <code>${split}</code>; articles are those that items were built from, both gold and held-out; lengths are means. In each cell the older value comes first.`,
  task: "Task",
  items: "items",
  articles: "articles",
  days: "dates",
  input: "characters in the input",
  answer: "characters in the answer",
  row: (type: string, language: string) => `${type}, ${language}`,
  all: "All",
};

type Words = typeof english;

const chinese: Words = {
  lead: split =>
    html`做法不变，换用较新的文章。较早的一批是 <code>${split}</code>；“文章”一栏统计用来出题的文章，含留出的文章；长度取平均值。每格先列较早的数值。`,
  task: "任务",
  items: "题数",
  articles: "文章",
  days: "日期",
  input: "输入字符数",
  answer: "答案字符数",
  row: (type, language) => `${type}，${language}`,
  all: "全部",
};

const olderWords: Record<PageLanguage, Words> = { en: english, zh: chinese };

type Pair = readonly [OlderSplitRow | undefined, OlderSplitRow | undefined];

const dateRange = (row: OlderSplitRow | undefined): string =>
  row?.from && row.to ? `${row.from} – ${row.to}` : "–";

const rounded = (value: number | undefined): string =>
  value === undefined ? "–" : value.toFixed(0);

/** The older value, then this run's. */
const changeCell = (olderValue: string | number, newerValue: string | number): Child =>
  numberCell(html`<span class="soft">${olderValue}</span> → <b>${newerValue}</b>`);

const cells = ([olderRow, newerRow]: Pair): Child[] => [
  changeCell(olderRow?.items ?? 0, newerRow?.items ?? 0),
  changeCell(olderRow?.documents ?? 0, newerRow?.documents ?? 0),
  html`<span class="brief soft">${dateRange(olderRow)}</span><br><b class="brief">${dateRange(newerRow)}</b>`,
  changeCell(rounded(olderRow?.meanQuestion), rounded(newerRow?.meanQuestion)),
  changeCell(rounded(olderRow?.meanAnswer), rounded(newerRow?.meanAnswer)),
];

/** Empty if this run refreshes no other. */
export function olderSplitSection({ olderSplit, runFacts }: RunData, language: PageLanguage): Html {
  if (!olderSplit) return html``;
  const words = olderWords[language];
  const rows = CrudTask.options.flatMap(type =>
    Language.options.flatMap(itemLanguage => {
      const rowOf = (split: readonly OlderSplitRow[]) =>
        split.find(row => row.type === type && row.language === itemLanguage);
      const pair: Pair = [rowOf(olderSplit.older), rowOf(olderSplit.newer)];
      return pair.some(row => row !== undefined)
        ? [
            [
              words.row(typeName(type, language), languageName(itemLanguage, language)),
              ...cells(pair),
            ],
          ]
        : [];
    }),
  );
  const itemCount = (split: readonly OlderSplitRow[]) =>
    split.reduce((total, { items }) => total + items, 0);
  return section(
    "older",
    html`<p class="soft">${words.lead(runFacts.older)}</p>
${table([words.task, numberCell(words.items), numberCell(words.articles), words.days, numberCell(words.input), numberCell(words.answer)], rows, [words.all, changeCell(itemCount(olderSplit.older), itemCount(olderSplit.newer)), "", "", "", ""])}`,
  );
}
