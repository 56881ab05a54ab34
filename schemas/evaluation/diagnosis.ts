// Diagnosis of one item with one system: right or not, and if not, in which step it failed and why.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";
import { Step } from "./metrics.ts";

/** Why an item failed, in the order of the steps; each belongs to one step (stepOf). */
export const Cause = z.enum([
  /** The evidence is in no chunk. */
  "not-parsed",
  /** A chunk border splits the evidence, and only part of it was retrieved. */
  "cut",
  /** Fewer passages were retrieved than the evidence needs. */
  "too-few",
  /** Everything retrieved is in a different language from the question and its evidence. */
  "other-language",
  "not-retrieved",
  /** Retrieved, then dropped by the reranker or whatever chose the passages to read. */
  "left-out",
  "no-answer",
  /** Declined an answerable question, although all evidence was read. */
  "refused",
  /** Answered a question that the documents do not answer. */
  "should-refuse",
  /** States a value that is in no passage read. */
  "invented",
  /** Contradicts a keypoint; only a judge can see that. */
  "contradicted",
  /** All evidence was read, and the answer lacks a keypoint. */
  "left-unsaid",
]);
export type Cause = z.output<typeof Cause>;

/** Who scored the answer: a judge model; code, by values and names of the keypoints; or the evidence read alone. */
export const DiagnosedBy = z.enum(["judge", "code", "evidence"]);

/** What became of one stretch of evidence. */
const DiagnosedSpan = z.strictObject({
  text: z.string(),
  documentId: z.string().nullable(),
  /** Null if it was read, or nothing is known of it. */
  cause: Cause.nullable(),
  /** From 1, among everything retrieved: the first passage that holds it or part of it; null if none does. */
  rank: z.int().min(1).nullable(),
  /** If the border of that passage splits it: the text before and after the border. */
  border: z.strictObject({ before: z.string(), after: z.string() }).nullable(),
});
export type DiagnosedSpan = z.output<typeof DiagnosedSpan>;

const DiagnosedKeypoint = z.strictObject({
  id: z.string(),
  claim: z.string(),
  /** `unknown`: it has no value or name that code could check. */
  verdict: z.enum(["said", "contradicted", "missing", "unknown"]),
  /** Values and names of it that the answer lacks. */
  lacks: z.array(z.string()),
  /** A judge's reason. */
  reason: z.string().nullable(),
});
export type DiagnosedKeypoint = z.output<typeof DiagnosedKeypoint>;

export const DiagnosisRow = z.strictObject({
  /** The prediction's id. */
  id: z.string(),
  itemId: z.string(),
  system: z.string(),
  language: Language,
  /** Share of its keypoints that the answer states, or of its evidence that was read: 1 right, 0 wrong; null if neither is known. */
  score: z.number().min(0).max(1).nullable(),
  by: DiagnosedBy.nullable(),
  /** In the order of the steps: look at the first one. Empty if it did not fail. */
  causes: z.array(Cause),
  /** The step of the first cause. */
  lostIn: Step.nullable(),
  /** One sentence per cause, and anything else worth knowing. */
  why: z.array(z.string()),
  spans: z.array(DiagnosedSpan),
  keypoints: z.array(DiagnosedKeypoint),
  /** Values in the answer that are in no passage read, nor in the question or expected answer. */
  invented: z.array(z.string()),
  declined: z.boolean(),
});
export type DiagnosisRow = z.output<typeof DiagnosisRow>;

export const diagnoses = artifactOf("evaluate/diagnoses", DiagnosisRow);

const steps: Record<Cause, Step> = {
  "not-parsed": "parsing",
  cut: "chunking",
  "too-few": "retrieval",
  "other-language": "retrieval",
  "not-retrieved": "retrieval",
  "left-out": "reranking",
  "no-answer": "generation",
  refused: "generation",
  "should-refuse": "generation",
  invented: "generation",
  contradicted: "generation",
  "left-unsaid": "generation",
};

/** The step of a system in which the cause occurs. */
export const stepOf = (cause: Cause): Step => steps[cause];

/** Labels that readers see. */
export const causeLabels: Record<Cause, string> = {
  "not-parsed": "evidence in no chunk: the parser lost it",
  cut: "evidence split by a chunk boundary",
  "too-few": "too few passages retrieved for the evidence: k is too small",
  "other-language": "only passages in another language retrieved",
  "not-retrieved": "evidence not retrieved",
  "left-out": "evidence retrieved, but left out of what was read",
  "no-answer": "empty answer",
  refused: "declined to answer a question that has an answer",
  "should-refuse": "answered a question that the documents do not answer",
  invented: "numbers or dates in the answer that are in no passage",
  contradicted: "a keypoint contradicted",
  "left-unsaid": "keypoints left out of the answer",
};
