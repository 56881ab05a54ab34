// Record of a metric: what it needs, which values are possible, where its definition comes from, and how it is explained.

import type { Language } from "../../items/item-types.ts";

/** What a metric may need of items, predictions and run, with the message if it is lacking, in the order in which they are reported. */
export const metricNeeds = {
  references: "the items have no references",
  labels: "the items name no relevant documents",
  keywords: "the items have no keywords",
  keypoints: "the items have no keypoints",
  quest: "the items have no questions on their answers",
  wrongAnswers: "the items have no known wrong answers",
  original: "no original run was named (--original)",
  reference: "the items have no answers to compare with",
  answer: "the predictions have no answers",
  passages: "the predictions have no passages",
  documents: "the passages name no documents",
  judge: "no judge was named (--model)",
  embedding: "no embedding model is set",
} as const;
export type MetricNeed = keyof typeof metricNeeds;

export interface MetricRecord {
  /** Whether more or less is better; null if it describes an answer without saying how good it is. Default: more. */
  readonly better?: "less" | null;
  /** Lowest and highest possible value. Default: 0 and 1. */
  readonly bounds?: readonly [number, number];
  readonly needs: readonly MetricNeed[];
  /** For a metric that is undefined for an answer that finds and says nothing: the metric whose value for it says whether this one applies to an item, or "every item". Gates then count a lacking value as the worst. */
  readonly appliesAs?: string;
  /** Best for an answer that says nothing: a gate on it alone would pass a system that declines every question. */
  readonly keptBySilence?: true;
  /** The paper or program that defines it; "common" for textbook definitions, "ours" for those of this project. */
  readonly source: string;
  readonly label: Readonly<Record<Language, string>>;
  /** One line, without the label. */
  readonly line: Readonly<Record<Language, string>>;
}
