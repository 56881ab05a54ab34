// Texts of the section on differences between systems, in both languages.

import { formatCount } from "../tables.ts";
import type { PageLanguage } from "./page-language.ts";

const english = {
  language: "en" as PageLanguage,
  lead: "Two systems compared on the items that both answered: the mean difference with its 95% bootstrap interval, and the p value from a two-sided sign permutation test.",
  metric: "Metric",
  first: "first",
  second: "second",
  difference: "first minus second",
  items: "items",
  comparisons: "comparisons",
  likely: (significantCount: number, total: number, expectedByChance: number) =>
    `${formatCount(significantCount)} of ${formatCount(total)} have p below 0.05. The p values are not corrected for multiple comparisons: if no two systems differed, about ${expectedByChance} would still be below it.`,
  bestFirst:
    " The first is the best of them, chosen on these same items, so its advantage is overstated.",
  aboutSmallest:
    "The smallest difference between two systems that these items can detect with 80% power at the 5% level: a smaller one is lost in the noise.",
  smallest: "smallest difference",
};

export type ComparisonsWords = typeof english;

const chinese: ComparisonsWords = {
  language: "zh",
  lead: "两两比较，只取两个系统都回答了的题目：平均差及其 95% 自助法区间；p 值由双侧符号置换检验得出。",
  metric: "指标",
  first: "前者",
  second: "后者",
  difference: "前者减后者",
  items: "题数",
  comparisons: "组比较",
  likely: (significantCount, total, expectedByChance) =>
    `${formatCount(total)} 组比较中有 ${formatCount(significantCount)} 组的 p 小于 0.05。p 未按比较的组数校正：即使系统之间毫无差别，也会有 ${expectedByChance} 组左右小于 0.05。`,
  bestFirst: "前者是其中最好的系统，而且就是用这些题选出来的，所以它的优势被高估。",
  aboutSmallest:
    "这些题能检出的两个系统之间的最小差别（显著性水平 5%，检验功效 80%）：再小就无法与随机波动区分。",
  smallest: "最小差别",
};

export const comparisonsWords: Record<PageLanguage, ComparisonsWords> = {
  en: english,
  zh: chinese,
};
