// Section: systems' scores — by metric, with intervals and the numbers of items and of undefined values.

import { type Metric, metricRecords } from "../../../schemas/evaluation/metrics.ts";
import type { SystemResult, EvaluationResult } from "../../../schemas/evaluation/result.ts";
import { type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { numberCell, table, formatCount } from "../tables.ts";
import { figure } from "./draw-plots.ts";
import { intervalPlot } from "./interval-plot.ts";
import {
  metricExplanations,
  labelWithDirection,
  metricsOf,
  plottedMetrics,
  summaryCell,
} from "./metric-names.ts";
import type { PageLanguage } from "../page-language.ts";
import type { NamedResult, UnreadableFile } from "./evaluations-data.ts";

/** Models, each with the stage that called it. */
const modelsOf = ({ provenance }: EvaluationResult, separator: string): string[] =>
  Object.entries(provenance.models).map(([stage, model]) => `${stage}${separator}${model}`);

const english = {
  language: "en" as PageLanguage,
  lead: "The mean over items with its 95% bootstrap interval, and n, the number of items. Undefined values are counted separately, never as 0. ↓: lower is better. Settings of a baseline are named by chunk size, overlap, retriever and chunks read. MRR, Hit, Recall@k and nDCG count documents; MRR uses the rank of the first relevant one; MRR (CRUD) averages the reciprocal ranks of all of them, so an item with several never reaches 1.",
  variants: {
    paper: "Metrics as the papers define them.",
    published:
      "Metrics as the papers' released programs compute them, including their bugs: only for comparison with published numbers.",
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
  none: "There are no scores.",
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

type ResultsWords = typeof english;

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

const resultsWords: Record<PageLanguage, ResultsWords> = { en: english, zh: chinese };

// Maximum numbers shown on the page; result.json has everything.
const maxShown = { metrics: 6, systems: 60, drawn: 24, plots: 4 };

/** A system's name, as all tables show it. */
export const systemCell = ({ system }: Pick<SystemResult, "system">): Html =>
  html`<span class="system">${system}</span>`;

/** Says how many of a list are not shown; empty if all are. `what` is in the page's language, in Chinese with its measure word. */
export const leftOutNote = (
  total: number,
  shownCount: number,
  what: string,
  language: PageLanguage,
): Html =>
  total > shownCount
    ? html`<p class="small soft">${resultsWords[language].leftOut(total - shownCount, what)}</p>`
    : html``;

/** A table with one row per system and one column per metric; a long list of systems is truncated. */
export const metricsTable = (
  systems: readonly SystemResult[],
  metrics: readonly Metric[],
  language: PageLanguage,
): Html =>
  table(
    [
      resultsWords[language].system,
      ...metrics.map(metric => numberCell(labelWithDirection(metric, language))),
    ],
    systems
      .slice(0, maxShown.systems)
      .map(system => [
        systemCell(system),
        ...metrics.map(metric => summaryCell(system.metrics[metric], language)),
      ]),
  );

/** Another tool's scores for the same answers; empty if there are none. */
function toolScoresTable({ system, toolScores }: SystemResult, words: ResultsWords): Html {
  if (toolScores === null) return html``;
  const { tool, metrics } = toolScores;
  const rows = metrics.map(({ metric, ...summary }) => [
    metric,
    summaryCell(summary, words.language),
  ]);
  return html`<p class="short">${words.toolScores(tool, systemCell({ system }))}</p>
${table([words.toolMetric(tool), numberCell(words.value)], rows)}`;
}

function plots(systems: readonly SystemResult[], words: ResultsWords): Html {
  const { language } = words;
  const plottedSystems = systems.slice(0, maxShown.drawn);
  const figures = plottedMetrics(plottedSystems, maxShown.plots).map(metric =>
    figure(
      labelWithDirection(metric, language),
      intervalPlot({
        label: metricRecords[metric].label[language],
        language,
        rows: plottedSystems.map(({ system, metrics }) => ({
          name: system,
          values: [metrics[metric]],
        })),
      }),
    ),
  );
  if (figures.length === 0) return html``;
  const grid = html`<div class="plots">${figures}</div>${leftOutNote(systems.length, plottedSystems.length, words.systems, language)}`;
  return systems.length > 8
    ? html`<details><summary>${words.drawn(plottedSystems.length)}</summary>${grid}</details>`
    : grid;
}

/** Where a result came from, and which items and predictions did not match. */
function originLine({ result }: NamedResult, words: ResultsWords): Html {
  const { missing, surplus } = result;
  const warning = words.boundsWarning(result);
  return html`<p class="small soft">${words.origin(result)}</p>
${missing.length > 0 ? html`<p class="short">${words.missing(missing.length)}</p>` : ""}
${warning === "" ? "" : html`<p class="short">${warning}</p>`}
${surplus.length > 0 ? html`<p class="short">${words.surplus(surplus.length)}</p>` : ""}`;
}

/** The heading of one result: its name, the same in all languages. Empty if there is only one result. */
export const resultHeading = (
  namedResult: NamedResult,
  { evaluations }: Pick<RunData, "evaluations">,
): Html =>
  evaluations.results.length > 1 ? html`<h3 class="of">${namedResult.name}</h3>` : html``;

/** One result; collapsed if the leaderboard already shows all systems. */
function resultPart(namedResult: NamedResult, isFolded: boolean, words: ResultsWords): Html {
  const { language } = words;
  const { systems } = namedResult.result;
  const metrics = metricsOf(systems);
  const [mainMetrics, moreMetrics] = [
    metrics.slice(0, maxShown.metrics),
    metrics.slice(maxShown.metrics),
  ];
  const body = html`${originLine(namedResult, words)}
${mainMetrics.length > 0 ? metricsTable(systems, mainMetrics, language) : html`<p>${words.none}</p>`}
${leftOutNote(systems.length, maxShown.systems, words.systems, language)}
${moreMetrics.length > 0 ? html`<details><summary>${words.moreMetrics(moreMetrics.length)}</summary>${metricsTable(systems, moreMetrics, language)}</details>` : ""}
${systems.map(system => toolScoresTable(system, words))}
${metricExplanations(metrics, language)}${plots(systems, words)}`;
  return isFolded
    ? html`<details><summary>${namedResult.name}</summary>${body}</details>`
    : html`<h3>${namedResult.name}</h3>${body}`;
}

/** The files that could not be read. */
export const unreadableFileList = (
  unread: readonly UnreadableFile[],
  language: PageLanguage,
): Html =>
  html`${unread.map(file => html`<p class="short">${resultsWords[language].unread(file, typeof file.reason === "string" ? file.reason : file.reason[language])}</p>`)}`;

/** Empty if nothing was evaluated. */
export function resultsSection(
  { evaluations: { results, unreadableFiles, leaderboard } }: RunData,
  language: PageLanguage,
): Html {
  if (results.length === 0 && unreadableFiles.length === 0) return html``;
  const words = resultsWords[language];
  return section(
    "results",
    html`<p class="soft">${words.lead}</p>
${unreadableFileList(unreadableFiles, language)}${results.map(namedResult => resultPart(namedResult, leaderboard !== null, words))}`,
  );
}
