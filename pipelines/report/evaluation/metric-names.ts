// Names of metrics in the report, their order, and how their values are written.

import {
  isOfRetrieval,
  Metric,
  metricRecords,
  type Summary,
} from "../../../schemas/evaluation/metrics.ts";
import { type Html, html } from "../html.ts";
import { formatCount, numberCell } from "../tables.ts";
import type { PageLanguage } from "../page-language.ts";

/** 1 if higher is better, -1 if lower is better, 0 if neither. */
export function directionOf(metric: Metric): 1 | -1 | 0 {
  const { better } = metricRecords[metric];
  return better === null ? 0 : better === "less" ? -1 : 1;
}

/** The label, with ↓ if lower is better. */
export const labelWithDirection = (metric: Metric, language: PageLanguage = "en"): string => {
  const label = metricRecords[metric].label[language];
  return directionOf(metric) === -1 ? `${label} ↓` : label;
};

/** The label as written within a sentence: "evidence recall", "MRR". */
export const labelInSentence = (metric: Metric, language: PageLanguage): string =>
  metricRecords[metric].label[language].replace(/^[A-Z](?=[a-z]{2})/, first => first.toLowerCase());

/** The meaning of each metric in one line, collapsed. */
export const metricExplanations = (metrics: readonly Metric[], language: PageLanguage): Html =>
  metrics.length === 0
    ? html``
    : html`<details class="small"><summary>${language === "zh" ? "各指标的含义" : "What these metrics mean"}</summary><dl class="lines">${metrics.map(metric => html`<div><dt>${metricRecords[metric].label[language]}</dt><dd>${metricRecords[metric].line[language]}</dd></div>\n`)}</dl></details>`;

// One or two metrics of each family, starting with those that say most about a system as a whole.
const leadingMetrics: readonly Metric[] = [
  "grounded-share",
  "evidence-recall",
  "rageval-recall",
  "cofe-recall",
  "recall-at-5",
  "ndcg-at-10",
  "mrr",
  "completeness",
  "hallucination",
  "correctness",
  "quest-recall",
  "rouge-l",
  "crud-bleu",
  "answer-length",
];

const reportOrder = [
  ...leadingMetrics,
  ...Metric.options.filter(metric => !leadingMetrics.includes(metric)),
];

type SystemsWithMetrics = readonly {
  readonly metrics: Readonly<Partial<Record<Metric, Summary>>>;
}[];

/** All metrics that any of these systems has, in the report's order. */
export const metricsOf = (systems: SystemsWithMetrics): Metric[] =>
  reportOrder.filter(metric => systems.some(({ metrics }) => metrics[metric] !== undefined));

/** At most `maxMetrics` metrics worth plotting (those with a preferred direction and at least one value), alternating between retrieval and answers. */
export function plottedMetrics(systems: SystemsWithMetrics, maxMetrics: number): Metric[] {
  const plottable = metricsOf(systems).filter(
    metric =>
      directionOf(metric) !== 0 &&
      systems.some(({ metrics }) => typeof metrics[metric]?.value === "number"),
  );
  const retrievalMetrics = plottable.filter(isOfRetrieval);
  const answerMetrics = plottable.filter(metric => !retrievalMetrics.includes(metric));
  const alternating = plottable
    .map((_, index) => [retrievalMetrics[index], answerMetrics[index]])
    .flat();
  return alternating.flatMap(metric => metric ?? []).slice(0, maxMetrics);
}

/** A value with about three significant figures; a dash if there is none. */
export function valueText(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  const magnitude = Math.abs(value);
  const text =
    magnitude >= 1000
      ? formatCount(Math.round(value))
      : value.toFixed(magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 3);
  return text.replace(/^-(?=[0.]*$)/, "").replace("-", "−");
}

/** `0.500 to 0.700`; empty if there is no interval. */
export const rangeText = (
  { low, high }: Pick<Summary, "low" | "high">,
  language: PageLanguage = "en",
): string =>
  low === null || high === null
    ? ""
    : `${valueText(low)} ${language === "zh" ? "至" : "to"} ${valueText(high)}`;

/** The value, above its interval, n and the number of undefined values. */
export function summaryCell(summary: Summary | undefined, language: PageLanguage): Html {
  if (!summary) return numberCell("");
  const { value, n } = summary;
  const lines = [
    rangeText(summary, language),
    `n ${formatCount(n)}${summary.undefined > 0 ? `${language === "zh" ? "，" : ", "}${formatCount(summary.undefined)} ${language === "zh" ? "道无值" : "undefined"}` : ""}`,
  ].filter(line => line !== "");
  return numberCell(
    html`<b>${valueText(value)}</b>${lines.map(line => html`<span class="under">${line}</span>`)}`,
  );
}
