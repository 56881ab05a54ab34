// An audit's findings about the quality of items: they can be answered without the evidence they should need, or are useless for comparing systems.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Span } from "../items/documents.ts";
import { LabelRow } from "../items/finished-items.ts";
import { Language } from "../items/item-types.ts";
import { KeypointJudgementRow } from "./judgements.ts";

export const FindingCode = z.enum([
  /** It can be answered without documents. */
  "closed-book",
  /** The question itself gives the answer away. */
  "said-in-question",
  /** The references alone do not give the answer. */
  "references-insufficient",
  /** It can be answered in full with one of its documents removed. */
  "document-not-needed",
  /** Another document contradicts its answer. */
  "ambiguous",
  /** All systems have the same score on it. */
  "dead",
  /** Better systems do worse on it. */
  "negative-discrimination",
]);
export type FindingCode = z.output<typeof FindingCode>;

/** One finding against an item. */
export const FindingRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  code: FindingCode,
  detail: z.string(),
});
export type FindingRow = z.output<typeof FindingRow>;

/** A trial: what an item is to be answered from. */
export const TrialRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  /** `question`: the question itself is used as the answer. */
  condition: z.enum(["closed-book", "question", "references", "without-document"]),
  /** The document that is removed; null under other conditions. */
  documentId: z.string().nullable(),
  passages: z.array(z.string()),
});
export type TrialRow = z.output<typeof TrialRow>;

export const TrialAnswerRow = TrialRow.omit({ passages: true }).extend({
  answer: z.string().nullable(),
});
export type TrialAnswerRow = z.output<typeof TrialAnswerRow>;

export const TrialVerdictRow = z.strictObject({
  ...TrialAnswerRow.shape,
  /** One verdict for each keypoint; empty if there was no answer to judge. */
  verdicts: KeypointJudgementRow.shape.verdicts,
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
  /** The metric by which the systems are compared. */
  metric: z.string(),
  /** Number of systems with a value for it. */
  systems: z.int(),
  /** 1 minus the mean score. */
  difficulty: z.number().nullable(),
  /** Correlation, across systems, of the item's scores with the means of the other items. */
  discrimination: z.number().nullable(),
  /** Whether all systems have the same value for it, so that it separates none of them. Null with fewer than three systems. */
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
