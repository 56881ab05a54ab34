// Section: differences between systems on the same items, and the smallest difference the set can detect.

import { Metric } from "../../../schemas/evaluation/metrics.ts";
import type { Comparison, EvaluationResult } from "../../../schemas/evaluation/result.ts";
import { type Child, type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { numberCell, table } from "../tables.ts";
import { type ComparisonsWords, comparisonsWords } from "./comparisons-words.ts";
import { labelWithDirection, rangeText, valueText } from "./metric-names.ts";
import type { PageLanguage } from "./page-language.ts";
import { resultHeading, leftOutNote, systemCell } from "./results.ts";

const maxShown = 60;

const probability = (p: number | null): string =>
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
  numberCell(probability(comparison.p)),
  comparison.n,
];

function comparisonsTable({ comparisons, kind }: EvaluationResult, words: ComparisonsWords): Html {
  if (comparisons.length === 0) return html``;
  const significantCount = comparisons.filter(({ p }) => p !== null && p < 0.05).length;
  const expectedByChance = Math.round(comparisons.length * 0.05 * 10) / 10;
  const { language, metric, first, second, difference, items } = words;
  const head = [metric, first, second, numberCell(difference), numberCell("p"), numberCell(items)];
  const rows = comparisons
    .slice(0, maxShown)
    .map(comparison => comparisonRow(comparison, language));
  return html`${table(head, rows)}
${leftOutNote(comparisons.length, maxShown, words.comparisons, language)}
<p>${words.likely(significantCount, comparisons.length, expectedByChance)}${kind === "baseline" ? words.bestFirst : ""}</p>`;
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
  const resultParts = data.evaluations.results.flatMap(named => {
    const tables = [
      comparisonsTable(named.result, words),
      detectableTable(named.result, words),
    ].filter(({ html: markup }) => markup !== "");
    return tables.length > 0 ? [html`${resultHeading(named, data)}${tables}`] : [];
  });
  if (resultParts.length === 0) return html``;
  return section(
    "comparisons",
    html`<p class="soft">${words.lead}</p>
${resultParts}`,
  );
}
