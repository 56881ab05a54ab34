// Section: how many facts of an article that is to be reconstructed the corpus supports; items for which it supports too few are rejected.

import type { PageLanguage } from "./page-language.ts";
import { type Html, html, joinParts, section } from "./html.ts";
import { typeName } from "./names.ts";
import { histogram } from "./inline-plots.ts";
import type { RunData } from "./run-data.ts";
import type { SupportData } from "./support-data.ts";
import { formatCount, percent, table } from "./tables.ts";

const english = {
  lead: (minPercent: number) =>
    html`<span class="key good"></span>accepted <span class="key lost"></span>rejected. The facts of a held-out article's summary or second half are searched for in the corpus. If less than ${minPercent}% of them are supported, the item cannot be reconstructed and is rejected.`,
  factShare: (type: string) => `${type}: share of facts supported`,
  inTenths: (plotTitle: string) => `${plotTitle}, in steps of 0.1`,
  task: "Task",
  judged: "judged",
  accepted: "accepted",
  rejected: "rejected",
  belowMinimum: "too little support",
  mean: "mean share of facts supported (accepted)",
  original: "share of the original sentences restated",
  restated: (share: string, sentences: string) => `${share} of ${sentences}`,
  reasons: "reasons for rejection (an item may have several)",
  separator: ", ",
};

type SupportWords = typeof english;

const chinese: SupportWords = {
  lead: minPercent =>
    html`<span class="key good"></span>接受 <span class="key lost"></span>拒绝。把留出文章的摘要或后半篇拆成事实，逐条到语料库里查找。得到支持的事实不足 ${minPercent}% 时，题目无法还原，予以拒绝。`,
  factShare: type => `${type}：得到支持的事实比例`,
  inTenths: plotTitle => `${plotTitle}，按 0.1 分档`,
  task: "任务",
  judged: "评判",
  accepted: "接受",
  rejected: "拒绝",
  belowMinimum: "支持不足",
  mean: "已接受题目的平均支持比例",
  original: "原文句子的复述比例",
  restated: (share, sentences) => `${share}（共 ${sentences} 句）`,
  reasons: "拒绝的理由（一道题可有多条）",
  separator: "、",
};

const supportWords: Record<PageLanguage, SupportWords> = { en: english, zh: chinese };

function supportFigure(
  { bins }: SupportData,
  type: string,
  threshold: number,
  words: SupportWords,
): Html {
  const label = words.factShare(type);
  return html`<figure><figcaption>${words.inTenths(label)}</figcaption>${histogram({
    label,
    columns: bins.map(({ accepted, rejected }) => [
      { kind: "good", label: words.accepted, value: accepted },
      { kind: "lost", label: words.rejected, value: rejected },
    ]),
    threshold,
  })}</figure>`;
}

const reasonsOf = ({ reasons }: SupportData, { separator }: SupportWords): Html =>
  joinParts(
    reasons.map(([code, times]) => html`<code>${code}</code> ${formatCount(times)}`),
    separator,
  );

export function supportSection(
  { support, runFacts: { limits } }: RunData,
  language: PageLanguage,
): Html {
  if (support.length === 0) return html``;
  const words = supportWords[language];
  return section(
    "support",
    html`<p class="soft">${words.lead(Math.round(100 * limits.support))}</p>
<div class="pair">${support.map(taskData => supportFigure(taskData, typeName(taskData.type, language), limits.support, words))}</div>
${table(
  [
    words.task,
    words.judged,
    words.accepted,
    words.belowMinimum,
    words.mean,
    words.original,
    words.reasons,
  ],
  support.map(taskData => [
    typeName(taskData.type, language),
    taskData.answerCount,
    taskData.accepted,
    taskData.belowMinShare,
    taskData.mean === null ? "–" : percent(taskData.mean, 1),
    taskData.original === null
      ? "–"
      : words.restated(
          percent(taskData.original.told, taskData.original.sentences),
          formatCount(taskData.original.sentences),
        ),
    reasonsOf(taskData, words),
  ]),
)}`,
  );
}
