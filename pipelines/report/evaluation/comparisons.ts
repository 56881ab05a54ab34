// Section: differences between systems over the same items, and the smallest difference the set can detect.

import { Metric } from "../../../schemas/evaluation/metrics.ts";
import type { Comparison, EvaluationResult } from "../../../schemas/evaluation/result.ts";
import { type Child, type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { count, numeric, table } from "../tables.ts";
import { headOf, rangeText, valueText } from "./metric-names.ts";
import { headingOf, leftOut, systemCell } from "./results.ts";

const maxShown = 60;

const probability = (p: number | null): string =>
  p === null ? "–" : p < 0.001 ? "< 0.001" : p.toFixed(3);

const signed = (difference: number | null): string =>
  difference !== null && difference > 0 ? `+${valueText(difference)}` : valueText(difference);

const row = (each: Comparison): Child[] => [
  headOf(each.metric),
  systemCell({ system: each.first }),
  systemCell({ system: each.second }),
  numeric(html`<b>${signed(each.difference)}</b><span class="under">${rangeText(each)}</span>`),
  numeric(probability(each.p)),
  each.n,
];

function comparisonsTable({ comparisons, kind }: EvaluationResult): Html {
  if (comparisons.length === 0) return html``;
  const likely = comparisons.filter(({ p }) => p !== null && p < 0.05).length;
  const byChance = Math.round(comparisons.length * 0.05 * 10) / 10;
  return html`${table(["Metric", "first", "second", numeric("first less second"), numeric("p"), numeric("items")], comparisons.slice(0, maxShown).map(row))}
${leftOut(comparisons.length, maxShown, "comparisons")}
<p>${count(likely)} of ${count(comparisons.length)} have p below 0.05. The p are not corrected for their number: were no two systems different, some ${byChance} would still be below it.${kind === "baseline" ? " The first is the best of them, chosen on these very items, so that its advantage is overstated." : ""}</p>`;
}

function detectableTable({ detectable }: EvaluationResult): Html {
  const known = Metric.options.flatMap(metric =>
    typeof detectable[metric] === "number"
      ? [[headOf(metric), numeric(valueText(detectable[metric]))]]
      : [],
  );
  if (known.length === 0) return html``;
  return html`<p class="soft">The smallest difference between two systems that these items can detect, four times out of five, at the 5% level: a smaller one is lost in chance.</p>
${table(["Metric", numeric("smallest difference")], known)}`;
}

/** Empty where nothing was compared. */
export function comparisonsSection(data: RunData): Html {
  const shown = data.evaluations.results.flatMap(named => {
    const tables = [comparisonsTable(named.result), detectableTable(named.result)].filter(
      ({ html: markup }) => markup !== "",
    );
    return tables.length > 0 ? [html`${headingOf(named, data)}${tables}`] : [];
  });
  if (shown.length === 0) return html``;
  return section(
    "comparisons",
    html`<p class="soft">Two systems compared over the items that both have: the mean difference with its 95% bootstrap interval, and p by permutation of signs, two-sided.</p>
${shown}`,
  );
}
