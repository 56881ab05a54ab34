// Sections: articles from input to corpus, and the clusters of near-duplicates.

import { countOf, sortByFrequency } from "../engine/grouping.ts";
import type { PageLanguage } from "./page-language.ts";
import { truncate, type Html, html, joinParts, withLanguage, section } from "./html.ts";
import type { NewsData, Step } from "./news-data.ts";
import { bar } from "./inline-plots.ts";
import type { RunData } from "./run-data.ts";
import { formatCount, numberCell, table, percent } from "./tables.ts";
import type { ClusterRow } from "../../schemas/crud/records.ts";

type Undated = NewsData["undated"];

const english = {
  lead: "Number of articles left after each step, and why the others were left out.",
  stepsHeadings: ["Articles", "left", "", "left out", "why"],
  steps: {
    raw: "received",
    cleaned: "cleaned and long enough",
    pool: "deduplicated (the pool)",
    web: "found on the web",
    corpus: "the corpus",
  } satisfies Record<Step["name"], string>,
  articles: "articles",
  separator: ", ",
  source: (name: Html, n: number): Html => html`${name} (${formatCount(n)})`,
  sources: (names: Html, moreCount: number): Html =>
    html`From: ${names}${moreCount > 0 ? html`, and ${formatCount(moreCount)} more` : ""}.`,
  noDays: "No cleaned article has a date.",
  days: (firstDay: string, lastDay: string | null): Html =>
    html`Published from <b>${firstDay}</b> to <b>${lastDay}</b>.`,
  undated: ({ articles, corpus }: Undated, total: number): string =>
    ` Without a date: ${formatCount(articles)} of ${formatCount(total)} cleaned articles (${percent(articles, total)}), and ${formatCount(corpus)} documents of the corpus.`,
  dropped: (n: number): string =>
    ` ${formatCount(n)} more were left out because they have no date.`,
  aboutDays:
    " A date without a year does not count; documents without a date are never grouped with others by date.",
  aboutClusters:
    "Of articles that repeat one another (exact or near duplicates), one is kept; of those written from the same template, a few are.",
  kinds: {
    exact: "exact",
    "near-duplicate": "near-duplicate",
    template: "template",
  } satisfies Record<ClusterRow["kind"], string>,
  kindsHeadings: ["Kind", "clusters", "articles in them", "kept", "left out", "largest"],
  largest: "The largest clusters",
  largestHeadings: {
    kind: "Kind",
    articles: "articles",
    kept: "kept",
    similarity: "lowest similarity",
    begins: "beginning",
  },
};

type NewsWords = typeof english;

const chinese: NewsWords = {
  lead: "每一步之后剩余的文章数，以及其余文章被剔除的原因。",
  stepsHeadings: ["文章", "剩余", "", "剔除", "原因"],
  steps: {
    raw: "收到",
    cleaned: "清洗后篇幅足够",
    pool: "去重后（文章池）",
    web: "从网上找到",
    corpus: "语料库",
  },
  articles: "文章",
  separator: "、",
  source: (name, n) => html`${name}（${formatCount(n)}）`,
  sources: (names, moreCount) =>
    html`来源：${names}${moreCount > 0 ? html`，另有 ${formatCount(moreCount)} 个` : ""}。`,
  noDays: "清洗后的文章都没有日期。",
  days: (firstDay, lastDay) => html`发布日期从 <b>${firstDay}</b> 到 <b>${lastDay}</b>。`,
  undated: ({ articles, corpus }, total) =>
    `没有日期的：清洗后的 ${formatCount(total)} 篇文章中有 ${formatCount(articles)} 篇（${percent(articles, total)}），语料库中有 ${formatCount(corpus)} 篇文档。`,
  dropped: n => `另有 ${formatCount(n)} 篇因没有日期而被剔除。`,
  aboutDays: "缺少年份的日期不算日期；没有日期的文档不会按日期与其他文档归在一起。",
  aboutClusters: "相互重复的文章（完全相同、近似重复）只留一篇；出自同一模板的文章留几篇。",
  kinds: { exact: "完全相同", "near-duplicate": "近似重复", template: "同一模板" },
  kindsHeadings: ["类别", "簇数", "其中的文章", "保留", "剔除", "最大的簇"],
  largest: "最大的几个簇",
  largestHeadings: {
    kind: "类别",
    articles: "文章",
    kept: "保留",
    similarity: "最低相似度",
    begins: "开头",
  },
};

const newsWords: Record<PageLanguage, NewsWords> = { en: english, zh: chinese };

function reasonsOf({ losses }: Step, words: NewsWords): Html {
  const reasonCounts = sortByFrequency(countOf(losses.map(({ code }) => code)));
  return joinParts(
    reasonCounts.map(([code, times]) => html`<code>${code}</code> ${formatCount(times)}`),
    words.separator,
  );
}

function stepsTable({ steps }: NewsData, words: NewsWords): Html {
  const maxLeft = Math.max(...steps.map(({ remainingArticles }) => remainingArticles), 1);
  const leftBar = (left: number) =>
    bar([{ kind: "plain", label: words.articles, value: left }], maxLeft);
  return table(
    words.stepsHeadings,
    steps.map(step => [
      words.steps[step.name],
      step.remainingArticles,
      leftBar(step.remainingArticles),
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
    .map(([source, times]) => words.source(withLanguage(truncate(source, 80)), times));
  return html`<p class="small">${words.sources(joinParts(sourceNames, words.separator), sources.length - maxSources)}</p>`;
}

function daysLine(
  { steps, undated, firstDay, lastDay, sources }: NewsData,
  words: NewsWords,
): Html {
  const articleCount = sources.reduce((sum, [, times]) => sum + times, 0);
  const droppedCount = steps
    .flatMap(({ losses }) => losses)
    .filter(({ code }) => code === "undated").length;
  const range = firstDay === null ? words.noDays : words.days(firstDay, lastDay);
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
  const headings = words.largestHeadings;
  return section(
    "clusters",
    html`<p class="soft">${words.aboutClusters}</p>
${table(
  words.kindsHeadings,
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
  [
    headings.kind,
    headings.articles,
    headings.kept,
    numberCell(headings.similarity),
    headings.begins,
  ],
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
