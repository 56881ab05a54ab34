// Texts of the section on results of single evaluations, in both languages.

import type { EvaluationResult } from "../../../schemas/evaluation/result.ts";
import { type Html, html } from "../html.ts";
import { formatCount } from "../tables.ts";
import type { PageLanguage } from "./page-language.ts";
import type { UnreadableFile } from "./results-read.ts";

/** Models, each with the stage that called it. */
const modelsOf = ({ provenance }: EvaluationResult, separator: string): string[] =>
  Object.entries(provenance.models).map(([stage, model]) => `${stage}${separator}${model}`);

const english = {
  language: "en" as PageLanguage,
  lead: "The mean over items with its 95% bootstrap interval, and n, the number of items. Undefined values are counted separately, never as 0. ↓: lower is better. Settings of a baseline are named by chunk size, overlap, retriever and chunks read. MRR, Hit, Recall@k and nDCG count documents; MRR uses the rank of the first relevant one; MRR (CRUD) averages the reciprocal ranks of all of them, so an item with several never reaches 1.",
  variants: {
    paper: "Metrics as the papers define them.",
    published:
      "Metrics as the papers' released programs compute them, including their faults: only for comparison with published numbers.",
  } satisfies Record<EvaluationResult["variant"], string>,
  kinds: { evaluation: "An evaluation", baseline: "A baseline" } satisfies Record<
    EvaluationResult["kind"],
    string
  >,
  /** What was evaluated, against what, how and with which models. */
  origin: (result: EvaluationResult): Html => {
    const { kind, items, provenance, distractors, variant } = result;
    const { predictions, against } = provenance;
    const models = modelsOf(result, ": ");
    return html`${english.kinds[kind]}${predictions ? html` of <code>${predictions.path}</code>` : ""} against ${formatCount(items)} items of <code>${against.path}</code>${distractors === null ? "" : `, ${formatCount(distractors)} distractors mixed in`}. ${english.variants[variant]}${models.length > 0 ? ` Models: ${models.join(", ")}.` : ""}`;
  },
  missing: (n: number) => `Items without a prediction: ${formatCount(n)}.`,
  surplus: (n: number) => `Predictions that match no item: ${formatCount(n)}.`,
  /** Warning about items that the bounds leave out; empty if there are none. */
  boundsWarning: ({ gate }: EvaluationResult): string => gate?.warning ?? "",
  none: "It has no scores.",
  system: "System",
  systems: "systems",
  moreMetrics: (n: number) => `${formatCount(n)} more metrics`,
  drawn: (n: number) => `Plot of the intervals of ${formatCount(n)} systems`,
  toolScores: (tool: string, system: Html): Html =>
    html`Scores of ${tool} for the same answers, by its own metrics, from the file of ${system}:`,
  toolMetric: (tool: string) => `Metric of ${tool}`,
  value: "value",
  leftOut: (n: number, what: string) => `${formatCount(n)} more ${what} are in result.json.`,
  unread: ({ path }: UnreadableFile, reason: string): Html =>
    html`<code>${path}</code> could not be read and is left out: ${reason}.`,
};

export type ResultsWords = typeof english;

const chinese: ResultsWords = {
  language: "zh",
  lead: "每格是各题的平均值、95% 自助法区间和 n（计入平均的题数）。无值的题目另行计数，不按 0 计。↓ 表示越小越好。基线的设置以分块大小、重叠、检索器和读取的分块数命名。MRR、命中率、前 k 召回率和 nDCG 都按文档计算：MRR 取第一篇相关文档名次的倒数；CRUD 的 MRR 取所有相关文档名次倒数的平均，所以依据多篇文档的题目到不了 1。",
  variants: {
    paper: "指标按论文的定义计算。",
    published: "指标按论文公开的程序计算，程序中的错误也照原样保留，因此只宜与已发表的数值比较。",
  },
  kinds: { evaluation: "评测", baseline: "基线" },
  origin: result => {
    const { kind, items, provenance, distractors, variant } = result;
    const { predictions, against } = provenance;
    const models = modelsOf(result, " 为 ");
    return html`${chinese.kinds[kind]}${predictions ? html` <code>${predictions.path}</code>` : ""}，题目 ${formatCount(items)} 道，取自 <code>${against.path}</code>${distractors === null ? "" : `，混入 ${formatCount(distractors)} 篇干扰文档`}。${chinese.variants[variant]}${models.length > 0 ? `模型：${models.join("；")}。` : ""}`;
  },
  missing: n => `没有预测的题目：${formatCount(n)} 道。`,
  surplus: n => `不对应任何题目的预测：${formatCount(n)} 条。`,
  boundsWarning: ({ gate, missing, items }) =>
    gate?.warning
      ? `--allow-missing：检查是否达到门槛时，未计入没有提交预测的 ${formatCount(missing.length)} 道题（共 ${formatCount(items)} 道）。`
      : "",
  none: "没有任何分数。",
  system: "系统",
  systems: "个系统",
  moreMetrics: n => `另外 ${formatCount(n)} 个指标`,
  drawn: n => `${formatCount(n)} 个系统的区间图`,
  toolScores: (tool, system) =>
    html`${tool} 按自己的指标给同样的回答打的分，取自 ${system} 的文件：`,
  toolMetric: tool => `${tool} 的指标`,
  value: "数值",
  leftOut: (n, what) => `另有 ${formatCount(n)} ${what}，见 result.json。`,
  unread: ({ path }, reason) => html`<code>${path}</code> 无法读取，未列入：${reason}。`,
};

export const resultsWords: Record<PageLanguage, ResultsWords> = { en: english, zh: chinese };
