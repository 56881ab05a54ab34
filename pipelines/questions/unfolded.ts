// A candidate as the rows that all else reads: a question, the references and the answer that stand in the end.

import { rowId } from "../engine/fingerprint.ts";
import { type AnswerRow, type QuestionRow, truthOf } from "../../schemas/items/records.ts";
import type { Candidate, ProposalRow, Settled } from "../../schemas/questions/records.ts";
import type { Titling } from "./titled.ts";

export const questionIdOf = (proposalId: string, number: number): string =>
  rowId("q", proposalId, number);

/** Of stages that make a wing's rows. */
export interface Unfolding extends Titling {
  readonly wing: QuestionRow["wing"];
}

/** Whatever row a candidate stands in. */
export interface Around extends Pick<ProposalRow, "language" | "domain" | "documentIds" | "scope"> {
  readonly wing: QuestionRow["wing"];
  readonly proposalId: string;
  /** What a document is called. */
  readonly nameOf: (documentId: string) => string;
}

/** Documents that carry the answer; of a question that cannot be answered, those that lack it. */
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

/** By its texts and not their places: what moves within a document stays what it is. */
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
