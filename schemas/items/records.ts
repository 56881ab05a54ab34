// The records of the tail that every wing shares: questions in, checked items out.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Derivation } from "./derivation.ts";
import { Span } from "./documents.ts";
import { ItemType, Join, Language, QuestionType } from "./item-types.ts";
import { Measures } from "./measures.ts";

export type { Derivation };

/** What a system answers that fell into a trap that code knows of. */
export const WrongAnswer = z.strictObject({
  answer: z.string().min(1),
  /**
   * stale: a value that no longer held; superseded: one that another replaced; later: one that held only later; twin: a
   * near-twin's; partial: part of a list.
   */
  trap: z.enum(["stale", "superseded", "later", "twin", "partial"]),
  /** Where it is read. */
  documentIds: z.array(z.string()).min(1),
});
export type WrongAnswer = z.output<typeof WrongAnswer>;

/** What is known of an answer by construction; left out where there is nothing to know. */
const truth = {
  /** The day as of which it is asked. */
  asOf: z.iso.date().optional(),
  /** Of a complete list, a count or an extreme: the documents that make it up. */
  members: z.array(z.string()).min(1).optional(),
  wrongAnswers: z.array(WrongAnswer).min(1).optional(),
};
export const Truth = z.strictObject(truth);
export type Truth = z.output<typeof Truth>;

/** That of a row which may say more. */
export const truthOf = (row: Truth): Truth => z.object(truth).parse(row);

/** One thing that an answer says, with the sentences that state it. */
export const Claim = z.strictObject({
  claim: z.string().min(1),
  spans: z.array(Span).min(1),
  /** Those of them that prove it together, the others say the same; all where absent. */
  needed: z.array(Span).min(1).optional(),
});
export type Claim = z.output<typeof Claim>;

export const QuestionRow = z.strictObject({
  id: z.string(),
  wing: z.enum(["rageval", "crud", "cofe", "own"]),
  type: ItemType,
  language: Language,
  domain: z.string(),
  question: z.string().min(1),
  /** The first answer; refined against the references later. Empty when a user gave a question alone. */
  answer: z.string(),
  /** How the question names its documents: company, court and defendant, hospital and patient. */
  subjects: z.array(z.string()),
  /** The documents it asks about; for an unanswerable one, the documents that lack the answer. */
  documentIds: z.array(z.string()),
  /** Documents it was made from that the corpus must not hold: they are the answer. */
  heldOutIds: z.array(z.string()).default([]),
  /** Sentences that its maker named as those the answer rests on; empty where they are still to be found. */
  spans: z.array(Span).default([]),
  /** All that its answer says, where its maker told it; nothing is then asked again. */
  claims: z.array(Claim).min(1).optional(),
  /** The stretches of its documents that it was made from, where its answer is looked for; empty for all of them. */
  scope: z.array(Span).default([]),
  /** The facts it was built on (rageval/facts), if any. */
  factIds: z.array(z.string()),
  derivations: z.array(Derivation),
  /** The plan, draft or foreign record it came from. */
  originId: z.string(),
  /** Where its maker measured it. */
  measures: Measures.optional(),
  /** Of a question over several news articles. */
  joins: Join.optional(),
  ...truth,
});
export type QuestionRow = z.output<typeof QuestionRow>;

/** A question a user brought, before its documents are found. */
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

/** One numbered fragment that supports an answer: `text` is the document's own characters at `span`. */
export const Evidence = z.strictObject({
  number: z.int().min(1),
  span: Span,
  text: z.string().min(1),
  /** Where else the corpus says the same of the same, found by a list of keywords that stands there too. */
  alternatives: z
    .array(z.strictObject({ span: Span, text: z.string().min(1) }))
    .min(1)
    .optional(),
});
export type Evidence = z.output<typeof Evidence>;

/** One fact of a reverse task's reference, and the numbers of the evidence that states it: none where the corpus does not. */
export const ReferenceFact = z.strictObject({
  claim: z.string().min(1),
  evidence: z.array(z.int().min(1)),
});
export type ReferenceFact = z.output<typeof ReferenceFact>;

/** Carries its question, so that it goes on without waiting for the rest. */
export const ReferenceRow = z.strictObject({
  id: z.string(),
  language: Language,
  question: QuestionRow,
  /** Of a question that cannot be answered: none, or what the documents settle instead. */
  evidence: z.array(Evidence),
  /** Of a reverse task alone. */
  facts: z.array(ReferenceFact).default([]),
});
export type ReferenceRow = z.output<typeof ReferenceRow>;

/** A question whose answer and evidence no longer change; later stages add rows, they never edit this one. */
export const AnswerRow = z.strictObject({
  id: z.string(),
  language: Language,
  question: QuestionRow,
  answer: z.string().min(1),
  evidence: z.array(Evidence),
  derivations: z.array(Derivation),
  /** Of a reverse task alone. */
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
  /** What it rests on; a conclusion may rest on facts alone and then has none of its own. */
  spans: z.array(Span),
});
export type KeypointRow = z.output<typeof KeypointRow>;

/** Terms by which a system's chunks are judged without chunk labels (CoFE-RAG, multi-granularity keywords). */
export const Keywords = z.strictObject({
  /** The one or two terms that stand for the whole question. */
  coarse: z.array(z.string().min(1)).min(1),
  /** One list an information point; each element stands in a document as it is. */
  fine: z.array(z.array(z.strictObject({ text: z.string().min(1), span: Span })).min(1)).min(1),
  /**
   * In how many passages of the corpus each list stands beside a coarse term, in the order of `fine`: its own, and those
   * that say the same. Absent where they were not counted.
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
  /** Keywords that a review refused, by their place in the lists, from 0: the item goes without them. Absent where it refused none. */
  refusedKeywords: z
    .strictObject({ coarse: z.array(z.int().min(0)), fine: z.array(z.int().min(0)) })
    .optional(),
});
export type VerdictRow = z.output<typeof VerdictRow>;

/** One finished benchmark item, everything in it that a test of a RAG system needs. */
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
  /** What a full answer says; one without spans is not in the corpus (of a reverse task alone). */
  keypoints: z.array(
    z.strictObject({ claim: z.string(), kind: KeypointKind, spans: z.array(Span) }),
  ),
  /** Null where there is nothing to find: the question cannot be answered. */
  keywords: Keywords.nullable().default(null),
  derivations: z.array(Derivation),
  /** As of its question. */
  scope: z.array(Span).default([]),
  questionId: z.string(),
  /** Null in runs from before anything was measured. */
  measures: Measures.nullable().default(null),
  /** As of its question. */
  joins: Join.optional(),
  ...truth,
  /** The item of the run this one's corpus was made from, of which it is the counterfactual twin. */
  twinOf: z.string().optional(),
});
export type ItemRow = z.output<typeof ItemRow>;

/** What was wanted of one type in one domain and language, and what came of it. */
export const DemandRow = z.strictObject({
  id: z.string(),
  type: ItemType,
  language: Language,
  domain: z.string(),
  target: z.int().min(0),
  made: z.int().min(0),
  /** Only in runs of old: candidates drawn on beyond the target. */
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
