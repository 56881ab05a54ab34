// The report of a run: one HTML file that loads no other file and runs no script.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../engine/files.ts";
import { openRun } from "../engine/open-run.ts";
import { inDollars } from "../engine/spending.ts";
import { replaceControls } from "../engine/control-characters.ts";
import { aboutSection } from "./about.ts";
import { subjectsAskedSection } from "./subjects-asked.ts";
import { billSection } from "./bill.ts";
import { changesSection } from "./changes.ts";
import { checksSection } from "./checks.ts";
import { coverageSection } from "./coverage.ts";
import { acceptanceSection } from "./evaluation/acceptance.ts";
import { auditSection } from "./evaluation/audit.ts";
import { cautionsSection } from "./evaluation/cautions.ts";
import { comparisonsSection } from "./evaluation/comparisons.ts";
import { plotsLeftOut } from "./evaluation/draw-plots.ts";
import { failedItemsSection } from "./evaluation/failed-items.ts";
import { groupsSection } from "./evaluation/groups.ts";
import { difficultySection } from "./evaluation/difficulty.ts";
import { leaderboardSection } from "./evaluation/leaderboard.ts";
import { splitLinkSection } from "./evaluation/split-link.ts";
import type { PageLanguage } from "./page-language.ts";
import { lostEvidenceSection } from "./evaluation/lost-evidence.ts";
import { judgesSection, rankingSection } from "./evaluation/ranking.ts";
import { resultsSection } from "./evaluation/results.ts";
import { sweepsSection } from "./evaluation/sweeps.ts";
import { trapsSection } from "./evaluation/traps.ts";
import { examplesSection } from "./examples.ts";
import { filesSection } from "./files.ts";
import { type Html, html } from "./html.ts";
import { itemsSection } from "./items.ts";
import { labelsSection } from "./labels.ts";
import { leaksSection } from "./leaks.ts";
import { failuresSection, lossesSection } from "./losses.ts";
import { itemCountsSection } from "./item-counts.ts";
import { callsSection, measuresSection } from "./measures.ts";
import { clustersSection, newsSection } from "./news.ts";
import { olderSplitSection } from "./older-split.ts";
import { type PageWords, pageWords } from "./page-words.ts";
import { groupNames, type SectionGroup, sectionGroups, sectionTitles } from "./section-names.ts";
import { reviewRatesSection } from "./review-rates.ts";
import { overviewSection } from "./overview/overview.ts";
import { readRunData, type RunData } from "./run-data.ts";
import { styleSheet } from "./style.ts";
import { supportSection } from "./support.ts";
import { formatCount, percent } from "./tables.ts";
import { countWordings } from "./wordings.ts";
import { worthSection } from "./worth.ts";

/** All sections; one without content renders as empty markup. */
const sections: readonly ((data: RunData, language: PageLanguage) => Html)[] = [
  overviewSection,
  itemsSection,
  aboutSection,
  filesSection,
  changesSection,
  newsSection,
  clustersSection,
  leaksSection,
  itemCountsSection,
  reviewRatesSection,
  worthSection,
  subjectsAskedSection,
  supportSection,
  labelsSection,
  olderSplitSection,
  splitLinkSection,
  coverageSection,
  measuresSection,
  leaderboardSection,
  difficultySection,
  resultsSection,
  sweepsSection,
  trapsSection,
  lostEvidenceSection,
  failedItemsSection,
  groupsSection,
  comparisonsSection,
  rankingSection,
  judgesSection,
  auditSection,
  acceptanceSection,
  cautionsSection,
  lossesSection,
  checksSection,
  billSection,
  callsSection,
  examplesSection,
  failuresSection,
];

const tile = (value: string, label: string, warn = false): Html =>
  html`<div class="tile${warn ? " warn" : ""}"><b>${value}</b><span>${label}</span></div>`;

function tiles(
  {
    news,
    items,
    demand,
    documents,
    facts,
    references,
    losses,
    names,
    evaluations,
    status: { spending },
  }: RunData,
  { tiles: captions }: PageWords,
): Html {
  const target = demand.reduce((sum, row) => sum + row.target, 0);
  const stated = facts.filter(({ state }) => state === "stated").length;
  const missing = facts.filter(({ state }) => state === "missing").length;
  const { distinct, questions } = countWordings(items, names);
  const systems = evaluations.results.reduce((sum, { result }) => sum + result.systems.length, 0);
  const failed = losses.filter(({ outcome }) => outcome === "failed").length;
  return html`<div class="tiles">
${tile(formatCount(items.length), captions.items(target), items.length < target)}
${news?.steps[0] ? tile(formatCount(news.steps[0].remainingArticles), captions.articles) : ""}
${tile(formatCount(documents.length), captions.documents)}
${tile(percent(references.verbatim, references.all), captions.references(references.all), references.verbatim < references.all)}
${facts.length > 0 ? tile(percent(stated, stated + missing), captions.facts) : ""}
${questions > 0 ? tile(percent(distinct, questions), captions.wordings) : ""}
${systems > 0 ? tile(formatCount(systems), captions.systems) : ""}
${tile(formatCount(failed), captions.failed, failed > 0)}
${spending.cost !== null && spending.cost > 0 ? tile(inDollars(spending.cost), captions.cost) : ""}
</div>`;
}

/** A section, folded unless it is on the first screen. Links point to an anchor inside the fold, so that the browser opens it. */
function renderSection({ section: id, ...body }: Html, language: PageLanguage): Html {
  if (id === undefined) return html``;
  const heading = html`<h2>${sectionTitles[language][id]}</h2>`;
  return sectionGroups.first.some(idOfFirst => idOfFirst === id)
    ? html`<section id="${id}">${heading}\n${body}</section>\n`
    : html`<section id="${id}"><details><summary>${heading}</summary><a id="in-${id}"></a>\n${body}</details></section>\n`;
}

function sectionsOfGroup(
  renderedSections: readonly Html[],
  group: SectionGroup,
  language: PageLanguage,
): Html {
  const groupSections = sectionGroups[group].flatMap(id =>
    renderedSections.filter(rendered => rendered.section === id),
  );
  if (groupSections.length === 0) return html``;
  const title =
    group === "first"
      ? html``
      : html`<h2 class="group" id="of-${group}">${groupNames[language][group]}</h2>\n`;
  return html`${title}${groupSections.map(rendered => renderSection(rendered, language))}`;
}

const isEvaluated = ({ evaluations, audit }: RunData): boolean =>
  evaluations.results.length > 0 || audit !== null;

/** The page; the run may still be in progress. */
function renderReport(data: RunData, language: PageLanguage): string {
  const { wing, model } = data.runFacts;
  const words = pageWords[language];
  const renderedSections = sections.map(section => section(data, language));
  const headedGroups = (["systems", "items", "making"] as const).filter(name =>
    renderedSections.some(({ section: id }) =>
      sectionGroups[name].some(idOfGroup => idOfGroup === id),
    ),
  );
  const renderGroup = (name: SectionGroup) => sectionsOfGroup(renderedSections, name, language);
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${words.title(wing, model)}</title>
<style>${{ html: styleSheet }}</style></head>
<body><header><h1>${words.page}</h1>
<p class="lead">${words.wing} ${wing} · ${words.model} ${model}</p>
<nav>${headedGroups.map(name => html`<a href="#of-${name}">${groupNames[language][name]}</a>`)}</nav></header>
<main>${isEvaluated(data) ? plotsLeftOut(words.plotsLeftOut) : ""}${renderGroup("first")}${tiles(data, words)}
${renderGroup("systems")}${renderGroup("items")}${renderGroup("making")}</main>
<footer>${words.footer}</footer></body></html>
`;
  return page.html;
}

/** The language in which the report was last written; English if there is no report yet. */
function lastLanguage(path: string): PageLanguage {
  if (!existsSync(path)) return "en";
  return readFileSync(path, "utf8").slice(0, 100).includes('<html lang="zh">') ? "zh" : "en";
}

/** Writes report.html into the run directory, by default in the language it had before, and returns its path. Throws PipelineError("bad-input") if the directory contains no run. */
export function writeReport(directory: string, requestedLanguage?: PageLanguage): string {
  const path = join(directory, "report.html");
  const language = requestedLanguage ?? lastLanguage(path);
  replaceFile(path, [replaceControls(renderReport(readRunData(openRun(directory)), language))]);
  return path;
}
