// Sections: whether our questions rank systems as others do, and how a judge model compares with people.

import type { RankingAgreement } from "../../../schemas/evaluation/result.ts";
import { type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { count, numeric, table } from "../tables.ts";
import { drawPlot, rangeOf } from "./drawing.ts";
import { headOf, metricLabels, rangeText, valueText } from "./metric-names.ts";
import { headingOf, systemCell } from "./results.ts";

const maxSystems = 200;

const tauText = (ranking: RankingAgreement): string =>
  `Kendall's τ ${valueText(ranking.tau)}${rangeText(ranking) ? ` (${rangeText(ranking)})` : ""} over ${count(ranking.systems.length)} systems; ${count(ranking.items.ours)} items ours, ${count(ranking.items.theirs)} theirs`;

function rankingPlot(ranking: RankingAgreement): Html {
  const { metric, other, systems } = ranking;
  return drawPlot({
    said: `${metricLabels[metric]} of each system by our questions and by those of ${other}. ${tauText(ranking)}.`,
    height: 300,
    options: Plot => ({
      marginLeft: 44,
      marginBottom: 38,
      x: {
        domain: rangeOf(systems.map(({ ours }) => ours)),
        ticks: 5,
        label: "by our questions",
        labelAnchor: "center",
        labelArrow: "none",
      },
      y: {
        domain: rangeOf(systems.map(({ theirs }) => theirs)),
        ticks: 5,
        label: "by the others",
        labelArrow: "none",
      },
      marginTop: 24,
      marks: [
        Plot.gridX({ ticks: 5, strokeOpacity: 0.25 }),
        Plot.gridY({ ticks: 5, strokeOpacity: 0.25 }),
        Plot.dot(systems, {
          x: "ours",
          y: "theirs",
          r: 4,
          fill: "var(--series-1)",
          fillOpacity: 0.75,
          stroke: "var(--card)",
        }),
      ],
    }),
  });
}

function shownRanking(ranking: RankingAgreement): Html {
  const rows = ranking.systems
    .slice(0, maxSystems)
    .map(({ system, ours, theirs }) => [
      systemCell({ system }),
      numeric(valueText(ours)),
      numeric(valueText(theirs)),
    ]);
  return html`<div><figure><figcaption>${headOf(ranking.metric)}, beside <code>${ranking.other}</code></figcaption>${ranking.systems.length > 0 ? rankingPlot(ranking) : ""}</figure>
<p class="small">${tauText(ranking)}.</p>
<details><summary>The numbers</summary>${table(["System", numeric("ours"), numeric("theirs")], rows)}</details></div>`;
}

/** Empty where no ranking was compared. */
export function rankingSection(data: RunData): Html {
  const shown = data.evaluations.results.filter(({ result }) => result.ranking.length > 0);
  if (shown.length === 0) return html``;
  return section(
    "ranking",
    html`<p class="soft">Each dot is a system, scored by these questions and by other questions on the same documents. τ is 1 where both put the systems in the same order, 0 where the orders have nothing in common; its 95% interval is by bootstrap over items.</p>
${shown.map(named => html`${headingOf(named, data)}<div class="pair">${named.result.ranking.map(shownRanking)}</div>`)}`,
  );
}

/** Empty where no person judged what the judge did. */
export function judgesSection(data: RunData): Html {
  const shown = data.evaluations.results.filter(({ result }) => result.judges.length > 0);
  if (shown.length === 0) return html``;
  return section(
    "judges",
    html`<p class="soft">Answers that both judged. The mean absolute difference is of their scores; Cohen's κ is over single verdicts, 1 where they agree in all and 0 where they agree no more than by chance.</p>
${shown.map(
  named =>
    html`${headingOf(named, data)}${table(
      ["Metric", "answers", numeric("mean absolute difference"), numeric("κ"), "verdicts"],
      named.result.judges.map(judge => [
        headOf(judge.metric),
        judge.n,
        numeric(valueText(judge.meanAbsoluteDifference)),
        numeric(valueText(judge.kappa)),
        judge.verdicts,
      ]),
    )}`,
)}`,
  );
}
