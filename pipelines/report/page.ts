// The report of a run: one HTML file that loads nothing and runs nothing.

import { join } from "node:path";
import { replaceFile } from "../engine/files.ts";
import { openRun } from "../engine/open-run.ts";
import { inDollars } from "../engine/spending.ts";
import { withoutActing } from "../engine/terminal-signs.ts";
import { aboutSection } from "./about.ts";
import { askedSection } from "./asked.ts";
import { billSection } from "./bill.ts";
import { changesSection } from "./changes.ts";
import { checksSection } from "./checks.ts";
import { coverageSection } from "./coverage.ts";
import { acceptanceSection } from "./evaluation/acceptance.ts";
import { auditSection } from "./evaluation/audit.ts";
import { cautionsSection } from "./evaluation/cautions.ts";
import { comparisonsSection } from "./evaluation/comparisons.ts";
import { plotsLeftOut } from "./evaluation/drawing.ts";
import { failedItemsSection } from "./evaluation/failed-items.ts";
import { groupsSection } from "./evaluation/groups.ts";
import { linkedSection } from "./evaluation/linked.ts";
import { lostEvidenceSection } from "./evaluation/lost-evidence.ts";
import { judgesSection, rankingSection } from "./evaluation/ranking.ts";
import { resultsSection } from "./evaluation/results.ts";
import { sweepsSection } from "./evaluation/sweeps.ts";
import { trapsSection } from "./evaluation/traps.ts";
import { examplesSection } from "./examples.ts";
import { filesSection } from "./files.ts";
import { type Html, html } from "./html.ts";
import { labelsSection } from "./labels.ts";
import { leaksSection } from "./leaks.ts";
import { failuresSection, lossesSection } from "./losses.ts";
import { madeSection } from "./made.ts";
import { callsSection, measuresSection } from "./measures.ts";
import { clustersSection, newsSection } from "./news.ts";
import { olderSection } from "./older.ts";
import { reviewedSection } from "./reviewed.ts";
import { readRunData, type RunData } from "./run-data.ts";
import { style } from "./style.ts";
import { supportSection } from "./support.ts";
import { count, percent } from "./tables.ts";
import { countWordings } from "./wordings.ts";
import { worthSection } from "./worth.ts";

const links = [
  ["about", "The run"],
  ["files", "Files"],
  ["changes", "Changed documents"],
  ["news", "Articles"],
  ["clusters", "Nearly the same"],
  ["leaks", "Held out"],
  ["made", "What was made"],
  ["reviewed", "Review"],
  ["worth", "Worth"],
  ["asked", "Asked about"],
  ["support", "Told again"],
  ["labels", "Relevant documents"],
  ["older", "Older split"],
  ["linked", "System or news"],
  ["coverage", "Fact coverage"],
  ["measures", "Variety and length"],
  ["results", "Results"],
  ["sweeps", "Settings"],
  ["traps", "Traps"],
  ["lost", "Lost evidence"],
  ["failed", "Failed items"],
  ["groups", "By type and domain"],
  ["comparisons", "Differences"],
  ["ranking", "Rankings"],
  ["judges", "Judge and people"],
  ["audit", "Items on trial"],
  ["acceptance", "Accepted by people"],
  ["cautions", "Not to conclude"],
  ["losses", "Losses"],
  ["checks", "Checks"],
  ["bill", "Cost"],
  ["calls", "Calls"],
  ["examples", "Items to read"],
  ["failures", "Failures"],
] as const;

/** In the order of the page; one that has nothing to say is empty. */
const sections = [
  aboutSection,
  filesSection,
  changesSection,
  newsSection,
  clustersSection,
  leaksSection,
  madeSection,
  reviewedSection,
  worthSection,
  askedSection,
  supportSection,
  labelsSection,
  olderSection,
  linkedSection,
  coverageSection,
  measuresSection,
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

function tiles({
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
}: RunData): Html {
  const target = demand.reduce((sum, row) => sum + row.target, 0);
  const stated = facts.filter(({ state }) => state === "stated").length;
  const missing = facts.filter(({ state }) => state === "missing").length;
  const { distinct, questions } = countWordings(items, names);
  const systems = evaluations.results.reduce((sum, { result }) => sum + result.systems.length, 0);
  const failed = losses.filter(({ outcome }) => outcome === "failed").length;
  return html`<div class="tiles">
${tile(count(items.length), target > 0 ? `items of ${count(target)} wanted` : "items", items.length < target)}
${news?.steps[0] ? tile(count(news.steps[0].left), "articles came in") : ""}
${tile(count(documents.length), "documents")}
${tile(percent(references.verbatim, references.all), `of ${count(references.all)} references verbatim`, references.verbatim < references.all)}
${facts.length > 0 ? tile(percent(stated, stated + missing), "of the facts stated") : ""}
${questions > 0 ? tile(percent(distinct, questions), "distinct wordings") : ""}
${systems > 0 ? tile(count(systems), "systems evaluated") : ""}
${tile(count(failed), "rows failed", failed > 0)}
${spending.cost !== null && spending.cost > 0 ? tile(inDollars(spending.cost), "for the calls of models") : ""}
</div>`;
}

const isEvaluated = ({ evaluations, audit }: RunData): boolean =>
  evaluations.results.length > 0 || audit !== null;

/** The page; `data` may be of a run that goes on. */
function renderReport(data: RunData): string {
  const { wing, model } = data.told;
  const drawn = sections.map(section => section(data));
  const present = links.filter(([id]) =>
    drawn.some(section => section.html.startsWith(`<section id="${id}"`)),
  );
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${wing} with ${model} · ragwright</title>
<style>${{ html: style }}</style></head>
<body><header><h1>A RAG benchmark and how it was made</h1>
<p class="lead">Wing ${wing} · model ${model}</p>
${tiles(data)}
<nav>${present.map(([id, label]) => html`<a href="#${id}">${label}</a>`)}</nav>${isEvaluated(data) ? plotsLeftOut() : ""}</header>
<main>${drawn.map(section => html`${section}\n`)}</main>
<footer>Made by ragwright. Trace any item back to its seed: <code>ragwright trace RUN ITEM-ID</code></footer></body></html>
`;
  return page.html;
}

/** Writes report.html into the run directory and returns its path. PipelineError("bad-input") if it holds no run. */
export function writeReport(directory: string): string {
  const path = join(directory, "report.html");
  replaceFile(path, [withoutActing(renderReport(readRunData(openRun(directory))))]);
  return path;
}
