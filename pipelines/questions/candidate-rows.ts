// Turns a candidate into the rows that all later stages read: its question and its final answer.

import { type AnswerRow, type QuestionRow, truthOf } from "../../schemas/items/records.ts";
import type { Candidate, ProposalRow, Settled } from "../../schemas/questions/records.ts";
import type { Wing } from "../../schemas/wings.ts";
import { rowId } from "../engine/fingerprint.ts";
import type { TitleOptions } from "./document-titles.ts";

export const questionIdOf = (proposalId: string, number: number): string =>
  rowId("q", proposalId, number);

/** Options of stages that create a wing's rows. */
export interface UnfoldOptions extends TitleOptions {
  readonly wing: Wing;
}

/** What the row that holds a candidate contributes, whatever the row's kind. */
export interface CandidateContext
  extends Pick<ProposalRow, "language" | "domain" | "documentIds" | "scope"> {
  readonly wing: Wing;
  readonly proposalId: string;
  /** What a document is called. */
  readonly nameOf: (documentId: string) => string;
}

/** The documents that have the answer; for an unanswerable question, those that lack it. */
function documentsOfQuestion(
  { type, evidence }: Candidate,
  documentIds: readonly string[],
): string[] {
  if (type === "unanswerable") return [...documentIds];
  return documentIds.filter(id => evidence.some(({ span }) => span.documentId === id));
}

export function toQuestion(
  { wing, proposalId, language, domain, documentIds, scope, nameOf }: CandidateContext,
  candidate: Candidate,
): QuestionRow {
  const questionDocumentIds = documentsOfQuestion(candidate, documentIds);
  return {
    id: questionIdOf(proposalId, candidate.number),
    wing,
    type: candidate.type,
    language,
    domain,
    question: candidate.question,
    answer: candidate.answer,
    subjects: questionDocumentIds.map(nameOf),
    documentIds: questionDocumentIds,
    heldOutIds: [],
    spans: candidate.evidence.map(({ span }) => span),
    scope: scope.filter(({ documentId }) => questionDocumentIds.includes(documentId)),
    factIds: candidate.factIds ?? [],
    derivations: candidate.derivations,
    originId: proposalId,
    ...truthOf(candidate),
  };
}

/** The id of an answer. It depends on the evidence texts, not on where they are: moving text within a document changes no id. */
export const answerIdOf = (proposalId: string, { number, answer, evidence }: Candidate): string =>
  rowId(
    "a",
    questionIdOf(proposalId, number),
    answer,
    evidence.map(({ text }) => text),
  );

export function toAnswer(
  context: CandidateContext,
  candidate: Candidate & Partial<Pick<Settled, "changes">>,
): AnswerRow {
  const { answer, evidence, derivations, changes = [] } = candidate;
  return {
    id: answerIdOf(context.proposalId, candidate),
    language: context.language,
    question: toQuestion(context, candidate),
    answer,
    evidence,
    derivations,
    facts: [],
    changes,
  };
}
