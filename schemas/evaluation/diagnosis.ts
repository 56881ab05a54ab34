// The diagnosis of one system's answer to one item: whether it failed and, if so, at which step and why.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";
import { Step } from "./metrics.ts";

/** Why an item failed, in the order of the steps; each belongs to one step (stepOf). */
export const Cause = z.enum([
  /** No chunk contains the evidence. */
  "not-parsed",
  /** A chunk boundary splits the evidence, and only part of it was retrieved. */
  "cut",
  /** Fewer passages were retrieved than the evidence needs. */
  "too-few",
  /** Everything retrieved is in a different language from the question and its evidence. */
  "other-language",
  "not-retrieved",
  /** The evidence was retrieved, then dropped by the reranker or by whatever selected the passages to read. */
  "left-out",
  "no-answer",
  /** The system declined an answerable question, although all evidence was read. */
  "refused",
  /** The system answered a question that the documents do not answer. */
  "should-refuse",
  /** The answer states a value that is in none of the passages read. */
  "invented",
  /** The answer contradicts a keypoint (only a judge can tell). */
  "contradicted",
  /** All evidence was read, but the answer lacks a keypoint. */
  "left-unsaid",
]);
export type Cause = z.output<typeof Cause>;

/** What the score is based on: a judge's verdicts; code, by values and names of the keypoints; or only the evidence that was read. */
export const DiagnosedBy = z.enum(["judge", "code", "evidence"]);

/** What became of one span of evidence. */
const DiagnosedSpan = z.strictObject({
  text: z.string(),
  documentId: z.string().nullable(),
  /** Null if it was read, or if it is not known what became of it. */
  cause: Cause.nullable(),
  /** The rank, from 1, of the first retrieved passage that contains all of it, otherwise of the first that contains part of it; null if none does. */
  rank: z.int().min(1).nullable(),
  /** The text of the span before and after the passage's boundary, if that splits the span; otherwise null. */
  border: z.strictObject({ before: z.string(), after: z.string() }).nullable(),
});
export type DiagnosedSpan = z.output<typeof DiagnosedSpan>;

const DiagnosedKeypoint = z.strictObject({
  id: z.string(),
  claim: z.string(),
  /** `unknown`: the keypoint has no value or name that code could check. */
  verdict: z.enum(["said", "contradicted", "missing", "unknown"]),
  /** Its values and names that the answer lacks. */
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
  /** Share of the keypoints that the answer states, or of the evidence that was read, from 0 (wrong) to 1 (right); null if neither is known. */
  score: z.number().min(0).max(1).nullable(),
  by: DiagnosedBy.nullable(),
  /** In the order of the steps, so that the first one explains most. Empty if it did not fail. */
  causes: z.array(Cause),
  /** The step of the first cause. */
  lostIn: Step.nullable(),
  /** One sentence per cause, and one for an answer that declined because of them. */
  why: z.array(z.string()),
  spans: z.array(DiagnosedSpan),
  keypoints: z.array(DiagnosedKeypoint),
  /** Values in the answer that are in none of the passages read, nor in the question or the expected answer. */
  invented: z.array(z.string()),
  declined: z.boolean(),
});
export type DiagnosisRow = z.output<typeof DiagnosisRow>;

export const diagnoses = artifactOf("evaluate/diagnoses", DiagnosisRow);

const stepOfCause: Record<Cause, Step> = {
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
export const stepOf = (cause: Cause): Step => stepOfCause[cause];

/** The names of causes in reports. */
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
  contradicted: "keypoint contradicted by the answer",
  "left-unsaid": "keypoints left out of the answer",
};
