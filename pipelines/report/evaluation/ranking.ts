// Sections: whether our questions rank systems as other questions do, and how a judge model compares with people.

import { metricRecords } from "../../../schemas/evaluation/metrics.ts";
import type { RankingAgreement } from "../../../schemas/evaluation/result.ts";
import { type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { numberCell, table } from "../tables.ts";
import { drawPlot, rangeOf } from "./drawing.ts";
import { labelWithDirection, valueText } from "./metric-names.ts";
import type { PageLanguage } from "./page-language.ts";
import { type RankingWords, rankingWords } from "./ranking-words.ts";
import { resultHeading, systemCell } from "./results.ts";

const maxSystems = 200;

function rankingPlot(ranking: RankingAgreement, words: RankingWords): Html {
  const { metric, systems } = ranking;
  const label = metricRecords[metric].label[words.language];
  return drawPlot({
    textAlternative: `${words.said(label, words.other(ranking))}${words.tau(ranking)}`,
    height: 300,
    options: Plot => ({
      marginLeft: 44,
      marginBottom: 38,
      x: {
        domain: rangeOf(systems.map(({ ours }) => ours)),
        ticks: 5,
        label: words.byOurs,
        labelAnchor: "center",
        labelArrow: "none",
      },
      y: {
        domain: rangeOf(systems.map(({ theirs }) => theirs)),
        ticks: 5,
        label: words.byOthers,
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

function rankingPart(ranking: RankingAgreement, words: RankingWords): Html {
  const rows = ranking.systems
    .slice(0, maxSystems)
    .map(({ system, ours, theirs }) => [
      systemCell({ system }),
      numberCell(valueText(ours)),
      numberCell(valueText(theirs)),
    ]);
  const caption = words.caption(
    labelWithDirection(ranking.metric, words.language),
    words.other(ranking),
  );
  return html`<div><figure><figcaption>${caption}</figcaption>${ranking.systems.length > 0 ? rankingPlot(ranking, words) : ""}</figure>
<p class="small">${words.tau(ranking)}</p>
<details><summary>${words.numbers}</summary>${table([words.system, numberCell(words.ours), numberCell(words.theirs)], rows)}</details></div>`;
}

/** Empty if no rankings were compared. */
export function rankingSection(data: RunData, language: PageLanguage): Html {
  const words = rankingWords[language];
  const resultsWithRanking = data.evaluations.results.filter(
    ({ result }) => result.ranking.length > 0,
  );
  if (resultsWithRanking.length === 0) return html``;
  return section(
    "ranking",
    html`<p class="soft">${words.lead}</p>
${resultsWithRanking.map(named => html`${resultHeading(named, data)}<div class="pair">${named.result.ranking.map(ranking => rankingPart(ranking, words))}</div>`)}`,
  );
}

/** Empty if no person judged the same answers as the judge. */
export function judgesSection(data: RunData, language: PageLanguage): Html {
  const words = rankingWords[language].judges;
  const resultsWithJudges = data.evaluations.results.filter(
    ({ result }) => result.judges.length > 0,
  );
  if (resultsWithJudges.length === 0) return html``;
  return section(
    "judges",
    html`<p class="soft">${words.lead}</p>
${resultsWithJudges.map(
  named =>
    html`${resultHeading(named, data)}${table(
      [words.metric, words.answers, numberCell(words.difference), numberCell("κ"), words.verdicts],
      named.result.judges.map(judge => [
        labelWithDirection(judge.metric, language),
        judge.n,
        numberCell(valueText(judge.meanAbsoluteDifference)),
        numberCell(valueText(judge.kappa)),
        judge.verdicts,
      ]),
    )}`,
)}`,
  );
}
