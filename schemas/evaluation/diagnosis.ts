// What became of one item with one system: right or not, and if not, in which step it was lost and why.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";
import { Step } from "./metrics.ts";

/** Why an item failed, in the order of the steps; each belongs to one step (stepOf). */
export const Cause = z.enum([
  /** Evidence stands in no chunk. */
  "not-parsed",
  /** A border between chunks goes through the evidence, and only a part of it was retrieved. */
  "cut",
  /** Fewer passages were retrieved than the evidence needs. */
  "too-few",
  /** All that was retrieved is in another language than the question and its evidence. */
  "other-language",
  "not-retrieved",
  /** Retrieved, and left out by the reranker or by whatever chose what was read. */
  "left-out",
  "no-answer",
  /** Declined a question that has an answer, with all evidence read. */
  "refused",
  /** Answered a question that the documents do not answer. */
  "should-refuse",
  /** States a value that stands in no passage read. */
  "invented",
  /** Says otherwise than a keypoint; only a judge tells. */
  "contradicted",
  /** All evidence was read, and the answer lacks a keypoint. */
  "left-unsaid",
]);
export type Cause = z.output<typeof Cause>;

/** Who said what the answer is worth: a judge model; code, by values and names of the keypoints; the evidence read alone. */
export const DiagnosedBy = z.enum(["judge", "code", "evidence"]);

/** What became of one stretch of evidence. */
const DiagnosedSpan = z.strictObject({
  text: z.string(),
  documentId: z.string().nullable(),
  /** Null where it was read, or nothing is told of it. */
  cause: Cause.nullable(),
  /** From 1, among all that was retrieved: the first passage that holds it, or any of it; null where none does. */
  rank: z.int().min(1).nullable(),
  /** Where the border of that passage goes through it: what stands before and behind. */
  border: z.strictObject({ before: z.string(), after: z.string() }).nullable(),
});
export type DiagnosedSpan = z.output<typeof DiagnosedSpan>;

const DiagnosedKeypoint = z.strictObject({
  id: z.string(),
  claim: z.string(),
  /** `unknown`: it has no value or name by which code could tell. */
  verdict: z.enum(["said", "contradicted", "missing", "unknown"]),
  /** Its values and names that the answer lacks. */
  lacks: z.array(z.string()),
  /** A judge's. */
  reason: z.string().nullable(),
});
export type DiagnosedKeypoint = z.output<typeof DiagnosedKeypoint>;

export const DiagnosisRow = z.strictObject({
  /** Of the prediction. */
  id: z.string(),
  itemId: z.string(),
  system: z.string(),
  language: Language,
  /** The share of its keypoints that the answer says, or of its evidence that was read: 1 right, 0 wrong; null where neither can be told. */
  score: z.number().min(0).max(1).nullable(),
  by: DiagnosedBy.nullable(),
  /** In the order of the steps: the first is the one to look at. Empty where it did not fail. */
  causes: z.array(Cause),
  /** Of the first cause. */
  lostIn: Step.nullable(),
  /** One sentence a cause, and what else is to be known. */
  why: z.array(z.string()),
  spans: z.array(DiagnosedSpan),
  keypoints: z.array(DiagnosedKeypoint),
  /** Values of the answer that stand in no passage read, nor in question and expected answer. */
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

/** The step of a system in which it happened. */
export const stepOf = (cause: Cause): Step => steps[cause];

/** What a reader is told. */
export const causeLabels: Record<Cause, string> = {
  "not-parsed": "evidence in no chunk: the parser lost it",
  cut: "evidence cut by a border between chunks",
  "too-few": "too few passages retrieved for the evidence: k is too small",
  "other-language": "only passages in another language retrieved",
  "not-retrieved": "evidence not retrieved",
  "left-out": "evidence retrieved, and left out of what was read",
  "no-answer": "empty answer",
  refused: "declined to answer a question that has an answer",
  "should-refuse": "answered a question that the documents do not answer",
  invented: "numbers or dates in the answer that stand in no passage",
  contradicted: "a keypoint contradicted",
  "left-unsaid": "keypoints left out of the answer",
};
