// Records of the CRUD-RAG wing, from incoming articles to what a search finds for a task. The corpus is items/documents.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { UhgevalRecord } from "../formats/uhgeval.ts";
import { CrudTask, Language } from "../items/item-types.ts";
import { DocumentRow } from "../items/documents.ts";
import { Provenance } from "../provenance.ts";

/** An article as it came in, before anything is cut from it. */
export const RawArticleRow = z.strictObject({
  id: z.string(),
  /** The folder it was in; `news` for articles from the web. */
  domain: z.string(),
  text: z.string().min(1),
  /** As in the file, feed or page; null if there is none. */
  headline: z.string().nullable(),
  /** As written; parsed later. */
  published: z.string().nullable(),
  /** Site or newspaper. */
  source: z.string().nullable(),
  /** Errors that people marked in a continuation of it. */
  annotation: UhgevalRecord.nullable(),
  provenance: Provenance,
});
export type RawArticleRow = z.output<typeof RawArticleRow>;

/** A sentence shared by articles of the feed that have nothing else in common. */
export const BoilerplateRow = z.strictObject({
  id: z.string(),
  /** The sentence, folded, without white space. */
  key: z.string().min(1),
  /** Number of articles that contain it. */
  articles: z.int().min(2),
});
export type BoilerplateRow = z.output<typeof BoilerplateRow>;

/** An article without its header, footer and sign-off. Its document has the same id. */
export const ArticleRow = z.strictObject({
  id: z.string(),
  rawId: z.string(),
  language: Language,
  domain: z.string(),
  headline: z.string().nullable(),
  /** YYYY-MM-DD; null if the article gives no date, or one without a year. */
  published: z.iso.date().nullable(),
  source: z.string().nullable(),
  text: z.string().min(1),
  /** What was cut, verbatim. */
  cut: z.strictObject({ header: z.string(), footer: z.string(), signOff: z.string() }),
  /** Private data in it: phone or account numbers, scandal about people who hold no office. */
  private: z.array(z.enum(["contact", "account", "scandal"])).default([]),
  annotation: UhgevalRecord.nullable(),
  provenance: Provenance,
});
export type ArticleRow = z.output<typeof ArticleRow>;

/** Articles that are near-duplicates, or written from the same template. */
export const ClusterRow = z.strictObject({
  id: z.string(),
  kind: z.enum(["exact", "near-duplicate", "template"]),
  /** The kept ones come first: those with marked errors, then dated ones, then the longest. */
  articleIds: z.array(z.string()).min(2),
  /** Number of articles that are kept. */
  kept: z.int().min(1),
  /** The smallest similarity of any article to its nearest neighbour in the cluster; for templates, all numbers count as equal. */
  similarity: z.number(),
  /** The opening of the first article. */
  example: z.string(),
});
export type ClusterRow = z.output<typeof ClusterRow>;

/** Documents about the same event as the one with this id: published within days of it, with largely the same rare words. */
export const NeighbourRow = z.strictObject({
  id: z.string(),
  language: Language,
  /** Best first: the score is the cosine of their rare words; `shared` are names and numbers that both have. */
  related: z.array(
    z.strictObject({ documentId: z.string(), score: z.number(), shared: z.array(z.string()) }),
  ),
});
export type NeighbourRow = z.output<typeof NeighbourRow>;

/** A document held out of the corpus, so that reverse tasks can be built from it. */
export const HeldOutRow = z.strictObject({
  /** The document's id. */
  id: z.string(),
  language: Language,
  domain: z.string(),
  /** From 1; documents with the most related documents in the corpus come first. */
  rank: z.int().min(1),
});
export type HeldOutRow = z.output<typeof HeldOutRow>;

/** A document that repeats part of a held-out one. */
export const LeakRow = z.strictObject({
  id: z.string(),
  heldOutId: z.string(),
  documentId: z.string(),
  language: Language,
  /** Jaccard similarity of the two texts' 5-grams. */
  similarity: z.number(),
  /** Share of the reference's 5-grams (the second half of the held-out text) that occur in the document. */
  containment: z.number(),
  /** Whether it is left out of the corpus. */
  excluded: z.boolean(),
});
export type LeakRow = z.output<typeof LeakRow>;

/** A task to build and its documents: the held-out one for a reverse task, otherwise the gold ones. */
export const CrudPlanRow = z.strictObject({
  id: z.string(),
  type: CrudTask,
  language: Language,
  domain: z.string(),
  documentIds: z.array(z.string()).min(1),
  /** Names and numbers that several documents share. */
  shared: z.array(z.string()),
  /** Its position among the candidates of its type, domain and language, from 1. */
  rank: z.int().min(1),
});
export type CrudPlanRow = z.output<typeof CrudPlanRow>;

/** The content of a held-out article: in one line, as single events, and as a summary. */
export const EventsRow = z.strictObject({
  id: z.string(),
  planId: z.string(),
  documentId: z.string(),
  language: Language,
  event: z.string().min(1),
  events: z.array(z.string().min(1)).min(1),
  summary: z.string().min(1),
});
export type EventsRow = z.output<typeof EventsRow>;

/** A held-out article cut in two at a sentence end. */
export const HalvesRow = z.strictObject({
  id: z.string(),
  planId: z.string(),
  documentId: z.string(),
  language: Language,
  beginning: z.string().min(1),
  continuing: z.string().min(1),
  /** Paragraphs of the second half. */
  paragraphs: z.array(z.string().min(1)).min(1),
});
export type HalvesRow = z.output<typeof HalvesRow>;

/** A search query for a reverse task. */
export const QueryRow = z.strictObject({
  id: z.string(),
  planId: z.string(),
  heldOutId: z.string(),
  language: Language,
  purpose: z.enum(["event", "paragraph"]),
  text: z.string().min(1),
});
export type QueryRow = z.output<typeof QueryRow>;

/** An article that a web search found, cleaned like any other. */
export const WebArticleRow = z.strictObject({
  id: z.string(),
  queryId: z.string(),
  article: ArticleRow,
  language: Language,
});
export type WebArticleRow = z.output<typeof WebArticleRow>;

/** The articles in the corpus that a query finds, best first. */
export const RelatedRow = z.strictObject({
  id: z.string(),
  queryId: z.string(),
  planId: z.string(),
  language: Language,
  found: z.array(z.strictObject({ documentId: z.string(), score: z.number() })),
});
export type RelatedRow = z.output<typeof RelatedRow>;

export const rawArticles = artifactOf("crud/raw-articles", RawArticleRow);
export const boilerplate = artifactOf("crud/boilerplate", BoilerplateRow);
export const articles = artifactOf("crud/articles", ArticleRow);
export const clusters = artifactOf("crud/clusters", ClusterRow);
/** All documents available to build from, each once (the paper's D). */
export const pool = artifactOf("crud/pool", DocumentRow);
export const neighbours = artifactOf("crud/neighbours", NeighbourRow);
export const heldOut = artifactOf("crud/held-out", HeldOutRow);
export const leaks = artifactOf("crud/leaks", LeakRow);
export const crudPlans = artifactOf("crud/plans", CrudPlanRow);
export const events = artifactOf("crud/events", EventsRow);
export const halves = artifactOf("crud/halves", HalvesRow);
export const queries = artifactOf("crud/queries", QueryRow);
export const webArticles = artifactOf("crud/web-articles", WebArticleRow);
export const related = artifactOf("crud/related", RelatedRow);
