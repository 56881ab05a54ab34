// All metrics by name, and the records of their values for one prediction and for many.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";
import { WrongAnswer } from "../items/records.ts";
import { textRecords, truthRecords } from "./metrics/answers.ts";
import { judgedRecords } from "./metrics/judged.ts";
import type { MetricRecord } from "./metrics/metric-record.ts";
import { retrievalRecords } from "./metrics/retrieval.ts";

/** `paper` follows the papers, `published` their released programs, including the programs' faults. */
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

/** The metric that counts a kind of wrong answer. */
export const trapMetricOf = (trap: WrongAnswer["trap"]) => `${trap}-answer-rate` as const;
/** The metrics for all kinds of wrong answers, in the order of these kinds. */
export const trapMetrics = WrongAnswer.shape.trap.options.map(trapMetricOf);

/** Whether a metric belongs to a group. */
const isIn =
  (group: Readonly<Partial<Record<Metric, MetricRecord>>>) =>
  (metric: Metric): boolean =>
    metric in group;
export const isOfRetrieval = isIn(retrievalRecords);
export const isJudged = isIn(judgedRecords);

/** One line of explanation for each metric, for result.json. */
export const explain = (metrics: readonly Metric[]): Partial<Record<Metric, string>> =>
  Object.fromEntries(metrics.map(metric => [metric, metricRecords[metric].line.en]));

/** Counts for sentence and corpus BLEU: the answer's matched n-grams and all its n-grams, for n from 1 to 4, and the lengths of both texts in tokens. */
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
  /** Number of documents that contain its evidence; absent if the dataset gives no evidence. */
  documents: z.int().optional(),
  /** A metric that does not apply to the item is absent; one that applies but has no value is null. */
  values: z.partialRecord(Metric, z.number().nullable()),
  /** Weights of this item in the means of metrics, if they are not 1 (for CoFE's Recall, its number of lists). */
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
  /** 95% bootstrap interval; null with fewer than two values. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Number of items with a value. */
  n: z.int(),
  /** Number of items to which the metric applies but that have no value. */
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
  /** The step that lost each reference of the item, in order; null if none is known to have lost it. */
  references: z.array(z.strictObject({ lostIn: Step.nullable() })),
  /** The first step that lost anything; null if none did. */
  lostIn: Step.nullable(),
  /** Steps the system reported in enough detail to be judged. */
  told: z.array(Step),
});
export type LossRow = z.output<typeof LossRow>;

export const scores = artifactOf("evaluate/scores", ScoreRow);
export const summaries = artifactOf("evaluate/summaries", SummaryRow);
export const losses = artifactOf("evaluate/losses", LossRow);
