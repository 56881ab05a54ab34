// The words of the sections on how varied and how long the items are and on calls, in both languages.

import type { PageLanguage } from "./evaluation/page-language.ts";

const english = {
  masked: "Names (◇), numbers and dates (#) masked, so many wordings are left.",
  wordingsHead: ["Questions", "all", "distinct wordings", "share", "", "used more than once"],
  distinct: "distinct wordings",
  noneTwice: "none",
  shapesHead: ["Type", "items", "characters of an answer", "", "references", "keypoints"],
  meanCharacters: "mean characters of an answer",
  shapesOf: (language: string) => `${language}: mean (least–most) of an item`,
  batch: (model: string) => `${model} batch`,
  tokensIn: "tokens in",
  tokensOut: "tokens out",
  replies: "Every reply in calls.jsonl.",
  rules:
    " With rules nothing was sent and nothing was paid; the tokens are what a model would have been shown and have written.",
  callsHead: ["Stage", "model", "calls", "tokens in", "of which cached", "tokens out", ""],
  all: "All",
};

type Words = typeof english;

const chinese: Words = {
  masked: "遮去名称（◇）、数字和日期（#）之后，还有多少种不同的措辞。",
  wordingsHead: ["问题", "总数", "不同措辞", "占比", "", "用过不止一次的"],
  distinct: "不同措辞",
  noneTwice: "无",
  shapesHead: ["题型", "题数", "答案字符数", "", "引用数", "要点数"],
  meanCharacters: "答案平均字符数",
  shapesOf: language => `${language}题目：每道题的平均值（最小–最大）`,
  batch: model => `${model} 批量`,
  tokensIn: "输入词元",
  tokensOut: "输出词元",
  replies: "calls.jsonl 中的全部回复。",
  rules: "用 rules 时没有发出请求，也没有花费；所列词元是换成模型时会读入和写出的量。",
  callsHead: ["阶段", "模型", "调用", "输入词元", "其中缓存", "输出词元", ""],
  all: "合计",
};

export const measuresWords: Record<PageLanguage, Words> = { en: english, zh: chinese };
