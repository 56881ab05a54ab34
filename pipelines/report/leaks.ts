// Section: the documents held out of the corpus, and how similar the remaining ones are to them.

import type { PageLanguage } from "./evaluation/page-language.ts";
import { truncate, type Html, html, withLanguage, section } from "./html.ts";
import type { LeakBin, LeaksData } from "./leaks-read.ts";
import { type LeaksWords, leaksWords } from "./leaks-words.ts";
import { histogram } from "./plots.ts";
import type { RunData } from "./run-data.ts";
import type { RunFacts } from "./run-facts.ts";
import { numberCell, table } from "./tables.ts";

interface LeakHistogram {
  readonly measure: string;
  readonly bins: readonly LeakBin[];
  readonly threshold: number;
}

const leakFigure = ({ measure, bins, threshold }: LeakHistogram, words: LeaksWords): Html =>
  html`<figure><figcaption>${words.byTenths(measure)}</figcaption>${histogram({
    label: words.ofPairs(measure),
    columns: bins.map(({ excluded, stayed }) => [
      { kind: "kept", label: words.stayed, value: stayed },
      { kind: "lost", label: words.excluded, value: excluded },
    ]),
    threshold,
  })}</figure>`;

/** Histograms of both measures, side by side. */
function leakFigures(bins: LeaksData["bins"], limits: RunFacts["limits"], words: LeaksWords): Html {
  const figures = (["containment", "similarity"] as const).map(name =>
    leakFigure({ measure: words.measures[name], bins: bins[name], threshold: limits[name] }, words),
  );
  return html`<div class="pair">${figures}</div>`;
}

function nearestTable(
  { nearest }: LeaksData,
  names: RunData["names"],
  { nearest: title, head }: LeaksWords,
): Html {
  if (nearest.length === 0) return html``;
  const documentName = (id: string) =>
    html`<div class="said small">${withLanguage(truncate(names.get(id)?.[0] ?? "", 80))} <code class="soft">${id}</code></div>`;
  return html`<h3>${title}</h3>${table(
    [head.heldOut, numberCell(head.containment), numberCell(head.similarity), head.stayed],
    nearest.map(({ heldOutId, documentId, similarity, containment }) => [
      html`<code>${heldOutId}</code>`,
      numberCell(containment.toFixed(2)),
      numberCell(similarity.toFixed(2)),
      documentName(documentId),
    ]),
  )}`;
}

export function leaksSection(
  { leaks, names, runFacts: { limits } }: RunData,
  language: PageLanguage,
): Html {
  if (!leaks) return html``;
  const words = leaksWords[language];
  const { pairs, bins } = leaks;
  return section(
    "leaks",
    html`<p>${words.lead(leaks)}</p>
<p class="soft">${words.legend(limits, pairs)}</p>
${pairs > 0 ? leakFigures(bins, limits, words) : ""}
${nearestTable(leaks, names, words)}`,
  );
}
