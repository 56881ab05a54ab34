// Records of the question generation stages, most with one row per material: from what is read to the shortlisted candidates.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Derivation } from "../items/derivation.ts";
import { Span } from "../items/documents.ts";
import { Language, QuestionType } from "../items/item-types.ts";
import { Measures } from "../items/measures.ts";
import { Evidence, Truth } from "../items/records.ts";
import { CorpusList } from "./corpus-list.ts";

const row = { id: z.string(), language: Language, domain: z.string() };

/** The number of candidates requested of a type. */
export const Wanted = z.strictObject({ type: QuestionType, count: z.int().min(1) });
export type Wanted = z.output<typeof Wanted>;

/** Why documents are read together. */
export const Link = z.strictObject({
  /** A possible question; the proposer may find a better one. */
  question: z.string().min(1),
  /** What each document contributes to the answer, in the order of the documents. */
  adds: z.array(z.string()),
  /** What connects the documents: what their briefs have in common. */
  tie: z.string(),
  /** 3: certain, 2: probable; guesses (1) are dropped. */
  sure: z.int().min(1).max(3),
});
export type Link = z.output<typeof Link>;

/** The input of one request: a document, a section of a long one, or several documents: linked, on one subject, or in lists. */
export const MaterialRow = z.strictObject({
  ...row,
  kind: z.enum(["document", "section", "linked", "family", "lists"]),
  documentIds: z.array(z.string()).min(1),
  /** The spans that are read; empty for whole documents. */
  scope: z.array(Span),
  /** For a section: what the rest of its document is about (headings, or how its parts begin); otherwise "". */
  rest: z.string(),
  /** How many candidates of each type to request, highest weight first. */
  wanted: z.array(Wanted).min(1),
  /** How many candidates should describe their subject instead of naming the document; absent if none should. */
  described: z.int().min(1).optional(),
  /** Only for linked documents. */
  link: Link.nullable(),
  /** Only for lists. */
  lists: z.array(CorpusList).min(1).optional(),
  /** How many documents of the folder it represents, each weighted by how much it is used. */
  weight: z.number().positive(),
});
export type MaterialRow = z.output<typeof MaterialRow>;

/** A summary of what a document settles, used to find documents that belong together. */
export const Brief = z.strictObject({
  documentId: z.string(),
  /** The fragment it covers; absent if it covers the whole document. */
  fragment: Span.optional(),
  /** What it is about: package and flaw, dish, person and charge, company and period. */
  subject: z.string().min(1),
  /** What it settles: outcome, conditions, exceptions, quantities, dates; one line each. */
  settles: z.array(z.string()),
});
export type Brief = z.output<typeof Brief>;

/** A question with its answer, as proposed by a model. */
export const Candidate = z.strictObject({
  /** From 1, within its row. */
  number: z.int().min(1),
  type: QuestionType,
  /** Who asks, and why. */
  asker: z.string(),
  question: z.string().min(1),
  answer: z.string().min(1),
  evidence: z.array(Evidence),
  derivations: z.array(Derivation),
  /** The proposer's mark for its worth, from 1 to 5; null for constructed questions. */
  mark: z.int().min(1).max(5).nullable(),
  /** For a list across all documents of a kind: the facts that make it up. Such a question has no single subject to name. */
  factIds: z.array(z.string()).min(1).optional(),
  ...Truth.shape,
});
export type Candidate = z.output<typeof Candidate>;

/** A rejected candidate, and why; `number` as in the reply. */
export const Loss = z.strictObject({
  number: z.int().min(1),
  code: z.string(),
  detail: z.string(),
});
export type Loss = z.output<typeof Loss>;

/** The candidates of one request. */
export const ProposalRow = z.strictObject({
  ...row,
  materialId: z.string(),
  documentIds: z.array(z.string()).min(1),
  scope: z.array(Span),
  candidates: z.array(Candidate),
  losses: z.array(Loss),
  /** One per document; empty for a linked material, whose documents already have theirs. */
  briefs: z.array(Brief),
  link: Link.nullable(),
  weight: z.number().positive(),
});
export type ProposalRow = z.output<typeof ProposalRow>;

/** Related documents, at most 30, among which a model looks for links. */
export const NeighbourhoodRow = z.strictObject({
  ...row,
  briefs: z.array(Brief).min(2),
  /** Why they are related: by a subject, a rare word, a mention or similarity. */
  near: z.array(z.string()),
});
export type NeighbourhoodRow = z.output<typeof NeighbourhoodRow>;

/** A link that was found in a neighbourhood. */
export const LinkRow = z.strictObject({
  ...row,
  documentIds: z.array(z.string()).min(1).max(3),
  /** The linked fragments, if fragments are linked rather than whole documents. */
  scope: z.array(Span).min(2).optional(),
  link: Link,
  /** On the first row of a request: the proposed links that were rejected, and why. */
  losses: z.array(Loss),
});
export type LinkRow = z.output<typeof LinkRow>;

/** The answer of a reader who saw only the question and the same sentences. */
export const Reading = z.strictObject({
  number: z.int().min(1),
  answer: z.string(),
  evidence: z.array(Evidence),
  /** Whether the sentences answer the question. */
  answerable: z.enum(["yes", "in-part", "no"]),
  /** Whether the question is clear to a person without the documents. */
  clear: z.boolean(),
  /** Whether it could be answered without the documents, in the reader's estimate. */
  known: z.boolean(),
  worth: z.int().min(1).max(5),
});
export type Reading = z.output<typeof Reading>;

/** The blind readings of one proposal's candidates. */
export const ReadingRow = z.strictObject({
  ...row,
  proposalId: z.string(),
  readings: z.array(Reading),
  /** Whether the reader and the proposer are the same model. */
  sameModel: z.boolean().default(false),
});
export type ReadingRow = z.output<typeof ReadingRow>;

/** A candidate after its two answers were reconciled. */
export const Settled = z.strictObject({
  ...Candidate.shape,
  /** Sentences that only one reader cited and that are not evidence: a keypoint may still rest on them. */
  aside: z.array(Evidence).default([]),
  /** What a refinement changed, if there was one. */
  changes: z.array(z.string()),
  measures: Measures,
});
export type Settled = z.output<typeof Settled>;

/** Kinds of difference that code finds between an answer and the blind one. */
export const DifferenceKind = z.enum(["unsaid", "misquoted", "contrary", "polarity", "found"]);
export type DifferenceKind = z.output<typeof DifferenceKind>;

/** The comparison of a candidate's answer with the blind one. */
export const Compared = z.strictObject({
  number: z.int().min(1),
  /** The differences that code found; empty if the answers agree. Older runs also list gaps. */
  differences: z.array(DifferenceKind.or(z.enum(["lacks", "apart"]))),
  /** The refinement's verdict; null if there was no refinement or it gave none. */
  refinement: z.enum(["keep", "change", "drop"]).nullable(),
});
export type Compared = z.output<typeof Compared>;

/** The outcome of one proposal's candidates: the accepted ones, and why the others were rejected. */
export const SettledRow = z.strictObject({
  ...row,
  proposalId: z.string(),
  documentIds: z.array(z.string()).min(1),
  scope: z.array(Span),
  accepted: z.array(Settled),
  losses: z.array(Loss),
  /** The comparisons for candidates that a reader answered and did not reject. */
  compared: z.array(Compared).default([]),
});
export type SettledRow = z.output<typeof SettledRow>;

/** A candidate that may become an item, with its rank in the order of choice, from 1. */
export const Shortlisted = z.strictObject({ ...Settled.shape, rank: z.int().min(1) });
export type Shortlisted = z.output<typeof Shortlisted>;

/** The candidates of one settled row that may become items; all rows together contain the number of requested items × `shortlist`. */
export const ShortlistRow = z.strictObject({
  ...row,
  settledId: z.string(),
  proposalId: z.string(),
  accepted: z.array(Shortlisted).min(1),
});
export type ShortlistRow = z.output<typeof ShortlistRow>;

/** Faults of an item that its last reader can report. */
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
/** All proposals of a run, including those about linked documents and families. */
export const candidates = artifactOf("questions/candidates", ProposalRow);
export const readings = artifactOf("questions/readings", ReadingRow);
export const settled = artifactOf("questions/settled", SettledRow);
export const shortlist = artifactOf("questions/shortlist", ShortlistRow);
