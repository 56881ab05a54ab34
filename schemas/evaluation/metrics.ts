// Metrics by name, and the records of their values for one prediction and for many.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";
import { WrongAnswer } from "../items/records.ts";

/** `published` follows the papers' released programs, faults included. */
export const Variant = z.enum(["paper", "published"]);
export type Variant = z.output<typeof Variant>;

/** Computed from what was retrieved, without a model. */
export const retrievalMetrics = [
  "rageval-recall",
  "rageval-recall-same-chunk",
  "rageval-eir",
  "rageval-precision",
  "rageval-snr",
  "evidence-recall",
  "mrr",
  "crud-mrr",
  "hit-at-1",
  "hit-at-5",
  "hit-at-10",
  "recall-at-5",
  "recall-at-10",
  "ndcg-at-10",
  "cofe-recall",
  "cofe-accuracy",
] as const;

/** Computed from the answer, without a model; `sentence-cosine` needs an embedding endpoint, and is what CRUD-RAG's program prints as bertScore. */
export const textMetrics = [
  "rouge-l",
  "bleu",
  "bleu-corpus",
  "crud-bleu",
  "crud-bleu-1",
  "crud-bleu-2",
  "crud-bleu-3",
  "crud-bleu-4",
  "crud-rouge-l",
  "sentence-cosine",
  "answer-length",
] as const;

/**
 * Computed from the answer and what is known of the item by construction, without a model. Over the items with a wrong
 * answer (of this kind): the share of answers that say what it says and nothing that only the right answer says; for
 * `right-answer-rate` the reverse. `grounded-share`: of the counterfactual twins whose answer changed, the share answered
 * correctly both there and on the original.
 */
export const truthMetrics = [
  "right-answer-rate",
  "stale-answer-rate",
  "superseded-answer-rate",
  "later-answer-rate",
  "twin-answer-rate",
  "partial-answer-rate",
  "grounded-share",
] as const;

/** The metric for a kind of wrong answer. */
export const trapMetricOf = (trap: WrongAnswer["trap"]) => `${trap}-answer-rate` as const;
/** In the order of the kinds. */
export const trapMetrics = WrongAnswer.shape.trap.options.map(trapMetricOf);

/** Computed from a judge model's verdicts. */
export const judgedMetrics = [
  "completeness",
  "hallucination",
  "irrelevance",
  "quest-recall",
  "quest-precision",
  "faithfulness",
  "relevance",
  "correctness",
  "pass",
] as const;

export const Metric = z.enum([
  ...retrievalMetrics,
  ...textMetrics,
  ...truthMetrics,
  ...judgedMetrics,
]);
export type Metric = z.output<typeof Metric>;

/** For all other metrics, higher is better. */
export const lowerIsBetter: readonly Metric[] = ["hallucination", "irrelevance", ...trapMetrics];
/** These describe an answer, not its quality. */
export const neitherIsBetter: readonly Metric[] = ["answer-length"];

/** Counts for sentence and corpus BLEU: for n from 1 to 4, the matched and all n-grams of the candidate; and both lengths in tokens. */
export const BleuCounts = z.strictObject({
  matches: z.array(z.int()),
  totals: z.array(z.int()),
  length: z.int(),
  referenceLength: z.int(),
});
export type BleuCounts = z.output<typeof BleuCounts>;

export const ScoreRow = z.strictObject({
  /** The prediction's id. */
  id: z.string(),
  itemId: z.string(),
  system: z.string(),
  language: Language,
  type: z.string(),
  domain: z.string(),
  /** Number of documents with its evidence; absent if the dataset gives no evidence. */
  documents: z.int().optional(),
  /** A metric that does not apply to the item is absent; one that applies and is undefined is null. */
  values: z.partialRecord(Metric, z.number().nullable()),
  /** Weights of this item in a mean, if different from 1 (CoFE's Recall: its number of lists). */
  weights: z.partialRecord(Metric, z.number()),
  bleu: BleuCounts.nullable(),
  /** Metrics on which the judge abstained: their value is null, and a gate leaves the item out. */
  abstained: z.array(Metric).optional(),
});
export type ScoreRow = z.output<typeof ScoreRow>;

/** A metric over many items. */
export const Summary = z.strictObject({
  /** Null if no item has a value. */
  value: z.number().nullable(),
  /** 95 % bootstrap interval; null with fewer than two values. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Items with a value. */
  n: z.int(),
  /** Items to which it applies but that have no value. */
  undefined: z.int(),
});
export type Summary = z.output<typeof Summary>;

export const SummaryRow = z.strictObject({
  id: z.string(),
  system: z.string(),
  /** `all` has one group, named `all`. */
  grouping: z.enum(["all", "type", "domain", "language", "documents"]),
  group: z.string(),
  metric: Metric,
  ...Summary.shape,
});
export type SummaryRow = z.output<typeof SummaryRow>;

/** Steps of a RAG system in which evidence may be lost, in order (CoFE-RAG evaluates each). */
export const Step = z.enum(["parsing", "chunking", "retrieval", "reranking", "generation"]);
export type Step = z.output<typeof Step>;

export const LossRow = z.strictObject({
  /** The prediction's id. */
  id: z.string(),
  itemId: z.string(),
  system: z.string(),
  language: Language,
  /** One for each reference of the item, in order; null if it passed all steps that are known. */
  references: z.array(z.strictObject({ lostIn: Step.nullable() })),
  /** The first step that lost anything; null if none did. */
  lostIn: Step.nullable(),
  /** Steps on which the system reported enough to be judged. */
  told: z.array(Step),
});
export type LossRow = z.output<typeof LossRow>;

export const scores = artifactOf("evaluate/scores", ScoreRow);
export const summaries = artifactOf("evaluate/summaries", SummaryRow);
export const losses = artifactOf("evaluate/losses", LossRow);
