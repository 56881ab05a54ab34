// Section: the first screen — what the benchmark is, how hard it is, who judged its items, what may not be concluded, which system is ahead, where evidence is lost.

import type { Metric } from "../../../schemas/evaluation/metrics.ts";
import { cautionsOf } from "../evaluation/cautions.ts";
import { conclusions } from "../evaluation/conclusions.ts";
import { valueText } from "../evaluation/metric-names.ts";
import type { PageLanguage } from "../page-language.ts";
import { type Child, type Html, html, joinParts, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { hardnessOf, judgmentCountsOf, lostEvidenceOf } from "./overview-figures.ts";
import { type OverviewWords, overviewWords } from "./overview-words.ts";

/** Maximum number of conclusions warned against on the first screen. */
const maxCautions = 4;

function contentsLine(data: RunData, words: OverviewWords): string {
  const { items, documents, runFacts } = data;
  const distinctOf = <T>(values: readonly T[]): T[] => [...new Set(values)];
  return words.what({
    items: items.length,
    types: distinctOf(items.map(({ type }) => type)).length,
    documents: documents.length,
    domains: distinctOf(items.map(({ domain }) => domain)).sort(),
    languages: distinctOf(items.map(({ language }) => language)).sort(),
    model: runFacts.isRulesOnly ? null : runFacts.model,
  });
}

function cautionsLine(data: RunData, words: OverviewWords, language: PageLanguage): Html {
  const cautions = cautionsOf(data, language).map(
    ({ conclusion }) => conclusions[language][conclusion],
  );
  const moreCount = cautions.length - maxCautions;
  return html`${cautions
    .slice(0, maxCautions)
    .map(sentence => sentence.replace(/[.。]$/u, ""))
    .join(
      " · ",
    )}${moreCount > 0 ? html` · <a href="#in-cautions">${words.more(moreCount)}</a>` : ""}`;
}

function aheadLines(
  { evaluations: { leaderboard, results } }: RunData,
  words: OverviewWords,
): string[] {
  if (results.length === 0) return [words.noSystems];
  const standings = leaderboard?.standings ?? [];
  if (!leaderboard || standings.length === 0) return [words.tooFewSystems];
  const valueOf = (system: string, metric: Metric) =>
    valueText(leaderboard.systems.find(row => row.system === system)?.metrics[metric]?.value);
  return standings.map(standing => words.ahead(standing, valueOf(standing.best, standing.metric)));
}

function lostLine({ evaluations: { leaderboard } }: RunData, words: OverviewWords): string {
  if (!leaderboard) return "";
  const lostEvidence = lostEvidenceOf(leaderboard);
  return lostEvidence ? words.lost(lostEvidence) : words.unreported;
}

/** Empty if the run has no items. */
export function overviewSection(data: RunData, language: PageLanguage): Html {
  if (data.items.length === 0) return html``;
  const words = overviewWords[language];
  const { questions } = words;
  const lines: readonly (readonly [string, readonly Child[]])[] = [
    [questions.what, [contentsLine(data, words)]],
    [questions.hard, words.hard(hardnessOf(data))],
    [questions.judged, words.judged(judgmentCountsOf(data))],
    [questions.cautions, [cautionsLine(data, words, language)]],
    [questions.ahead, aheadLines(data, words)],
    [questions.lost, [lostLine(data, words)]],
  ];
  const answeredLines = lines.filter(([, answers]) => answers.some(line => line !== ""));
  return section(
    "overview",
    html`<dl class="short-answers">${answeredLines.map(([question, answers]) => html`<dt>${question}</dt><dd>${joinParts(answers, words.gap)}</dd>\n`)}</dl>`,
  );
}
