// The records of the CRUD-RAG wing, from articles as they came in to drafts of all six tasks. The corpus is items/documents.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { UhgevalRecord } from "../formats/uhgeval.ts";
import { Derivation } from "../items/derivation.ts";
import { CrudTask, Language } from "../items/item-types.ts";
import { DocumentRow, Span } from "../items/documents.ts";
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

/** Documents that tell of the same events as the one of this id: shared rare names and numbers, within days of each other. */
export const NeighbourRow = z.strictObject({
  id: z.string(),
  language: Language,
  /** Best first. */
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

const draftFields = {
  id: z.string(),
  planId: z.string(),
  language: Language,
  domain: z.string(),
  /** The event, the beginning, the question, or the text with errors. */
  question: z.string().min(1),
  answer: z.string().min(1),
  /** Where its references are looked for. */
  documentIds: z.array(z.string()).min(1),
};

export const SummarizationRow = z.strictObject({ ...draftFields, heldOutId: z.string() });
export type SummarizationRow = z.output<typeof SummarizationRow>;

export const ContinuationRow = z.strictObject({ ...draftFields, heldOutId: z.string() });
export type ContinuationRow = z.output<typeof ContinuationRow>;

/** The sentences that the answer rests on, as the model named them. */
const spans = z.array(Span).min(1);

export const QaSingleRow = z.strictObject({ ...draftFields, spans, thoughts: z.string() });
export type QaSingleRow = z.output<typeof QaSingleRow>;

/** The five steps from articles on one event to a question that needs them all. */
export const Thoughts = z.strictObject({
  /** What the articles have to do with one another. */
  event: z.string(),
  common: z.string(),
  differences: z.string(),
  /** A first question on different focus points. */
  question: z.string(),
  /** How its parts were made to depend on one another. */
  rebuilt: z.string(),
});
export type Thoughts = z.output<typeof Thoughts>;

export const QaMultiRow = z.strictObject({
  ...draftFields,
  spans,
  thoughts: Thoughts,
  derivations: z.array(Derivation),
});
export type QaMultiRow = z.output<typeof QaMultiRow>;

/** Wrong words in a text and what they should have been. */
export const Mark = z.strictObject({
  wrong: z.string().min(1),
  right: z.string(),
  reason: z.string(),
});
export type Mark = z.output<typeof Mark>;

export const CorrectionRow = z.strictObject({
  ...draftFields,
  beginning: z.string().min(1),
  /** With errors. */
  continuation: z.string().min(1),
  marks: z.array(Mark).min(1),
  /** Of UHGEval, or planted into a fresh article. */
  origin: z.enum(["annotated", "planted"]),
});
export type CorrectionRow = z.output<typeof CorrectionRow>;

export const rawArticles = artifactOf("crud/raw-articles", RawArticleRow);
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
export const summarizations = artifactOf("crud/summarization", SummarizationRow);
export const continuations = artifactOf("crud/continuation", ContinuationRow);
export const qaSingles = artifactOf("crud/qa-single", QaSingleRow);
export const qaMultis = artifactOf("crud/qa-multi", QaMultiRow);
export const corrections = artifactOf("crud/correction", CorrectionRow);
