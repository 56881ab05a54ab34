// Reasons for the report's warnings against conclusions, in both languages.

import { type Metric, metricRecords, type Step } from "../../../schemas/evaluation/metrics.ts";
import type { Language } from "../../../schemas/items/item-types.ts";
import { languageName } from "../names.ts";
import { overviewWords } from "../overview/words.ts";
import { count } from "../tables.ts";
import type { PageLanguage } from "./page-language.ts";

interface OverlapCount {
  readonly metric: Metric;
  readonly overlapping: number;
  readonly pairs: number;
}

const labelsOf = (metrics: readonly Metric[], language: PageLanguage): string[] =>
  metrics.map(metric => metricRecords[metric].label[language]);

const english = {
  /** Separates sentences. */
  gap: " ",
  ofResult: (name: string, reason: string) => `${name}: ${reason}`,
  byRules: "All items were made by rules, which is code; they are plainer than people's questions.",
  oneDomain: (domain: string) => `All items are in one domain, ${domain}.`,
  oneLanguage: (language: Language) => `All items are in ${languageName(language, "en")}.`,
  generated: "The documents were generated.",
  bothSplits: "It combines dev and test; a system tuned on dev must be judged on test alone.",
  untried: "The items were not audited (ragwright audit).",
  noPeople: "No person has reviewed any of them.",
  overlaps: (overlapCounts: readonly OverlapCount[]) =>
    `Intervals overlap: ${overlapCounts.map(({ metric, overlapping, pairs }) => `${count(overlapping)} of ${count(pairs)} pairs by ${metricRecords[metric].label.en}`).join(", ")}.`,
  few: (items: number) => `Some means are over only ${count(items)} items.`,
  missing: (missing: number, items: number) =>
    `Without a prediction: ${count(missing)} of ${count(items)} items.`,
  published: "The values are those of the papers' released programs, including their faults.",
  unchecked: (metrics: readonly Metric[]) =>
    `No person has checked the judge's verdicts for ${labelsOf(metrics, "en").join(", ")}.`,
  judgeMade: (judges: readonly string[]) =>
    `${judges.join(", ")} also made the items whose answers it judges.`,
  answersByRules:
    "The baseline's answers are made by rules: sentences cut from the retrieved text.",
  smallCorpus: (documents: number, distractors: number) =>
    `There were ${count(documents)} documents to search${distractors > 0 ? `, ${count(distractors)} of them distractors` : ", none of them a distractor"}.`,
  untold: (steps: readonly Step[]) => `Not every system reported ${steps.join(", ")}.`,
};

export type CautionsWords = typeof english;

const chinese: CautionsWords = {
  gap: "",
  ofResult: (name, reason) => `${name}：${reason}`,
  byRules: "题目全部由规则（即代码）写成，比人提的问题更直白。",
  oneDomain: domain => `题目全部属于一个领域：${domain}。`,
  oneLanguage: language => `题目全部是${languageName(language, "zh")}的。`,
  generated: "文档是生成的。",
  bothSplits: "分数由 dev 和 test 合并计算；在 dev 上调过的系统，只有 test 上的分数作数。",
  untried: "题目没有经过检验（ragwright audit）。",
  noPeople: "这些题目都未经人工判断。",
  overlaps: overlapCounts =>
    `系统两两比较，区间有重叠：${overlapCounts.map(({ metric, overlapping, pairs }) => `${metricRecords[metric].label.zh}，${count(pairs)} 对中有 ${count(overlapping)} 对`).join("；")}。`,
  few: items => `有的平均值只取自 ${count(items)} 道题。`,
  missing: (missing, items) => `${count(items)} 道题中有 ${count(missing)} 道没有预测。`,
  published: "数值按论文公开的程序计算，程序中的错误也照原样保留。",
  unchecked: metrics =>
    `以下指标缺少人工判断，无法与评判模型对照：${labelsOf(metrics, "zh").join("、")}。`,
  judgeMade: judges => `${judges.join("、")}既是评判模型，也参与制作了所评判的题目。`,
  answersByRules: "基线的回答按规则生成：从检索到的文字中摘取句子。",
  smallCorpus: (documents, distractors) =>
    `可检索的文档只有 ${count(documents)} 篇，${distractors > 0 ? `其中 ${count(distractors)} 篇是干扰文档` : "其中没有干扰文档"}。`,
  untold: steps =>
    `并非每个系统都说明了这些步骤：${steps.map(step => overviewWords.zh.steps[step]).join("、")}。`,
};

export const cautionsWords: Record<PageLanguage, CautionsWords> = { en: english, zh: chinese };
