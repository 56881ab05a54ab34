// Texts of the section on what people accepted, in both languages.

import { html } from "../html.ts";
import type { PageLanguage } from "./page-language.ts";

const english = {
  language: "en" as PageLanguage,
  lead: (decisionCount: string) =>
    html`<span class="key good"></span>accepted <span class="key lost"></span>rejected <span class="key kept"></span>in conflict. People made ${decisionCount} decisions about items of this run; those in conflict count for neither side. For intervals and agreement, run <code>ragwright annotate agreement</code>.`,
  items: "Items",
  decided: "decided",
  accepted: "accepted",
  rejected: "rejected",
  conflict: "in conflict",
  share: "share accepted, without conflicts",
  unknown: "Unknown type",
  all: "All",
};

export type AcceptanceWords = typeof english;

const chinese: AcceptanceWords = {
  language: "zh",
  lead: decisionCount =>
    html`<span class="key good"></span>接受 <span class="key lost"></span>拒绝 <span class="key kept"></span>有分歧。标注者对本次运行的题目共作出 ${decisionCount} 次判断；有分歧的不计入任何一方。区间和标注者之间的一致程度见 <code>ragwright annotate agreement</code>。`,
  items: "题目",
  decided: "判断",
  accepted: "接受",
  rejected: "拒绝",
  conflict: "有分歧",
  share: "接受率（不计分歧）",
  unknown: "题型不明",
  all: "全部",
};

export const acceptanceWords: Record<PageLanguage, AcceptanceWords> = { en: english, zh: chinese };
