// Turns a candidate into the rows that everything else reads: its question, references and final answer.

import { rowId } from "../engine/fingerprint.ts";
import { type AnswerRow, type QuestionRow, truthOf } from "../../schemas/items/records.ts";
import type { Candidate, ProposalRow, Settled } from "../../schemas/questions/records.ts";
import type { Titling } from "./document-titles.ts";

export const questionIdOf = (proposalId: string, number: number): string =>
  rowId("q", proposalId, number);

/** Options of stages that make a wing's rows. */
export interface Unfolding extends Titling {
  readonly wing: QuestionRow["wing"];
}

/** What a candidate's row, of any kind, contributes. */
export interface Around extends Pick<ProposalRow, "language" | "domain" | "documentIds" | "scope"> {
  readonly wing: QuestionRow["wing"];
  readonly proposalId: string;
  /** What a document is called. */
  readonly nameOf: (documentId: string) => string;
}

/** Documents that have the answer; for an unanswerable question, those that lack it. */
function documentsAsked({ type, evidence }: Candidate, documentIds: readonly string[]): string[] {
  if (type === "unanswerable") return [...documentIds];
  return documentIds.filter(id => evidence.some(({ span }) => span.documentId === id));
}

export function toQuestion(
  { wing, proposalId, language, domain, documentIds, scope, nameOf }: Around,
  candidate: Candidate,
): QuestionRow {
  const asked = documentsAsked(candidate, documentIds);
  return {
    id: questionIdOf(proposalId, candidate.number),
    wing,
    type: candidate.type,
    language,
    domain,
    question: candidate.question,
    answer: candidate.answer,
    subjects: asked.map(nameOf),
    documentIds: asked,
    heldOutIds: [],
    spans: candidate.evidence.map(({ span }) => span),
    scope: scope.filter(({ documentId }) => asked.includes(documentId)),
    factIds: candidate.factIds ?? [],
    derivations: candidate.derivations,
    originId: proposalId,
    ...truthOf(candidate),
  };
}

/** Depends on the evidence texts, not their places: moving text within a document changes no id. */
export const answerIdOf = (proposalId: string, { number, answer, evidence }: Candidate): string =>
  rowId(
    "a",
    questionIdOf(proposalId, number),
    answer,
    evidence.map(({ text }) => text),
  );

export function toAnswer(
  around: Around,
  candidate: Candidate & Partial<Pick<Settled, "changes">>,
): AnswerRow {
  const { answer, evidence, derivations, changes = [] } = candidate;
  return {
    id: answerIdOf(around.proposalId, candidate),
    language: around.language,
    question: toQuestion(around, candidate),
    answer,
    evidence,
    derivations,
    facts: [],
    changes,
  };
}
