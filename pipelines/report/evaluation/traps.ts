// Section: which traps each system fell into, by kind; and for a counterfactual twin, what the grounded share leaves out.

import { trapMetrics } from "../../../schemas/evaluation/metrics.ts";
import type { OriginalRun } from "../../../schemas/evaluation/result.ts";
import { truncate, type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { metricsOf } from "./metric-names.ts";
import type { PageLanguage } from "./page-language.ts";
import { resultHeading, metricsTable } from "./results.ts";
import type { NamedResult } from "./results-read.ts";
import { type TrapsWords, trapsWords } from "./traps-words.ts";

const tableMetrics = ["grounded-share", "right-answer-rate", ...trapMetrics] as const;

/** The items that the grounded share leaves out, if any. */
function originalLine(
  { against, changed, unchanged, unpaired }: OriginalRun,
  words: TrapsWords,
): Html {
  const leftOutText = (ids: readonly string[], sentenceOf: TrapsWords["unchanged"]): string =>
    ids.length === 0 ? "" : sentenceOf(ids.length, truncate(ids.join(words.comma), 300));
  return html`<p class="small soft">${words.grounded(changed, against.path)}${leftOutText(unchanged, words.unchanged)}${leftOutText(unpaired, words.unpaired)}</p>`;
}

/** Empty if no item of any evaluation has wrong answers or is the twin of another. */
export function trapsSection(data: RunData, language: PageLanguage): Html {
  const words = trapsWords[language];
  const resultParts = (named: NamedResult): Html[] => {
    const { systems, original } = named.result;
    const presentMetrics = metricsOf(systems);
    const metrics = tableMetrics.filter(metric => presentMetrics.includes(metric));
    if (metrics.length === 0) return [];
    return [
      html`${resultHeading(named, data)}${original ? originalLine(original, words) : ""}${metricsTable(systems, metrics, language)}`,
    ];
  };
  const results = data.evaluations.results.flatMap(resultParts);
  if (results.length === 0) return html``;
  return section(
    "traps",
    html`<p class="soft">${words.lead}</p>
${results}`,
  );
}
