// The record of a metric: what it needs, which values are possible, where its definition comes from, and how it is explained.

import type { Language } from "../../items/item-types.ts";

/** What a metric may need from the items, the predictions or the run, in the order of reporting, each with the message for when it is missing. */
export const metricNeeds = {
  references: "the items have no references",
  labels: "the items name no relevant documents",
  keywords: "the items have no keywords",
  keypoints: "the items have no keypoints",
  quest: "the items have no questions about their answers",
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
  /** `less` if lower is better; null if the metric describes without saying whether more is better: it then ranks, gates and decides nothing. By default, higher is better. */
  readonly better?: "less" | null;
  /** The lowest and highest possible values; 0 and 1 by default. */
  readonly bounds?: readonly [number, number];
  readonly needs: readonly MetricNeed[];
  /**
   * For a metric without a value if a prediction retrieves nothing and says nothing: the metric whose value then shows
   * whether this one applies to an item, or "every item" if it always applies. Gates count a missing value as the worst.
   */
  readonly appliesAs?: string;
  /** Set if an answer that says nothing gets the best value: a gate on this metric alone would pass a system that declines every question. */
  readonly keptBySilence?: true;
  /** The paper or program that defines it; "common" for textbook definitions, "ours" for those of this project. */
  readonly source: string;
  readonly label: Readonly<Record<Language, string>>;
  /** One line of explanation, which does not repeat the label. */
  readonly line: Readonly<Record<Language, string>>;
}
