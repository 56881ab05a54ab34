// Sections: articles from input to corpus, and the clusters of near-duplicates.

import { countOf, byFrequency } from "../engine/grouping.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";
import { truncate, type Html, html, withLanguage, section } from "./html.ts";
import type { NewsData, Step } from "./news-read.ts";
import { type NewsWords, newsWords } from "./news-words.ts";
import { bar } from "./plots.ts";
import type { RunData } from "./run-data.ts";
import { formatCount, numberCell, table } from "./tables.ts";

function reasonsOf({ losses }: Step, words: NewsWords): Html {
  const reasonCounts = byFrequency(countOf(losses.map(({ code }) => code)));
  return html`${reasonCounts.map(([code, times], index) => html`${index > 0 ? words.comma : ""}<code>${code}</code> ${formatCount(times)}`)}`;
}

function stepsTable({ steps }: NewsData, words: NewsWords): Html {
  const maxLeft = Math.max(...steps.map(({ left }) => left), 1);
  const leftBar = (left: number) =>
    bar([{ kind: "plain", label: words.articles, value: left }], maxLeft);
  return table(
    words.stepsHead,
    steps.map(step => [
      words.steps[step.name],
      step.left,
      leftBar(step.left),
      step.losses.length,
      reasonsOf(step, words),
    ]),
  );
}

const maxSources = 10;

function sourcesLine({ sources }: NewsData, words: NewsWords): Html {
  if (sources.length === 0) return html``;
  const sourceNames = sources
    .slice(0, maxSources)
    .map(
      ([source, times], index) =>
        html`${index > 0 ? words.comma : ""}${words.source(withLanguage(truncate(source, 80)), times)}`,
    );
  return html`<p class="small">${words.sources(sourceNames, sources.length - maxSources)}</p>`;
}

function daysLine({ steps, undated, first, last, sources }: NewsData, words: NewsWords): Html {
  const articleCount = sources.reduce((sum, [, times]) => sum + times, 0);
  const droppedCount = steps
    .flatMap(({ losses }) => losses)
    .filter(({ code }) => code === "undated").length;
  const range = first === null ? words.noDays : words.days(first, last);
  return html`<p>${range}${words.undated(undated, articleCount)}${droppedCount > 0 ? words.dropped(droppedCount) : ""}${words.aboutDays}</p>`;
}

export function newsSection({ news }: RunData, language: PageLanguage): Html {
  if (!news) return html``;
  const words = newsWords[language];
  return section(
    "news",
    html`<p class="soft">${words.lead}</p>
${stepsTable(news, words)}
${news.sources.length > 0 ? daysLine(news, words) : ""}${sourcesLine(news, words)}`,
  );
}

export function clustersSection({ news }: RunData, language: PageLanguage): Html {
  if (!news || news.kinds.length === 0) return html``;
  const words = newsWords[language];
  const head = words.largestHead;
  return section(
    "clusters",
    html`<p class="soft">${words.aboutClusters}</p>
${table(
  words.kindsHead,
  news.kinds.map(({ kind, clusters, articles, kept, largest }) => [
    words.kinds[kind],
    clusters,
    articles,
    kept,
    articles - kept,
    largest,
  ]),
)}
<h3>${words.largest}</h3>
${table(
  [head.kind, head.articles, head.kept, numberCell(head.similarity), head.begins],
  news.largest.map(({ kind, articleIds, kept, similarity, example }) => [
    words.kinds[kind],
    articleIds.length,
    kept,
    numberCell(similarity.toFixed(2)),
    html`<div class="said small">${withLanguage(truncate(example, 120))}</div>`,
  ]),
)}`,
  );
}
