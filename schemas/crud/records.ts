// The records of the CRUD-RAG wing, from articles as they came in to what is found for a task. The corpus is items/documents.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { UhgevalRecord } from "../formats/uhgeval.ts";
import { CrudTask, Language } from "../items/item-types.ts";
import { DocumentRow } from "../items/documents.ts";
import { Provenance } from "../provenance.ts";

/** An article as it came in, before anything is cut from it. */
export const RawArticleRow = z.strictObject({
  id: z.string(),
  /** The folder it lay in, `news` for what came from the web. */
  domain: z.string(),
  text: z.string().min(1),
  /** What the file, feed or page says of it; null where it says nothing. */
  headline: z.string().nullable(),
  /** As it was written; read later. */
  published: z.string().nullable(),
  /** Site or paper. */
  source: z.string().nullable(),
  /** Errors that people marked in a continuation of it. */
  annotation: UhgevalRecord.nullable(),
  provenance: Provenance,
});
export type RawArticleRow = z.output<typeof RawArticleRow>;

/** A sentence that articles of the feed have which share nothing else. */
export const BoilerplateRow = z.strictObject({
  id: z.string(),
  /** The sentence, folded, without white space. */
  key: z.string().min(1),
  /** That have it. */
  articles: z.int().min(2),
});
export type BoilerplateRow = z.output<typeof BoilerplateRow>;

/** An article without header, footer and sign-off. Its document has the same id. */
export const ArticleRow = z.strictObject({
  id: z.string(),
  rawId: z.string(),
  language: Language,
  domain: z.string(),
  headline: z.string().nullable(),
  /** YYYY-MM-DD; null where the article names no day, or one without its year. */
  published: z.iso.date().nullable(),
  source: z.string().nullable(),
  text: z.string().min(1),
  /** What was cut, as it stood. */
  cut: z.strictObject({ header: z.string(), footer: z.string(), signOff: z.string() }),
  /** Private data in it: numbers of a person or an account, shame over people who hold no office. */
  private: z.array(z.enum(["contact", "account", "scandal"])).default([]),
  annotation: UhgevalRecord.nullable(),
  provenance: Provenance,
});
export type ArticleRow = z.output<typeof ArticleRow>;

/** Articles that are near-duplicates of one another, or written from one template. */
export const ClusterRow = z.strictObject({
  id: z.string(),
  kind: z.enum(["exact", "near-duplicate", "template"]),
  /** Those kept first: with marked errors, then dated, then the longest. */
  articleIds: z.array(z.string()).min(2),
  /** How many of them stay. */
  kept: z.int().min(1),
  /** Of each to the nearest of the others: the smallest in the cluster; of templates with each number as one sign. */
  similarity: z.number(),
  /** The opening of the first. */
  example: z.string(),
});
export type ClusterRow = z.output<typeof ClusterRow>;

/** Documents that tell of the same event as the one of this id: their rare words are largely the same, within days of each other. */
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
  /** The document's. */
  id: z.string(),
  language: Language,
  domain: z.string(),
  /** From 1: those with the most company in the corpus first. */
  rank: z.int().min(1),
});
export type HeldOutRow = z.output<typeof HeldOutRow>;

/** A document that repeats part of a held-out one. */
export const LeakRow = z.strictObject({
  id: z.string(),
  heldOutId: z.string(),
  documentId: z.string(),
  language: Language,
  /** Jaccard of the two texts' 5-grams. */
  similarity: z.number(),
  /** Share of the reference's 5-grams (the second half of the held-out text) that stand in the document. */
  containment: z.number(),
  /** Whether the corpus goes without it. */
  excluded: z.boolean(),
});
export type LeakRow = z.output<typeof LeakRow>;

/** A task to be built, and on which documents: the held-out one of a reverse task, else the golds. */
export const CrudPlanRow = z.strictObject({
  id: z.string(),
  type: CrudTask,
  language: Language,
  domain: z.string(),
  documentIds: z.array(z.string()).min(1),
  /** Names and numbers that several documents share. */
  shared: z.array(z.string()),
  /** Its place among the candidates of its type, domain and language, from 1. */
  rank: z.int().min(1),
});
export type CrudPlanRow = z.output<typeof CrudPlanRow>;

/** What a held-out article tells, in one line, in single events, and as a summary. */
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
  /** Of the second half. */
  paragraphs: z.array(z.string().min(1)).min(1),
});
export type HalvesRow = z.output<typeof HalvesRow>;

/** What is searched for on behalf of a reverse task. */
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

/** The articles of the corpus that a query finds, best first. */
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
/** All documents there are to build from, each once: D. */
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
