// Texts of a decision's page other than its sentences, in both languages.

import type { Decision } from "../../../schemas/evaluation/decision.ts";
import type { PageLanguage } from "../page-language.ts";

const english = {
  title: "Which of the two is better?",
  questions: {
    certainty: "How certain is it?",
    strengths: "Better for what?",
    robustness: "Is the result robust, and what would overturn it?",
    cost: "What does it cost?",
    moreCertain: "What would make it more certain?",
  },
  systems: "The two systems",
  system: "System",
  spent: ["USD per answer", "seconds (median)", "tokens"],
  missing: "unanswered items",
  aboutMetric: (label: string, meaning: string) =>
    `${label}: ${meaning}. A point is a hundredth of its range.`,
  groups: "By type, language, domain and file format",
  aboutGroups: ({ first, second }: Decision) =>
    `Points out of 100 by which ${second.name} is ahead of ${first.name}. Several groups are compared at once, so the intervals are wider than in the table below: the chance that any of them misses the true lead is 5 in 100.`,
  plotted: ({ first, second }: Decision) =>
    `Points by which ${second.name} (right of the line) or ${first.name} (left of it) is ahead`,
  plotsLeftOut: (command: string) =>
    `The plot is left out; its numbers are in the table. To include it: ${command}`,
  figures: "Figures",
  group: "Group",
  all: "all items",
  lead: ({ first, second }: Decision) => `${second.name} minus ${first.name}, points (interval)`,
  better: "better",
  items: "items",
  verdicts: { alike: "equivalent", undecided: "not decided" },
  aboutChecks:
    "The same decision with one thing changed. “Weaker”: no longer significantly ahead, or ahead by less than the margin that matters. With few items left, a change may be due to chance.",
  withChange: "With this change",
  outcome: "outcome",
  outcomes: {
    stands: "unchanged",
    weaker: "weaker",
    overturned: "overturned",
    decided: "decided instead",
  },
  metric: "Metric",
  otherMetrics: "Other metrics",
  aboutMetrics:
    "For information, not part of the decision: about one metric in twenty differs by chance alone. Leads are percentages of the metric’s range; above 0 means that the second system is better, even for metrics where lower is better.",
  against: "benchmark",
  both: "items both answered",
  judge: "judge",
  people: "items judged by people",
  margin: "differences that do not matter, points",
  program: "program",
  how: "How it was decided",
  aboutLead: ({ sequence }: Decision) =>
    `The mean difference over the items that both answered and that have a value for the metric (an unanswerable question has no evidence to find), with an interval that misses the true lead in at most 5 of 100 decisions${sequence === null ? "" : ", however often it was checked before"}. One more item is counted for each side, so that a few differing items are not mistaken for certainty. People's verdicts are included by prediction-powered inference.`,
  footer: "Made by ragwright. The figures are in decision.json, next to this page.",
};

export type DecisionPageWords = typeof english;

const chinese: DecisionPageWords = {
  title: "两个系统哪个更好？",
  questions: {
    certainty: "有多大把握？",
    strengths: "各擅长什么？",
    robustness: "结论站得住吗？什么情况下会被推翻？",
    cost: "代价如何？",
    moreCertain: "怎样更有把握？",
  },
  systems: "两个系统",
  system: "系统",
  spent: ["每次回答（美元）", "秒（中位数）", "词元（token）"],
  missing: "没有回答的题",
  aboutMetric: (label, meaning) => `${label}：${meaning}。1 分是其取值范围的百分之一。`,
  groups: "按题型、语言、领域和文件格式",
  aboutGroups: ({ first, second }) =>
    `${second.name} 比 ${first.name} 高出的分数（满分 100）。因为同时比较多组，区间比下面复核表里的更宽：所有区间同时成立的把握仍有 95%。`,
  plotted: ({ first, second }) =>
    `领先分数：竖线右侧为 ${second.name} 领先，左侧为 ${first.name} 领先`,
  plotsLeftOut: command => `未绘制图表，数值见表。如需绘制，请运行：${command}`,
  figures: "具体数值",
  group: "组",
  all: "全部题目",
  lead: ({ first, second }) => `${second.name} 减 ${first.name}，分（区间）`,
  better: "较好者",
  items: "题数",
  verdicts: { alike: "相当", undecided: "未分出" },
  aboutChecks:
    "换一个条件，重新判定一次。“变弱”：不再能确定谁领先，或差距小到可以忽略。题目较少时，这种变化可能只是偶然。",
  withChange: "复核条件",
  outcome: "结果",
  outcomes: { stands: "不变", weaker: "变弱", overturned: "推翻", decided: "反而分出高下" },
  metric: "指标",
  otherMetrics: "其他指标",
  aboutMetrics:
    "仅供参考，不参与判定：平均每二十个指标就会有一个只因偶然而显出差异。分差以指标可能的最大差距为 100 分，大于 0 表示后者更好，越小越好的指标也如此。",
  against: "基准",
  both: "两者都回答的题",
  judge: "评判模型",
  people: "人工判断过的题",
  margin: "可忽略的差距（分）",
  program: "程序",
  how: "怎样判定",
  aboutLead: ({ sequence }) =>
    `取两者都回答且能算出该指标的题的平均差（无法回答的题没有可找的证据）；${sequence === null ? "" : "无论中途看过多少次，"}100 次判定中区间至多错 5 次。两边各多算一题，以免把少数几题的差别当成定论。人工判断以预测增强推断（PPI）计入。`,
  footer: "由 ragwright 生成。数值见同一文件夹的 decision.json。",
};

export const decisionPageWords: Record<PageLanguage, DecisionPageWords> = {
  en: english,
  zh: chinese,
};
