// Texts of the section on failed items, in both languages; the reason for each failure is shown as its evaluation stored it.

import { causeLabels } from "../../../schemas/evaluation/diagnosis.ts";
import type { FailureOverview } from "../../../schemas/evaluation/result.ts";
import { overviewWords } from "../overview/overview-words.ts";
import { formatCount } from "../tables.ts";
import type { PageLanguage } from "../page-language.ts";

type Cuts = NonNullable<FailureOverview["cuts"]>;

const english = {
  language: "en" as PageLanguage,
  steps: overviewWords.en.steps,
  causes: causeLabels,
  lead: "An item failed if its answer lacks or contradicts a keypoint, declines although the question is answerable, answers an unanswerable question, or states a number without a source; without a judge, code checks the values and names of the keypoints. Look first at the cause that comes first in the pipeline. The worst items come first; filter them below.",
  filters: { why: "Why", language: "Language", type: "Type" },
  all: "all",
  choice: (label: string, n: number) => `${label} (${formatCount(n)})`,
  failure: (step: string, cause: string) => `${step}: ${cause}`,
  question: "Question",
  expected: "Expected",
  got: "Got",
  noAnswer: "no answer",
  retrieved: "Retrieved",
  notReported: "Not reported by the system.",
  nothing: "Nothing.",
  colon: ": ",
  headings: ["What went wrong", "step", "items", "as first cause"],
  failed: (name: string, { failed, items }: FailureOverview) =>
    `${name}: ${formatCount(failed)} of ${formatCount(items)} items failed`,
  cuts: ({ after, n, of }: Cuts) =>
    `${formatCount(n)} of the ${formatCount(of)} chunk boundaries that split evidence come right after “${after}”.`,
  items: "failed items",
};

export type FailedItemsWords = typeof english;

const chinese: FailedItemsWords = {
  language: "zh",
  steps: overviewWords.zh.steps,
  causes: {
    "not-parsed": "证据不在任何分块中：解析时丢失",
    cut: "证据被分块边界切断",
    "too-few": "检索的片段太少，装不下证据：k 太小",
    "other-language": "只检索到另一种语言的片段",
    "not-retrieved": "没有检索到证据",
    "left-out": "检索到了证据，却没有读入",
    "no-answer": "回答为空",
    refused: "问题有答案，却拒绝回答",
    "should-refuse": "文档中没有答案，却作了回答",
    invented: "回答中的数字或日期不见于任何片段",
    contradicted: "与要点相矛盾",
    "left-unsaid": "回答漏说要点",
  },
  lead: "回答漏说要点或与要点相矛盾，有答案却拒绝回答，没有答案却作了回答，或给出没有出处的数字，都算答错；没有评判模型时，由代码按要点中的数值和名称判定。按步骤的先后看，最先出现的原因最值得注意。答得最差的在前；可在下面筛选。",
  filters: { why: "原因", language: "语言", type: "题型" },
  all: "全部",
  choice: (label, n) => `${label}（${formatCount(n)}）`,
  failure: (step, cause) => `${step}：${cause}`,
  question: "问题",
  expected: "参考答案",
  got: "系统的回答",
  noAnswer: "没有回答",
  retrieved: "检索到的片段",
  notReported: "系统未说明。",
  nothing: "无。",
  colon: "：",
  headings: ["出错原因", "步骤", "题数", "最先出现"],
  failed: (name, { failed, items }) =>
    `${name}：${formatCount(items)} 道题中答错 ${formatCount(failed)} 道`,
  cuts: ({ after, n, of }) =>
    `切断证据的 ${formatCount(of)} 处分块边界中，有 ${formatCount(n)} 处紧接在“${after}”之后。`,
  items: "道答错的题目",
};

export const failedItemsWords: Record<PageLanguage, FailedItemsWords> = {
  en: english,
  zh: chinese,
};
