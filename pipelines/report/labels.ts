// Section: the documents labeled relevant to items, by role, and their number per item.

import type { PageLanguage } from "./page-language.ts";
import { type Html, html, section } from "./html.ts";
import type { LabelCounts } from "./label-counts.ts";
import { typeName } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { numberCell, table } from "./tables.ts";

const english = {
  lead: html`Gold: the item was built on it. Support: another document that states the answer. Reconstruction: it states part of a reverse task's reference; its grade is the number of keypoints it supports. Relevance to a reverse task is vague by nature, so labels of such items are left out of CRUD's MRR.`,
  type: "Type",
  items: "items",
  gold: "gold",
  support: "support",
  reconstruction: "reconstruction",
  perItem: "labels per item",
  grade: "mean grade",
  mrr: "for CRUD's MRR",
  without: "items without labels",
};

type Words = typeof english;

const chinese: Words = {
  lead: html`依据（gold）：用来出题的文档。佐证（support）：同样写有答案的其他文档。还原（reconstruction）：载有反向任务部分参考答案的文档，等级是文档支持的要点数。与反向任务相关的文档本来就难以界定，因此不计入 CRUD 的 MRR。`,
  type: "题型",
  items: "题数",
  gold: "依据",
  support: "佐证",
  reconstruction: "还原",
  perItem: "每题标签数",
  grade: "平均等级",
  mrr: "计入 CRUD 的 MRR",
  without: "无标签的题",
};

const labelsWords: Record<PageLanguage, Words> = { en: english, zh: chinese };

const labelCount = ({ roles }: LabelCounts) => roles.gold + roles.support + roles.reconstruction;

const ratioCell = (part: number, whole: number) =>
  numberCell(whole === 0 ? "–" : (part / whole).toFixed(2));

export function labelsSection({ labels }: RunData, language: PageLanguage): Html {
  if (labels.length === 0) return html``;
  const words = labelsWords[language];
  return section(
    "labels",
    html`<p class="soft">${words.lead}</p>
${table(
  [
    words.type,
    words.items,
    words.gold,
    words.support,
    words.reconstruction,
    numberCell(words.perItem),
    numberCell(words.grade),
    words.mrr,
    words.without,
  ],
  labels.map(row => [
    typeName(row.type, language),
    row.items,
    row.roles.gold,
    row.roles.support,
    row.roles.reconstruction,
    ratioCell(labelCount(row), row.items),
    ratioCell(row.gradeSum, labelCount(row)),
    row.countsForMrr,
    row.unlabeled,
  ]),
)}`,
  );
}
