// Metrics by name, and the records of their values for one prediction and for many.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";
import { WrongAnswer } from "../items/records.ts";
import { textRecords, truthRecords } from "./metrics/answers.ts";
import { judgedRecords } from "./metrics/judged.ts";
import type { MetricRecord } from "./metrics/metric-record.ts";
import { retrievalRecords } from "./metrics/retrieval.ts";

/** `published` follows the papers' released programs, faults included. */
export const Variant = z.enum(["paper", "published"]);
export type Variant = z.output<typeof Variant>;

const records = { ...retrievalRecords, ...textRecords, ...truthRecords, ...judgedRecords } as const;
export type Metric = keyof typeof records;
export const metricRecords: Readonly<Record<Metric, MetricRecord>> = records;

const namesIn = <Name extends Metric>(group: Readonly<Record<Name, MetricRecord>>): Name[] =>
  Object.keys(group) as Name[];
export const retrievalMetrics = namesIn(retrievalRecords);
export const textMetrics = namesIn(textRecords);
export const truthMetrics = namesIn(truthRecords);
export const judgedMetrics = namesIn(judgedRecords);

export const Metric = z.enum(namesIn(records));

/** The metric for a kind of wrong answer. */
export const trapMetricOf = (trap: WrongAnswer["trap"]) => `${trap}-answer-rate` as const;
/** In the order of the kinds. */
export const trapMetrics = WrongAnswer.shape.trap.options.map(trapMetricOf);

/** Whether a metric belongs to a group. */
const isIn =
  (group: Readonly<Partial<Record<Metric, MetricRecord>>>) =>
  (metric: Metric): boolean =>
    metric in group;
export const isOfRetrieval = isIn(retrievalRecords);
export const isJudged = isIn(judgedRecords);

/** The explanations of these metrics, for result.json. */
export const explain = (metrics: readonly Metric[]): Partial<Record<Metric, string>> =>
  Object.fromEntries(metrics.map(metric => [metric, metricRecords[metric].line.en]));

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
