// Texts of the section on all systems, in both languages.

import type { Leaderboard, LeftOut, OtherJudge } from "../../../schemas/evaluation/leaderboard.ts";
import { formatCount } from "../tables.ts";
import { valueText } from "./metric-names.ts";
import type { PageLanguage } from "../page-language.ts";

interface SystemName {
  readonly system: string;
  readonly evaluation: string;
}
interface ItemCounts {
  readonly items: number;
  readonly inCommon: number;
}

const english = {
  language: "en" as PageLanguage,
  system: "System",
  byName: "name",
  spent: { time: "seconds, p50", cost: "USD per answer" },
  reasons: {
    twin: "its items are twins of these: same questions, different facts",
    "other-items": "it answered none of these items in their current form",
    "few-items": "too few items in common",
    "other-variant": "its metrics were computed with the other variant",
    "no-metric": "it has no metric that can be compared",
  } satisfies Record<LeftOut, string>,
  lead: ({ items, of }: Leaderboard, metric: string) =>
    `Every system in every evaluation of this run, on the ${formatCount(items)} of ${formatCount(of)} items that all of them answered; each metric uses only those items with a value for every system. Best first, by ${metric}. Each value has its 95% bootstrap interval below it; a dash means there is no such value. The evaluations’ own tables, for all of their items, are collapsed below.`,
  plotted: (metrics: readonly string[]) =>
    `${metrics.join(" and ")} with 95% intervals, on the same items and one axis`,
  undefined: (n: number) => `${formatCount(n)} undefined`,
  distractors: (n: number) => `${formatCount(n)} distractors`,
  leftOut: ({ system, evaluation }: SystemName, reason: string, { items, inCommon }: ItemCounts) =>
    `Left out: ${system} of ${evaluation}, ${reason} (${formatCount(inCommon)} of its ${formatCount(items)} items).`,
  otherJudge: (system: string, metrics: readonly string[], judges: readonly string[]) =>
    `${system} has ${metrics.join(", ")} from a judge other than ${judges.join(", ")}, so a dash is shown.`,
  byJudge: ({ judge, systems, best, usualBest, tau, difference }: OtherJudge, metric: string) =>
    `According to ${judge}, on the same answers of ${formatCount(systems)} systems, ${best} has the highest ${metric}${best === usualBest ? " too" : `, not ${usualBest}`}${tau === null ? "" : `; Kendall’s τ of the two rankings is ${tau.toFixed(2)}`}. On average, this judge scores ${valueText(Math.abs(difference))} ${difference < 0 ? "lower" : "higher"} than the table’s.`,
  bestOf: (metric: string) => `The best for each type, domain and language, by ${metric}`,
  aboutGroups:
    "For groups of ten items or more. “Not significantly worse”: p of 0.05 or more, corrected for all systems in all rows.",
  groupHeadings: {
    group: "Items",
    n: "n",
    best: "the best",
    value: "value",
    alike: "not significantly worse",
  },
  noneTied: "none: it is ahead of all others",
  alike: (names: readonly string[], moreCount: number) =>
    `${names.join(", ")}${moreCount > 0 ? ` and ${formatCount(moreCount)} more` : ""}`,
  moreMetrics: (n: number) => `${formatCount(n)} more metrics`,
  moreSystems: (n: number) => `${formatCount(n)} more systems are in evaluations/leaderboard.json.`,
};

export type LeaderboardWords = typeof english;

const chinese: LeaderboardWords = {
  language: "zh",
  system: "系统",
  byName: "名称",
  spent: { time: "秒（中位数）", cost: "每次回答（美元）" },
  reasons: {
    twin: "它的题与这些题一一配对：问题相同，事实不同",
    "other-items": "它回答的不是现在的这些题",
    "few-items": "共同的题太少",
    "other-variant": "它的指标按另一种算法计算",
    "no-metric": "没有可以比较的指标",
  },
  lead: ({ items, of }, metric) =>
    `收入本次运行中所有评测的所有系统，只取各系统都有回答的题：${formatCount(of)} 道中的 ${formatCount(items)} 道；每个指标只取各系统都有值的题。按${metric}从高到低。数值下方是 95% 自助法区间；短横表示没有这个值。各次评测单独的表（含该次的全部题目）折叠在下面。`,
  plotted: metrics => `${metrics.join("和")}及 95% 区间：题目相同，共用一条坐标轴`,
  undefined: n => `${formatCount(n)} 道无值`,
  distractors: n => `${formatCount(n)} 篇干扰文档`,
  leftOut: ({ system, evaluation }, reason, { items, inCommon }) =>
    `未列入：${evaluation} 的 ${system}，${reason}（它的 ${formatCount(items)} 道题中有 ${formatCount(inCommon)} 道相同）。`,
  otherJudge: (system, metrics, judges) =>
    `${system} 的${metrics.join("、")}由另一个评判模型给出（这里是 ${judges.join("、")}），故为短横。`,
  byJudge: ({ judge, systems, best, usualBest, tau, difference }, metric) =>
    `换用 ${judge} 评判同样的回答（${formatCount(systems)} 个系统）：${metric}最高的${best === usualBest ? `仍是 ${best}` : `是 ${best}，不再是 ${usualBest}`}${tau === null ? "" : `；两种排名的 Kendall τ 为 ${tau.toFixed(2)}`}。与表中的评判模型相比，它的打分平均${difference < 0 ? "低" : "高"} ${valueText(Math.abs(difference))}。`,
  bestOf: metric => `各题型、领域和语言按${metric}评出的最佳系统`,
  aboutGroups:
    "每组至少十道题。“分不出高下”：p 不小于 0.05；p 已就表中全部比较（每一行的每一个系统）作多重比较校正。",
  groupHeadings: { group: "题目", n: "题数", best: "最佳", value: "数值", alike: "与它分不出高下" },
  noneTied: "没有：它领先于其余全部系统",
  alike: (names, moreCount) =>
    `${names.join("、")}${moreCount > 0 ? ` 等，另 ${formatCount(moreCount)} 个` : ""}`,
  moreMetrics: n => `另外 ${formatCount(n)} 个指标`,
  moreSystems: n => `另有 ${formatCount(n)} 个系统，见 evaluations/leaderboard.json。`,
};

export const leaderboardWords: Record<PageLanguage, LeaderboardWords> = {
  en: english,
  zh: chinese,
};
