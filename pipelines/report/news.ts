// Sections: articles from what came in to the corpus, and the clusters of articles that are nearly the same.

import { countOf, mostFirst } from "../engine/grouping.ts";
import { cut, type Html, html, spoken, section } from "./html.ts";
import type { NewsData, Step } from "./news-read.ts";
import { bar } from "./plots.ts";
import type { RunData } from "./run-data.ts";
import { count, numeric, percent, table } from "./tables.ts";

function reasonsOf({ losses }: Step): Html {
  const sorted = mostFirst(countOf(losses.map(({ code }) => code)));
  return html`${sorted.map(([code, times], index) => html`${index > 0 ? ", " : ""}<code>${code}</code> ${count(times)}`)}`;
}

function stepsTable({ steps }: NewsData): Html {
  const most = Math.max(...steps.map(({ left }) => left), 1);
  const drawn = (left: number) => bar([{ kind: "plain", label: "articles", value: left }], most);
  return table(
    ["Articles", "left", "", "left out", "why"],
    steps.map(step => [
      step.label,
      step.left,
      drawn(step.left),
      step.losses.length,
      reasonsOf(step),
    ]),
  );
}

const shownSources = 10;

function sourcesLine({ sources }: NewsData): Html {
  if (sources.length === 0) return html``;
  const named = sources
    .slice(0, shownSources)
    .map(
      ([source, times], index) =>
        html`${index > 0 ? ", " : ""}${spoken(cut(source, 80))} (${count(times)})`,
    );
  return html`<p class="small">From: ${named}${sources.length > shownSources ? html`, and ${count(sources.length - shownSources)} more` : ""}.</p>`;
}

function daysLine({ steps, undated, first, last, sources }: NewsData): Html {
  const all = sources.reduce((sum, [, times]) => sum + times, 0);
  const dropped = steps
    .flatMap(({ losses }) => losses)
    .filter(({ code }) => code === "undated").length;
  const range =
    first === null
      ? "No cleaned article has a day."
      : html`Published from <b>${first}</b> to <b>${last}</b>.`;
  const left =
    dropped > 0 ? html` ${count(dropped)} more were left out because they have none.` : "";
  return html`<p>${range} Without a day: ${count(undated.articles)} of ${count(all)} cleaned articles (${percent(undated.articles, all)}), ${count(undated.corpus)} documents of the corpus.${left} A day without its year is none; documents without a day are never put together with others by their day.</p>`;
}

export function newsSection({ news }: RunData): Html {
  if (!news) return html``;
  return section(
    "news",
    html`<p class="soft">What was left after each step, and why the others were left out.</p>
${stepsTable(news)}
${news.sources.length > 0 ? daysLine(news) : ""}${sourcesLine(news)}`,
  );
}

export function clustersSection({ news }: RunData): Html {
  if (!news || news.kinds.length === 0) return html``;
  return section(
    "clusters",
    html`<p class="soft">Articles that repeat one another (exact, near-duplicate) stay once; of those written from one template a few stay.</p>
${table(
  ["Kind", "clusters", "articles in them", "kept", "left out", "largest"],
  news.kinds.map(({ kind, clusters, articles, kept, largest }) => [
    kind,
    clusters,
    articles,
    kept,
    articles - kept,
    largest,
  ]),
)}
<h3>The largest</h3>
${table(
  ["Kind", "articles", "kept", numeric("least similar"), "begins"],
  news.largest.map(({ kind, articleIds, kept, similarity, example }) => [
    kind,
    articleIds.length,
    kept,
    numeric(similarity.toFixed(2)),
    html`<div class="said small">${spoken(cut(example, 120))}</div>`,
  ]),
)}`,
  );
}
