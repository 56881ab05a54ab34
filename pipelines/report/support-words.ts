// Texts of the section on how far the corpus supports reverse tasks, in both languages.

import type { PageLanguage } from "./evaluation/page-language.ts";
import { html } from "./html.ts";

const english = {
  lead: (minPercent: number) =>
    html`<span class="key good"></span>accepted <span class="key lost"></span>rejected. The facts of a held-out article's summary or second half are searched for in the corpus. If less than ${minPercent}% of them are supported, the item cannot be reconstructed and is rejected.`,
  factShare: (type: string) => `${type}: share of facts supported`,
  inTenths: (plotTitle: string) => `${plotTitle}, in steps of 0.1`,
  task: "Task",
  judged: "judged",
  accepted: "accepted",
  rejected: "rejected",
  below: "too little support",
  mean: "mean share (accepted)",
  original: "share of the original sentences stated",
  told: (share: string, sentences: string) => `${share} of ${sentences}`,
  reasons: "reasons for rejection (an item may have several)",
  comma: ", ",
};

export type SupportWords = typeof english;

const chinese: SupportWords = {
  lead: minPercent =>
    html`<span class="key good"></span>接受 <span class="key lost"></span>拒绝。把留出文章的摘要或后半篇拆成事实，逐条到语料库里查找。得到支持的事实不足 ${minPercent}% 时，题目无法还原，予以拒绝。`,
  factShare: type => `${type}：得到支持的事实比例`,
  inTenths: plotTitle => `${plotTitle}，按 0.1 分档`,
  task: "任务",
  judged: "评判",
  accepted: "接受",
  rejected: "拒绝",
  below: "支持不足",
  mean: "已接受题目的平均支持比例",
  original: "原文句子的复述比例",
  told: (share, sentences) => `${share}（共 ${sentences} 句）`,
  reasons: "拒绝的理由（一道题可有多条）",
  comma: "、",
};

export const supportWords: Record<PageLanguage, SupportWords> = { en: english, zh: chinese };
