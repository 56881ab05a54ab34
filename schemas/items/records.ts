// Records of the stages that every wing shares: questions in, checked items out.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Derivation } from "./derivation.ts";
import { Span } from "./documents.ts";
import { ItemType, Join, Language, QuestionType } from "./item-types.ts";
import { Measures } from "./measures.ts";

export type { Derivation };

/** The answer of a system that fell into a known trap. */
export const WrongAnswer = z.strictObject({
  answer: z.string().min(1),
  /**
   * stale: a value that no longer held; superseded: one that another replaced; later: one that held only later;
   * twin: one of a near-twin; partial: part of a list.
   */
  trap: z.enum(["stale", "superseded", "later", "twin", "partial"]),
  /** Documents that state it. */
  documentIds: z.array(z.string()).min(1),
});
export type WrongAnswer = z.output<typeof WrongAnswer>;

/** What is known about an answer by construction; absent if nothing is. */
const truth = {
  /** The date the question refers to. */
  asOf: z.iso.date().optional(),
  /** For a complete list, a count or an extreme: the documents that make it up. */
  members: z.array(z.string()).min(1).optional(),
  wrongAnswers: z.array(WrongAnswer).min(1).optional(),
};
export const Truth = z.strictObject(truth);
export type Truth = z.output<typeof Truth>;

/** Picks the truth fields of a row, which may have other fields. */
export const truthOf = (row: Truth): Truth => z.object(truth).parse(row);

/** One claim of an answer, with the sentences that state it. */
export const Claim = z.strictObject({
  claim: z.string().min(1),
  spans: z.array(Span).min(1),
  /** The spans that together prove it (the others repeat it); all if absent. */
  needed: z.array(Span).min(1).optional(),
});
export type Claim = z.output<typeof Claim>;

export const QuestionRow = z.strictObject({
  id: z.string(),
  /** The wing that created it; `own` for a user's question. */
  wing: z.string().min(1),
  type: ItemType,
  language: Language,
  domain: z.string(),
  question: z.string().min(1),
  /** The first answer; refined against the references later. Empty if the user gave only a question. */
  answer: z.string(),
  /** How the question names its documents: company, court and defendant, hospital and patient. */
  subjects: z.array(z.string()),
  /** The documents it is about; for an unanswerable one, those that lack the answer. */
  documentIds: z.array(z.string()),
  /** Documents it was created from that must not be in the corpus: they are the answer. */
  heldOutIds: z.array(z.string()).default([]),
  /** Sentences that its author named as support for the answer; empty if they are still to be found. */
  spans: z.array(Span).default([]),
  /** Everything its answer says, if its author gave it; no stage then requests it again. */
  claims: z.array(Claim).min(1).optional(),
  /** The stretches of its documents that it was created from and is answered from; empty for whole documents. */
  scope: z.array(Span).default([]),
  /** The facts it was built on (rageval/facts), if any. */
  factIds: z.array(z.string()),
  derivations: z.array(Derivation),
  /** The plan, draft or foreign record it came from. */
  originId: z.string(),
  /** Present if its author measured it. */
  measures: Measures.optional(),
  /** For a question about several news articles. */
  joins: Join.optional(),
  ...truth,
});
export type QuestionRow = z.output<typeof QuestionRow>;

/** A question that a user supplied, before its documents are found. */
export const OwnQuestionRow = z.strictObject({
  id: z.string(),
  language: Language,
  question: z.string().min(1),
  answer: z.string(),
  type: QuestionType.nullable(),
  /** Names or ids of its documents, as the user gave them; empty when they are to be found. */
  documents: z.array(z.string()),
});
export type OwnQuestionRow = z.output<typeof OwnQuestionRow>;

/** One numbered reference that supports an answer: `text` is the document's own characters at `span`. */
export const Evidence = z.strictObject({
  number: z.int().min(1),
  span: Span,
  text: z.string().min(1),
  /** Other places in the corpus that say the same about the same subject, found by a list of keywords that occurs there too. */
  alternatives: z
    .array(z.strictObject({ span: Span, text: z.string().min(1) }))
    .min(1)
    .optional(),
});
export type Evidence = z.output<typeof Evidence>;

/** One fact of a reverse task's reference, and the numbers of the evidence that states it; none if the corpus does not state it. */
export const ReferenceFact = z.strictObject({
  claim: z.string().min(1),
  evidence: z.array(z.int().min(1)),
});
export type ReferenceFact = z.output<typeof ReferenceFact>;

/** The evidence for a question. Carries the question itself, so that it can move on without waiting for the others. */
export const ReferenceRow = z.strictObject({
  id: z.string(),
  language: Language,
  question: QuestionRow,
  /** For an unanswerable question: none, or what the documents settle instead. */
  evidence: z.array(Evidence),
  /** Only for a reverse task. */
  facts: z.array(ReferenceFact).default([]),
});
export type ReferenceRow = z.output<typeof ReferenceRow>;

/** A question with its final answer and evidence; later stages add rows and never edit this one. */
export const AnswerRow = z.strictObject({
  id: z.string(),
  language: Language,
  question: QuestionRow,
  answer: z.string().min(1),
  evidence: z.array(Evidence),
  derivations: z.array(Derivation),
  /** Only for a reverse task. */
  facts: z.array(ReferenceFact).default([]),
  /** What each refinement round changed, in words. */
  changes: z.array(z.string()),
});
export type AnswerRow = z.output<typeof AnswerRow>;

export const KeypointKind = z.enum(["fact", "inference", "conclusion"]);

export const KeypointRow = z.strictObject({
  id: z.string(),
  answerId: z.string(),
  language: Language,
  kind: KeypointKind,
  /** One claim, true or false on its own. */
  claim: z.string().min(1),
  /** What it rests on; empty for a conclusion that rests only on other keypoints. */
  spans: z.array(Span),
});
export type KeypointRow = z.output<typeof KeypointRow>;

/** Keywords to judge a system's chunks by, without chunk labels (CoFE-RAG's multi-granularity keywords). */
export const Keywords = z.strictObject({
  /** One or two terms for the whole question. */
  coarse: z.array(z.string().min(1)).min(1),
  /** One list per information point; each element is verbatim from a document. */
  fine: z.array(z.array(z.strictObject({ text: z.string().min(1), span: Span })).min(1)).min(1),
  /**
   * For each list of `fine`, the number of passages in the corpus that contain it along with a coarse term: its own
   * passage, and others that say the same. Absent if not counted.
   */
  passages: z.array(z.int().min(1)).min(1).optional(),
});
export type Keywords = z.output<typeof Keywords>;

export const KeywordRow = z.strictObject({
  id: z.string(),
  answerId: z.string(),
  language: Language,
  ...Keywords.shape,
});
export type KeywordRow = z.output<typeof KeywordRow>;

export const VerdictRow = z.strictObject({
  id: z.string(),
  answerId: z.string(),
  questionId: z.string(),
  language: Language,
  accepted: z.boolean(),
  reasons: z.array(z.strictObject({ code: z.string(), detail: z.string() })),
  /** Keywords that a review rejected, by index in the lists: the item does without them. Absent if it rejected none. */
  refusedKeywords: z
    .strictObject({ coarse: z.array(z.int().min(0)), fine: z.array(z.int().min(0)) })
    .optional(),
});
export type VerdictRow = z.output<typeof VerdictRow>;

/** One finished benchmark item, with everything that a test of a RAG system needs. */
export const ItemRow = z.strictObject({
  id: z.string(),
  wing: QuestionRow.shape.wing,
  type: ItemType,
  language: Language,
  domain: z.string(),
  question: z.string(),
  answer: z.string(),
  documentIds: z.array(z.string()),
  heldOutIds: z.array(z.string()).default([]),
  evidence: z.array(Evidence),
  /** What a full answer says; a claim without spans is not in the corpus (only in reverse tasks). */
  keypoints: z.array(
    z.strictObject({ claim: z.string(), kind: KeypointKind, spans: z.array(Span) }),
  ),
  /** Null if there is nothing to find: the question cannot be answered. */
  keywords: Keywords.nullable().default(null),
  derivations: z.array(Derivation),
  /** As in its question. */
  scope: z.array(Span).default([]),
  questionId: z.string(),
  /** Null in runs made before measures existed. */
  measures: Measures.nullable().default(null),
  /** As in its question. */
  joins: Join.optional(),
  ...truth,
  /** The item of which it is the counterfactual twin, in the run from which this run's corpus was created. */
  twinOf: z.string().optional(),
});
export type ItemRow = z.output<typeof ItemRow>;

/** The numbers of items of one type, domain and language that were requested and created. */
export const DemandRow = z.strictObject({
  id: z.string(),
  type: ItemType,
  language: Language,
  domain: z.string(),
  target: z.int().min(0),
  made: z.int().min(0),
  /** Only in old runs: candidates drawn beyond the target. */
  wanted: z.int().min(0).optional(),
  /** Why the target cannot be reached, or null. */
  because: z.string().nullable(),
});
export type DemandRow = z.output<typeof DemandRow>;

export const ownQuestions = artifactOf("items/own-questions", OwnQuestionRow);
export const questions = artifactOf("items/questions", QuestionRow);
export const references = artifactOf("items/references", ReferenceRow);
export const answers = artifactOf("items/answers", AnswerRow);
export const keypoints = artifactOf("items/keypoints", KeypointRow);
export const verdicts = artifactOf("items/verdicts", VerdictRow);
export const items = artifactOf("items/items", ItemRow);
export const demand = artifactOf("items/demand", DemandRow);
export const keywords = artifactOf("items/keywords", KeywordRow);
