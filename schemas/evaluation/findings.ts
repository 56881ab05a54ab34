// Findings about the quality of a benchmark's items: answerable without what they should need, or useless to compare systems.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Span } from "../items/documents.ts";
import { LabelRow } from "../items/labels.ts";
import { Language } from "../items/item-types.ts";
import { KeypointVerdict } from "./judgements.ts";

export const FindingCode = z.enum([
  /** Answered without documents. */
  "closed-book",
  /** The question itself gives the answer away. */
  "said-in-question",
  /** The references alone do not give the answer. */
  "references-insufficient",
  /** Answered in full with one of its documents removed. */
  "document-not-needed",
  /** Another document contradicts it. */
  "ambiguous",
  /** All systems score the same. */
  "dead",
  /** Better systems do worse on it. */
  "negative-discrimination",
]);
export type FindingCode = z.output<typeof FindingCode>;

/** One thing found against an item. */
export const FindingRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  code: FindingCode,
  detail: z.string(),
});
export type FindingRow = z.output<typeof FindingRow>;

/** What an item is answered from in a trial. */
export const TrialRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  /** `question`: what the question itself says. */
  condition: z.enum(["closed-book", "question", "references", "without-document"]),
  /** The document removed. */
  documentId: z.string().nullable(),
  passages: z.array(z.string()),
});
export type TrialRow = z.output<typeof TrialRow>;

export const TrialAnswerRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  condition: TrialRow.shape.condition,
  documentId: z.string().nullable(),
  answer: z.string().nullable(),
});
export type TrialAnswerRow = z.output<typeof TrialAnswerRow>;

export const TrialVerdictRow = z.strictObject({
  ...TrialAnswerRow.shape,
  /** One for each keypoint; empty if there was no answer to judge. */
  verdicts: z.array(
    z.strictObject({ keypointId: z.string(), verdict: KeypointVerdict, reason: z.string() }),
  ),
});
export type TrialVerdictRow = z.output<typeof TrialVerdictRow>;

/** What an unlabelled document says about an item's question. */
export const OtherAnswerRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  documentId: z.string(),
  verdict: z.enum(["supports", "contradicts", "neither"]),
  spans: z.array(Span),
  reason: z.string(),
});
export type OtherAnswerRow = z.output<typeof OtherAnswerRow>;

export const ItemStatisticsRow = z.strictObject({
  /** The item's id. */
  id: z.string(),
  language: Language,
  /** The metric that compares the systems. */
  metric: z.string(),
  /** Systems with a value on it. */
  systems: z.int(),
  /** 1 − the mean score. */
  difficulty: z.number().nullable(),
  /** Correlation of the item's scores with those of all other items, over systems. */
  discrimination: z.number().nullable(),
  /** Whether three or more systems have a value on it, all the same: it separates none of them. Null with fewer. */
  dead: z.boolean().nullable(),
});
export type ItemStatisticsRow = z.output<typeof ItemStatisticsRow>;

export const trials = artifactOf("audit/trials", TrialRow);
export const trialAnswers = artifactOf("audit/trial-answers", TrialAnswerRow);
export const trialVerdicts = artifactOf("audit/trial-verdicts", TrialVerdictRow);
export const otherAnswers = artifactOf("audit/other-answers", OtherAnswerRow);
export const itemStatistics = artifactOf("audit/item-statistics", ItemStatisticsRow);
export const findings = artifactOf("audit/findings", FindingRow);
/** Unlabelled documents that also answer an item. */
export const foundLabels = artifactOf("audit/labels", LabelRow);
