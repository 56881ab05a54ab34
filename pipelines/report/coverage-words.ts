// Texts of the section on fact coverage, in both languages.

import type { PageLanguage } from "./evaluation/page-language.ts";
import { type Child, type Html, html } from "./html.ts";

const english = {
  lead: (missing: string) =>
    html`<span class="key good"></span>stated in the text <span class="key lost"></span>missing: ${missing} <span class="key kept"></span>withheld on purpose, for questions that cannot be answered. The share is stated facts out of those stated or missing.`,
  notFound: "should be there but was not found",
  notSaid: "the document does not say",
  documents: "Documents",
  stated: "stated",
  missing: "missing",
  withheld: "withheld",
  share: "share stated",
  all: "All",
  comma: ", ",
  times: (label: Html, number: number) => html`${label} (${number})`,
  mostMissing: (labels: Child) => html`Missing most often: ${labels}.`,
};

export type CoverageWords = typeof english;

const chinese: CoverageWords = {
  lead: missing =>
    html`<span class="key good"></span>文中写明 <span class="key lost"></span>缺失：${missing} <span class="key kept"></span>有意不写，用于无法回答的问题。写明比例以写明与缺失之和为分母。`,
  notFound: "本应写到，却没有找到",
  notSaid: "文档没有提到",
  documents: "文档",
  stated: "写明",
  missing: "缺失",
  withheld: "有意不写",
  share: "写明比例",
  all: "全部",
  comma: "、",
  times: (label, number) => html`${label}（${number}）`,
  mostMissing: labels => html`最常缺失：${labels}。`,
};

export const coverageWords: Record<PageLanguage, CoverageWords> = { en: english, zh: chinese };
