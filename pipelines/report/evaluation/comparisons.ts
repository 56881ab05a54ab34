// Section: differences between systems on the same items, and the smallest difference the set can detect.

import { Metric } from "../../../schemas/evaluation/metrics.ts";
import type { Comparison, EvaluationResult } from "../../../schemas/evaluation/result.ts";
import { type Child, type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { numberCell, table, formatCount } from "../tables.ts";
import { labelWithDirection, rangeText, valueText } from "./metric-names.ts";
import type { PageLanguage } from "../page-language.ts";
import { resultHeading, leftOutNote, systemCell } from "./results.ts";

const english = {
  language: "en" as PageLanguage,
  lead: "Two systems compared on the items that both answered: the mean difference with its 95% bootstrap interval, and the p value from a two-sided sign permutation test.",
  metric: "Metric",
  first: "first",
  second: "second",
  difference: "first minus second",
  items: "items",
  comparisons: "comparisons",
  significance: (significantCount: number, total: number, expectedByChance: number) =>
    `${formatCount(significantCount)} of ${formatCount(total)} have p below 0.05. The p values are not corrected for multiple comparisons: if no two systems differed, about ${expectedByChance} would still be below it.`,
  bestFirst:
    " The first is the best of them, chosen on these same items, so its advantage is overstated.",
  aboutSmallest:
    "The smallest difference between two systems that these items can detect with 80% power at the 5% level: a smaller one is lost in the noise.",
  smallest: "smallest difference",
};

type ComparisonsWords = typeof english;

const chinese: ComparisonsWords = {
  language: "zh",
  lead: "两两比较，只取两个系统都回答了的题目：平均差及其 95% 自助法区间；p 值由双侧符号置换检验得出。",
  metric: "指标",
  first: "前者",
  second: "后者",
  difference: "前者减后者",
  items: "题数",
  comparisons: "组比较",
  significance: (significantCount, total, expectedByChance) =>
    `${formatCount(total)} 组比较中有 ${formatCount(significantCount)} 组的 p 小于 0.05。p 未按比较的组数校正：即使系统之间毫无差别，也会有 ${expectedByChance} 组左右小于 0.05。`,
  bestFirst: "前者是其中最好的系统，而且就是用这些题选出来的，所以它的优势被高估。",
  aboutSmallest:
    "这些题能检出的两个系统之间的最小差别（显著性水平 5%，检验功效 80%）：再小就无法与随机波动区分。",
  smallest: "最小差别",
};

const comparisonsWords: Record<PageLanguage, ComparisonsWords> = {
  en: english,
  zh: chinese,
};

const maxShown = 60;

const pValueText = (p: number | null): string =>
  p === null ? "–" : p < 0.001 ? "< 0.001" : p.toFixed(3);

const signedText = (difference: number | null): string =>
  difference !== null && difference > 0 ? `+${valueText(difference)}` : valueText(difference);

const comparisonRow = (comparison: Comparison, language: PageLanguage): Child[] => [
  labelWithDirection(comparison.metric, language),
  systemCell({ system: comparison.first }),
  systemCell({ system: comparison.second }),
  numberCell(
    html`<b>${signedText(comparison.difference)}</b><span class="under">${rangeText(comparison, language)}</span>`,
  ),
  numberCell(pValueText(comparison.p)),
  comparison.n,
];

function comparisonsTable({ comparisons, kind }: EvaluationResult, words: ComparisonsWords): Html {
  if (comparisons.length === 0) return html``;
  const significantCount = comparisons.filter(({ p }) => p !== null && p < 0.05).length;
  const expectedByChance = Math.round(comparisons.length * 0.05 * 10) / 10;
  const { language, metric, first, second, difference, items } = words;
  const headings = [
    metric,
    first,
    second,
    numberCell(difference),
    numberCell("p"),
    numberCell(items),
  ];
  const rows = comparisons
    .slice(0, maxShown)
    .map(comparison => comparisonRow(comparison, language));
  return html`${table(headings, rows)}
${leftOutNote(comparisons.length, maxShown, words.comparisons, language)}
<p>${words.significance(significantCount, comparisons.length, expectedByChance)}${kind === "baseline" ? words.bestFirst : ""}</p>`;
}

function detectableTable({ detectable }: EvaluationResult, words: ComparisonsWords): Html {
  const detectableRows = Metric.options.flatMap(metric =>
    typeof detectable[metric] === "number"
      ? [[labelWithDirection(metric, words.language), numberCell(valueText(detectable[metric]))]]
      : [],
  );
  if (detectableRows.length === 0) return html``;
  return html`<p class="soft">${words.aboutSmallest}</p>
${table([words.metric, numberCell(words.smallest)], detectableRows)}`;
}

/** Empty if nothing was compared. */
export function comparisonsSection(data: RunData, language: PageLanguage): Html {
  const words = comparisonsWords[language];
  const resultParts = data.evaluations.results.flatMap(namedResult => {
    const tables = [
      comparisonsTable(namedResult.result, words),
      detectableTable(namedResult.result, words),
    ].filter(({ html: markup }) => markup !== "");
    return tables.length > 0 ? [html`${resultHeading(namedResult, data)}${tables}`] : [];
  });
  if (resultParts.length === 0) return html``;
  return section(
    "comparisons",
    html`<p class="soft">${words.lead}</p>
${resultParts}`,
  );
}
