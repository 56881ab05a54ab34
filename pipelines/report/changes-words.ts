// Texts of the section on changed documents, in both languages.

import type { ChangeRow } from "../../schemas/items/changes.ts";
import type { PageLanguage } from "./page-language.ts";
import { formatCount } from "./tables.ts";

const english = {
  lead: "Compared with the items of the previous run: a kept item's evidence is in the same place; a moved item's evidence is elsewhere, and its offsets were updated; a retired item is no longer in the benchmark; a new item was generated from new text or replaces a retired one.",
  items: "Items",
  all: "All",
  states: {
    kept: "kept",
    moved: "moved",
    retired: "retired",
    new: "new",
  } satisfies Record<ChangeRow["state"], string>,
  retired: "Retired",
  added: "New",
  /** Why an item was retired, as the run recorded it. */
  retirementReason: (reason: string): string => reason,
  more: (n: number): string => `${formatCount(n)} more are in items/changes.jsonl.`,
};

export type ChangesWords = typeof english;

/** Translations of the reasons in items/changes.jsonl. */
const reasons: Readonly<Record<string, string>> = {
  "The text it was made from is no longer in the documents.": "出题所用的原文已不在文档中。",
  "Its evidence is still there, but the text around it changed, or its question or answer is no longer accepted: see the verdicts.":
    "所依据的原文还在，但上下文变了，或者问题或答案不再被接受：见 items/verdicts。",
};

const chinese: ChangesWords = {
  lead: "与上一次运行的题目相比：“保留”的题，证据仍在原处；“移位”的题，证据换了位置，起止位置已随之更新；“撤下”的题不再属于这个基准；“新增”的题取自新的文本，或用来顶替撤下的题。",
  items: "题目",
  all: "合计",
  states: { kept: "保留", moved: "移位", retired: "撤下", new: "新增" },
  retired: "撤下的题",
  added: "新增的题",
  retirementReason: reason => reasons[reason] ?? reason,
  more: n => `另有 ${formatCount(n)} 道，见 items/changes.jsonl。`,
};

export const changesWords: Record<PageLanguage, ChangesWords> = { en: english, zh: chinese };
