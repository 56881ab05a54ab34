// How questions are made, in rows: one a material, from what is read to the candidates that came through.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Derivation } from "../items/derivation.ts";
import { Span } from "../items/documents.ts";
import { Language, QuestionType } from "../items/item-types.ts";
import { Measures } from "../items/measures.ts";
import { Evidence, Truth } from "../items/records.ts";
import { CorpusList } from "./lists.ts";

const row = { id: z.string(), language: Language, domain: z.string() };

/** So many candidates of a type. */
export const Wanted = z.strictObject({ type: QuestionType, count: z.int().min(1) });
export type Wanted = z.output<typeof Wanted>;

/** Why documents are read together. */
export const Link = z.strictObject({
  /** The question that was thought of; its proposer may find a better one. */
  question: z.string().min(1),
  /** What each document adds that changes the answer, in the order of the documents. */
  adds: z.array(z.string()),
  /** What stands in both briefs. */
  tie: z.string(),
  /** 3 sure, 2 probable; what was a guess (1) went no further. */
  sure: z.int().min(1).max(3),
});
export type Link = z.output<typeof Link>;

/** What one request reads: a document, sections of a long one, documents that are linked, on one subject, or in lists. */
export const MaterialRow = z.strictObject({
  ...row,
  kind: z.enum(["document", "section", "linked", "family", "lists"]),
  documentIds: z.array(z.string()).min(1),
  /** The stretches that are read; empty for whole documents. */
  scope: z.array(Span),
  /** Of a section: what the rest of its document is about (headings, or how its parts begin); else "". */
  rest: z.string(),
  /** Types wanted of it, weightiest first, and how many candidates in all. */
  wanted: z.array(Wanted).min(1),
  /** So many candidates are to describe their subject and not name the document; absent for none. */
  described: z.int().min(1).optional(),
  /** Of a linked one alone. */
  link: Link.nullable(),
  /** Of one of lists: which. */
  lists: z.array(CorpusList).min(1).optional(),
  /** How many documents of the folder it speaks for, each counted as often as it is used. */
  weight: z.number().positive(),
});
export type MaterialRow = z.output<typeof MaterialRow>;

/** What a document settles, for those who look for documents that belong together. */
export const Brief = z.strictObject({
  documentId: z.string(),
  /** The fragment that it is of; absent where it is of all of the document. */
  fragment: Span.optional(),
  /** What it is about: package and flaw, dish, person and charge, company and period. */
  subject: z.string().min(1),
  /** What it settles: outcome, conditions, exceptions, quantities, dates; a line each. */
  settles: z.array(z.string()),
});
export type Brief = z.output<typeof Brief>;

/** A question as its proposer put it. */
export const Candidate = z.strictObject({
  /** From 1, within its row. */
  number: z.int().min(1),
  type: QuestionType,
  /** Who asks, and for what. */
  asker: z.string(),
  question: z.string().min(1),
  answer: z.string().min(1),
  evidence: z.array(Evidence),
  derivations: z.array(Derivation),
  /** What its proposer thinks it is worth, 1 to 5; null where nobody said (by construction). */
  mark: z.int().min(1).max(5).nullable(),
  /** Of a list over all documents of a kind: the facts that make it up. It is on no subject that it could name. */
  factIds: z.array(z.string()).min(1).optional(),
  ...Truth.shape,
});
export type Candidate = z.output<typeof Candidate>;

/** A candidate that ended, and why; `number` as in the reply. */
export const Loss = z.strictObject({
  number: z.int().min(1),
  code: z.string(),
  detail: z.string(),
});
export type Loss = z.output<typeof Loss>;

/** What one request proposed. */
export const ProposalRow = z.strictObject({
  ...row,
  materialId: z.string(),
  documentIds: z.array(z.string()).min(1),
  scope: z.array(Span),
  candidates: z.array(Candidate),
  losses: z.array(Loss),
  /** One a document; empty for a linked material, whose documents have theirs. */
  briefs: z.array(Brief),
  link: Link.nullable(),
  weight: z.number().positive(),
});
export type ProposalRow = z.output<typeof ProposalRow>;

/** Documents that lie near one another, at most 30: among them a model looks for links. */
export const NeighbourhoodRow = z.strictObject({
  ...row,
  briefs: z.array(Brief).min(2),
  /** Why these lie near one another: by subject, by a shared rare name, by likeness, by reference. */
  near: z.array(z.string()),
});
export type NeighbourhoodRow = z.output<typeof NeighbourhoodRow>;

/** A link that was found in a neighbourhood. */
export const LinkRow = z.strictObject({
  ...row,
  documentIds: z.array(z.string()).min(1).max(3),
  /** The fragments of them, where these are linked and not whole documents. */
  scope: z.array(Span).min(2).optional(),
  link: Link,
  /** On the first row of a request: what else was named there, and why it ended. */
  losses: z.array(Loss),
});
export type LinkRow = z.output<typeof LinkRow>;

/** How a reader who saw the question alone answered it by the same sentences. */
export const Reading = z.strictObject({
  number: z.int().min(1),
  answer: z.string(),
  evidence: z.array(Evidence),
  /** Whether the sentences settle it. */
  answerable: z.enum(["yes", "in-part", "no"]),
  /** Whether it is plain what is asked, for somebody without the documents. */
  clear: z.boolean(),
  /** Whether it could be answered without the documents (an estimate). */
  known: z.boolean(),
  worth: z.int().min(1).max(5),
});
export type Reading = z.output<typeof Reading>;

/** The blind readings of one proposal's candidates. */
export const ReadingRow = z.strictObject({
  ...row,
  proposalId: z.string(),
  readings: z.array(Reading),
  /** Whether the reader is the proposer's model. */
  sameModel: z.boolean().default(false),
});
export type ReadingRow = z.output<typeof ReadingRow>;

/** A candidate after both answers were brought together. */
export const Settled = z.strictObject({
  ...Candidate.shape,
  /** Sentences that one reader alone took and the evidence does without: a keypoint may still rest on them. */
  aside: z.array(Evidence).default([]),
  /** Whether a refinement was asked, and what it changed. */
  changes: z.array(z.string()),
  measures: Measures,
});
export type Settled = z.output<typeof Settled>;

/** What may stand between an answer and the blind one, as code names it. */
export const DifferenceKind = z.enum(["unsaid", "misquoted", "contrary", "polarity", "found"]);
export type DifferenceKind = z.output<typeof DifferenceKind>;

/** How a candidate's answer stood beside the blind one. */
export const Compared = z.strictObject({
  number: z.int().min(1),
  /** What code found to differ; none where it took both answers for the same. Older runs name gaps, too. */
  differences: z.array(DifferenceKind.or(z.enum(["lacks", "apart"]))),
  /** What the refinement said to that; null where it was not asked or did not say. */
  refinement: z.enum(["keep", "change", "drop"]).nullable(),
});
export type Compared = z.output<typeof Compared>;

/** What came of one proposal's candidates: those that stand, and why each other one fell. */
export const SettledRow = z.strictObject({
  ...row,
  proposalId: z.string(),
  documentIds: z.array(z.string()).min(1),
  scope: z.array(Span),
  accepted: z.array(Settled),
  losses: z.array(Loss),
  /** Of those that a reader answered and did not refuse. */
  compared: z.array(Compared).default([]),
});
export type SettledRow = z.output<typeof SettledRow>;

/** A candidate that may become an item, and its place in the order in which items are chosen, from 1. */
export const Shortlisted = z.strictObject({ ...Settled.shape, rank: z.int().min(1) });
export type Shortlisted = z.output<typeof Shortlisted>;

/** Of one settled row, the candidates that may become items (items wanted × 1.3, all rows together). */
export const ShortlistRow = z.strictObject({
  ...row,
  settledId: z.string(),
  proposalId: z.string(),
  accepted: z.array(Shortlisted).min(1),
});
export type ShortlistRow = z.output<typeof ShortlistRow>;

/** What may be wrong with an item, as its last reader names it. */
export const Fault = z.enum([
  "unclear-question",
  "names-document-oddly",
  "gives-itself-away",
  "wrong-answer",
  "incomplete-answer",
  "insufficient-evidence",
  "artificial",
  "trivial",
  "common-knowledge",
]);
export type Fault = z.output<typeof Fault>;

export const materials = artifactOf("questions/materials", MaterialRow);
export const proposals = artifactOf("questions/proposals", ProposalRow);
export const neighbourhoods = artifactOf("questions/neighbourhoods", NeighbourhoodRow);
export const links = artifactOf("questions/links", LinkRow);
export const linkedMaterials = artifactOf("questions/linked-materials", MaterialRow);
export const linkedProposals = artifactOf("questions/linked-proposals", ProposalRow);
export const familyMaterials = artifactOf("questions/family-materials", MaterialRow);
export const familyProposals = artifactOf("questions/family-proposals", ProposalRow);
/** All proposals of a run, those on linked documents and on families among them. */
export const candidates = artifactOf("questions/candidates", ProposalRow);
export const readings = artifactOf("questions/readings", ReadingRow);
export const settled = artifactOf("questions/settled", SettledRow);
export const shortlist = artifactOf("questions/shortlist", ShortlistRow);
