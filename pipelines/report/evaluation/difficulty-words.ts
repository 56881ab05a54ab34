// Texts of the section on hard items, in both languages.

import { formatCount } from "../tables.ts";
import type { PageLanguage } from "./page-language.ts";

const english = {
  language: "en" as PageLanguage,
  type: "Type",
  items: "items",
  item: "Item",
  solved: "systems that solve it",
  discrimination: "discrimination",
  lead: (items: string, systems: number, metric: string) =>
    `Over ${items} items and ${systems} systems, by ${metric}; the hardest type first. A system solves an item if it gets the full score. Discrimination is the correlation, across systems, of an item’s values with those of all other items: below 0, better systems do worse on it. Each value has its 95% interval below it; systems are few, so a single item’s interval is wide, and a correlation of 1 or −1, or over three systems, has none.`,
  unsolved: (n: number) => `Items that no system solves, too hard or wrong: ${formatCount(n)}`,
  suspects: (n: number, sureCount: number) =>
    `Suspect items, on which better systems do worse: ${formatCount(n)}${sureCount > 0 ? `, ${formatCount(sureCount)} of them with an interval below 0` : ""}`,
  more: (n: number) => `${formatCount(n)} more are in evaluations/leaderboard.json.`,
};

export type DifficultyWords = typeof english;

const chinese: DifficultyWords = {
  language: "zh",
  type: "题型",
  items: "题数",
  item: "题目",
  solved: "答对的系统",
  discrimination: "区分度",
  lead: (items, systems, metric) =>
    `共 ${items} 道题、${systems} 个系统，按${metric}计分；最难的题型在前。系统拿到满分即算答对。区分度是一道题的得分与其余各题得分在各系统间的相关：低于 0 表示越好的系统答得越差。数值下方是 95% 区间；系统不多，单道题的区间很宽；相关为 1 或 −1，或只有三个系统时没有区间。`,
  unsolved: n => `${formatCount(n)} 道题没有一个系统答对：太难，或题目有误`,
  suspects: (n, sureCount) =>
    `${formatCount(n)} 道可疑的题：越好的系统答得越差${sureCount > 0 ? `（其中 ${formatCount(sureCount)} 道的区间低于 0）` : ""}`,
  more: n => `另有 ${formatCount(n)} 道，见 evaluations/leaderboard.json。`,
};

export const difficultyWords: Record<PageLanguage, DifficultyWords> = {
  en: english,
  zh: chinese,
};
