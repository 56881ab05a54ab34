// Sections: whether our questions rank systems as other questions do, and how a judge model compares with people.

import { metricRecords } from "../../../schemas/evaluation/metrics.ts";
import type { RankingAgreement } from "../../../schemas/evaluation/result.ts";
import { type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { numberCell, table, formatCount } from "../tables.ts";
import { drawPlot, rangeOf } from "./draw-plots.ts";
import { labelWithDirection, valueText, rangeText } from "./metric-names.ts";
import type { PageLanguage } from "../page-language.ts";
import { resultHeading, systemCell } from "./results.ts";

const english = {
  language: "en" as PageLanguage,
  lead: html`Each dot is a system, scored on these questions and on other questions about the same documents. τ is 1 if both put the systems in the same order, 0 if the orders are unrelated; its 95% interval is by bootstrap over items.`,
  /** Name of the other questions. */
  other: ({ other }: RankingAgreement): string => other,
  tau: (ranking: RankingAgreement): string => {
    const { tau, systems, items } = ranking;
    const range = rangeText(ranking);
    return `Kendall's τ ${valueText(tau)}${range ? ` (${range})` : ""} across ${formatCount(systems.length)} systems; ${formatCount(items.ours)} of our items, ${formatCount(items.theirs)} of the others.`;
  },
  plotText: (metric: string, other: string) =>
    `${metric} of each system on our questions and on those of ${other}. `,
  onOurs: "on our questions",
  onOthers: "on the others",
  caption: (metric: string, other: string): Html =>
    html`${metric}, compared with <code>${other}</code>`,
  numbers: "Numbers",
  system: "System",
  ours: "ours",
  theirs: "theirs",
  judges: {
    lead: html`Answers that both judged. The mean absolute difference is between their scores; Cohen’s κ is computed over individual verdicts: 1 if they always agree and 0 if they agree no more than by chance.`,
    metric: "Metric",
    answers: "answers",
    difference: "mean absolute difference",
    verdicts: "verdicts",
  },
};

type RankingWords = typeof english;

const chinese: RankingWords = {
  language: "zh",
  lead: html`每个点是一个系统，各有两个得分：一个来自这批题，一个来自依据同样文档出的另一批题。两批题排出的名次完全相同时 τ 为 1，名次毫无关联时为 0；95% 区间用自助法对题目重抽样得出。`,
  // The name of the other half when a baseline compares two halves of its items.
  other: ({ other }) => (other === "the other half of the items" ? "题目的另一半" : other),
  tau: ranking => {
    const { tau, systems, items } = ranking;
    const range = rangeText(ranking, "zh");
    return `Kendall τ 为 ${valueText(tau)}${range ? `（${range}）` : ""}，按 ${formatCount(systems.length)} 个系统计算；这批题 ${formatCount(items.ours)} 道，另一批 ${formatCount(items.theirs)} 道。`;
  },
  plotText: (metric, other) => `各系统的${metric}：在这批题上，以及在另一批题（${other}）上。`,
  onOurs: "在这批题上",
  onOthers: "在另一批题上",
  caption: (metric, other) => html`${metric}，与 <code>${other}</code> 对照`,
  numbers: "数值",
  system: "系统",
  ours: "这批题",
  theirs: "另一批题",
  judges: {
    lead: html`只取评判模型和人都评判过的回答。平均绝对差是两者打分之差；Cohen κ 按单条判定计算，全部一致为 1，与随机情况下的一致程度相当为 0。`,
    metric: "指标",
    answers: "回答数",
    difference: "平均绝对差",
    verdicts: "判定数",
  },
};

const rankingWords: Record<PageLanguage, RankingWords> = { en: english, zh: chinese };

const maxSystems = 200;

function rankingPlot(ranking: RankingAgreement, words: RankingWords): Html {
  const { metric, systems } = ranking;
  const label = metricRecords[metric].label[words.language];
  return drawPlot({
    textAlternative: `${words.plotText(label, words.other(ranking))}${words.tau(ranking)}`,
    height: 300,
    options: Plot => ({
      marginLeft: 44,
      marginBottom: 38,
      x: {
        domain: rangeOf(systems.map(({ ours }) => ours)),
        ticks: 5,
        label: words.onOurs,
        labelAnchor: "center",
        labelArrow: "none",
      },
      y: {
        domain: rangeOf(systems.map(({ theirs }) => theirs)),
        ticks: 5,
        label: words.onOthers,
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
${resultsWithRanking.map(namedResult => html`${resultHeading(namedResult, data)}<div class="pair">${namedResult.result.ranking.map(ranking => rankingPart(ranking, words))}</div>`)}`,
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
  namedResult =>
    html`${resultHeading(namedResult, data)}${table(
      [words.metric, words.answers, numberCell(words.difference), numberCell("κ"), words.verdicts],
      namedResult.result.judges.map(judge => [
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
