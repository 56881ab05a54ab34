// Texts of the sections on variety and length of the items and on calls, in both languages.

import type { PageLanguage } from "./evaluation/page-language.ts";

const english = {
  masked: "Number of wordings left when names (◇), numbers and dates (#) are masked.",
  wordingsHead: ["Questions", "all", "distinct wordings", "share", "", "used more than once"],
  distinct: "distinct wordings",
  noneTwice: "none",
  shapesHead: ["Type", "items", "characters per answer", "", "references", "keypoints"],
  meanCharacters: "mean characters per answer",
  shapesOf: (language: string) => `${language}: mean (min–max) per item`,
  batch: (model: string) => `${model} batch`,
  tokensIn: "input tokens",
  tokensOut: "output tokens",
  replies: "All replies in calls.jsonl.",
  rules:
    " With rules, nothing was sent or paid; the tokens are those that a model would have read and written.",
  callsHead: ["Stage", "model", "calls", "input tokens", "of which cached", "output tokens", ""],
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
  rules: "用 rules 时没有发出请求，也没有费用；所列词元数是换用模型时会读入和写出的量。",
  callsHead: ["阶段", "模型", "调用", "输入词元", "其中缓存", "输出词元", ""],
  all: "合计",
};

export const measuresWords: Record<PageLanguage, Words> = { en: english, zh: chinese };
