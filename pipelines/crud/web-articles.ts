// Searches the web for more articles for a reverse task: a search for each query, a page for each result.

import { webPagePrompt, webSearchPrompt } from "../../schemas/crud/prompts.ts";
import {
  type ArticleRow,
  type QueryRow,
  queries,
  type WebArticleRow,
  webArticles,
} from "../../schemas/crud/records.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import { ReplyError } from "../engine/errors.ts";
import { rowId } from "../engine/fingerprint.ts";
import { type Ask, defineStage, made } from "../engine/stage.ts";
import { type ArticleLimits, cleanArticle, limitsOf, rejectionOf } from "./clean-article.ts";

type SearchSettings = ArticleLimits & Pick<CrudSettings, "found">;

const hostOf = (url: string) =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : null;

interface SearchResult {
  readonly url: string;
  readonly title: string;
  readonly published: string | null;
}

/** The article of a search result, cleaned and checked like all articles; undefined if there is none. */
async function articleAt(
  { url, title, published }: SearchResult,
  { language }: QueryRow,
  { ask, settings }: { ask: Ask; settings: SearchSettings },
): Promise<ArticleRow | undefined> {
  const page = await ask(webPagePrompt, language, { url });
  if (page.declined !== null || page.text.trim() === "") return undefined;
  const article = cleanArticle({
    id: rowId("raw", url, page.text),
    domain: "news",
    text: page.text,
    headline: page.headline ?? (title.trim() || null),
    published: page.published ?? published,
    source: page.source ?? hostOf(url),
    annotation: null,
    provenance: { source: url, licence: null },
  });
  return article === null || article.language !== language || rejectionOf(article, settings)
    ? undefined
    : article;
}

/** Waits for the articles. Pages with a temporary failure are skipped, unless all failed that way. */
async function awaitArticles(
  fetches: readonly Promise<ArticleRow | undefined>[],
): Promise<ArticleRow[]> {
  const outcomes = await Promise.allSettled(fetches);
  const fetchedArticles = outcomes.flatMap(outcome =>
    outcome.status === "fulfilled" ? (outcome.value ?? []) : [],
  );
  const failures = outcomes.flatMap(outcome =>
    outcome.status === "rejected" ? [outcome.reason as unknown] : [],
  );
  const fatalError = failures.find(
    error => !(error instanceof ReplyError) || error.kind !== "technical",
  );
  if (fatalError !== undefined) throw fatalError;
  if (failures.length > 0 && failures.length === outcomes.length) throw failures[0];
  return fetchedArticles;
}

const toRow = (query: QueryRow, article: ArticleRow): WebArticleRow => ({
  id: rowId("web", query.id, article.id),
  queryId: query.id,
  article,
  language: query.language,
});

/** Makes a row per article found; a query that finds nothing has none. Depends only on these settings. */
export const webArticlesStage = ({ found, ...crud }: SearchSettings) => {
  const settings = { found, ...limitsOf(crud) };
  return defineStage({
    name: "crud/web-articles",
    module: import.meta.filename,
    prompts: [webSearchPrompt, webPagePrompt],
    settings,
    over: queries,
    writes: webArticles,
    async each(query, { ask }) {
      const { results } = await ask(webSearchPrompt, query.language, { query: query.text });
      const articles = await awaitArticles(
        results.slice(0, found).map(result => articleAt(result, query, { ask, settings })),
      );
      const distinct = new Map(articles.map(article => [article.id, article]));
      return made([...distinct.values()].map(article => toRow(query, article)));
    },
  });
};
