// Chooses which documents on one event are worth reading together, and measures how well they cover a withheld one.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import { containmentOf, jaccardOf, gramSet } from "../text/gram-sets.ts";
import { protectedTextOf } from "./repeated-text.ts";

/** Maximum share of an answer that one article may state; with more, the task is a search for that article. */
export const maxShareOfOneArticle = 0.65;
/** Minimum number of articles that must cover an event. */
export const minEventArticles = 2;
/** More articles are seldom needed, and each one costs money. */
const maxArticlesRead = 4;
/** An article that has this share of its text in common with a closer one adds nothing. */
const minRepeatedShare = 0.5;
/** Minimum cosine of rare words for two documents to be certainly on one event; below it, only half of the pairs are. */
const minCertainScore = 0.25;

/** Another document on the event. */
export interface EventArticle {
  readonly document: DocumentRow;
  /** Cosine of their rare words. */
  readonly score: number;
}

/** Whether the document is certainly on the same event. */
export const isCertainlyOnEvent = ({ score }: EventArticle): boolean => score >= minCertainScore;

/** Neighbours as documents, without those that are no longer in the corpus. */
export const eventArticlesAmong = (
  related: readonly { readonly documentId: string; readonly score: number }[],
  find: (id: string) => DocumentRow | undefined,
): EventArticle[] =>
  related.flatMap(({ documentId, score }) => {
    const document = find(documentId);
    return document ? { document, score } : [];
  });

/** Returns a check of whether an article repeats so much of this document that it must leave the corpus. */
export function leakCheckOf(document: DocumentRow, leak: CrudSettings["leak"]) {
  const [ownGrams, referenceGrams] = [gramSet(document.text), gramSet(protectedTextOf(document))];
  return ({ text }: Pick<DocumentRow, "text">): boolean => {
    const grams = gramSet(text);
    return (
      jaccardOf(ownGrams, grams) >= leak.similarity ||
      containmentOf(referenceGrams, grams) >= leak.containment
    );
  };
}

/** The articles to read together, best first: none repeats a better one, and if two are certain, no uncertain one is included. */
export function articlesToRead(related: readonly EventArticle[]): EventArticle[] {
  const articles: (EventArticle & { readonly grams: Float64Array })[] = [];
  for (const article of [...related].sort((a, b) => b.score - a.score)) {
    if (
      articles.length === maxArticlesRead ||
      (!isCertainlyOnEvent(article) && hasTwoCertainArticles(articles))
    )
      break;
    const grams = gramSet(article.document.text);
    const repeats = articles.some(better => containmentOf(grams, better.grams) >= minRepeatedShare);
    if (!repeats) articles.push({ ...article, grams });
  }
  return articles;
}

/** Whether at least two are certainly on the document's event. */
export const hasTwoCertainArticles = ([, second]: readonly EventArticle[]): boolean =>
  second !== undefined && isCertainlyOnEvent(second);

/** The other articles, which may contradict those read together: each once, best first. */
export function furtherEventArticles(
  related: readonly EventArticle[],
  readIds: ReadonlySet<string>,
): EventArticle[] {
  const furtherArticles = related
    .filter(({ document }) => !readIds.has(document.id))
    .sort((a, b) => a.score - b.score);
  return [...new Map(furtherArticles.map(article => [article.document.id, article])).values()].sort(
    (a, b) => b.score - a.score,
  );
}

/** How well other documents cover a document: the sum of all scores but the highest, so that three articles rank above two. */
export const coverageOf = (articles: readonly EventArticle[]): number =>
  articles.slice(1).reduce((sum, { score }) => sum + score, 0);
