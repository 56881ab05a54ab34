// Section: the documents held out of the corpus, and how similar the remaining ones are to them.

import type { PageLanguage } from "./page-language.ts";
import { truncate, type Html, html, withLanguage, section } from "./html.ts";
import type { LeakBin, LeaksData } from "./leaks-data.ts";
import { histogram } from "./inline-plots.ts";
import type { RunData } from "./run-data.ts";
import type { RunFacts } from "./run-facts.ts";
import { numberCell, table, formatCount, percent } from "./tables.ts";

const legendKeys = {
  excluded: html`<span class="key lost"></span>`,
  stayed: html`<span class="key kept"></span>`,
};

const english = {
  lead: ({
    heldOut,
    usedCount: used,
    repeated,
    excluded,
    containmentOnlyPairs: byContainment,
  }: LeaksData): Html =>
    html`<b>${formatCount(heldOut)}</b> documents are held out of the corpus; items were built from <b>${formatCount(used)}</b> of them. ${formatCount(repeated)} (${percent(repeated, heldOut)}) are repeated by others beyond the threshold: <b>${formatCount(excluded)}</b> documents were excluded from the corpus because of them. Of the excluded pairs, ${formatCount(byContainment)} would not have been found by similarity alone.`,
  legend: ({ containment, similarity }: RunFacts["limits"], pairs: number): Html =>
    html`${legendKeys.excluded}excluded: containment of at least ${containment} or similarity of at least ${similarity} ${legendKeys.stayed}stayed. Containment is the share of the held-out second half's 5-grams that occur in the other document, similarity is the Jaccard index of the two texts' 5-grams; ${formatCount(pairs)} pairs share enough to be measured.`,
  measures: { containment: "Containment", similarity: "Similarity" },
  byTenths: (measure: string): string => `${measure}: number of pairs in steps of 0.1`,
  ofPairs: (measure: string): string => `${measure} of pairs`,
  stayed: "stayed",
  excluded: "excluded",
  nearest: "The most similar documents that stayed",
  headings: {
    heldOut: "Held out",
    containment: "containment",
    similarity: "similarity",
    stayed: "stayed",
  },
};

type LeaksWords = typeof english;

const chinese: LeaksWords = {
  lead: ({ heldOut, usedCount: used, repeated, excluded, containmentOnlyPairs: byContainment }) =>
    html`从语料库留出 <b>${formatCount(heldOut)}</b> 篇文档，其中 <b>${formatCount(used)}</b> 篇用于出题。${formatCount(repeated)} 篇（${percent(repeated, heldOut)}）与其他文档的重复程度超过阈值：为此从语料库中剔除了 <b>${formatCount(excluded)}</b> 篇文档。被剔除的文档对中，有 ${formatCount(byContainment)} 对单看相似度是发现不了的。`,
  legend: ({ containment, similarity }, pairs) =>
    html`${legendKeys.excluded}剔除：包含度不低于 ${containment}，或相似度不低于 ${similarity} ${legendKeys.stayed}留下。包含度是留出文档后半篇的 5-gram 出现在另一篇文档中的比例，相似度是两篇文本 5-gram 的 Jaccard 系数；重合较多的 ${formatCount(pairs)} 对计算了这两个值。`,
  measures: { containment: "包含度", similarity: "相似度" },
  byTenths: measure => `${measure}：按 0.1 分档的文档对数量`,
  ofPairs: measure => `文档对的${measure}`,
  stayed: "留下",
  excluded: "剔除",
  nearest: "留下的文档中最相似的",
  headings: {
    heldOut: "留出的文档",
    containment: "包含度",
    similarity: "相似度",
    stayed: "留下的文档",
  },
};

const leaksWords: Record<PageLanguage, LeaksWords> = { en: english, zh: chinese };

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
  { nearest: title, headings }: LeaksWords,
): Html {
  if (nearest.length === 0) return html``;
  const documentName = (id: string) =>
    html`<div class="said small">${withLanguage(truncate(names.get(id)?.[0] ?? "", 80))} <code class="soft">${id}</code></div>`;
  return html`<h3>${title}</h3>${table(
    [
      headings.heldOut,
      numberCell(headings.containment),
      numberCell(headings.similarity),
      headings.stayed,
    ],
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
