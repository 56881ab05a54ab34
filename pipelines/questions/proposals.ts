// Turns what a model proposed into candidates; drops unusable ones, with the reason.

import { type Language, QuestionType } from "../../schemas/items/item-types.ts";
import type { CandidateReply } from "../../schemas/questions/prompts.ts";
import type { Candidate, Loss } from "../../schemas/questions/records.ts";
import { type PlacedSentence, toEvidence } from "../items/numbered-sentences.ts";
import { derivationsOf } from "../text/derivation.ts";
import { headingsOf, missingCodes } from "./answer-details.ts";
import { revealsAnswer } from "./answer-leak.ts";
import { repeatedQuestions } from "./repeated-questions.ts";

/** What proposals are checked against. */
export interface ProposalContext {
  readonly language: Language;
  /** Types of the mix: a material may yield a type other than the one requested. */
  readonly types: readonly QuestionType[];
  readonly documentIds: readonly string[];
  readonly sentences: readonly PlacedSentence[];
  /** Whether the questions are right by construction, so that no reader marks them. */
  readonly constructed: boolean;
}

export interface ProposedCandidates {
  readonly candidates: Candidate[];
  readonly losses: Loss[];
}

type Fault = Omit<Loss, "number">;

/** Candidates and losses, numbered as in the reply. */
export function toProposedCandidates(
  replies: readonly (CandidateReply | null)[],
  context: ProposalContext,
): ProposedCandidates {
  const losses: Loss[] = [];
  const candidates = replies.flatMap((reply, index): Candidate[] => {
    const result = toCandidate(reply, index + 1, context);
    if ("code" in result) losses.push({ number: index + 1, ...result });
    return "code" in result ? [] : [result];
  });
  const { documentIds, language } = context;
  const keptIndexByRepeat = repeatedQuestions(
    candidates.map(candidate => ({ ...candidate, documentIds, language })),
  );
  for (const [repeatIndex, keptIndex] of keptIndexByRepeat) {
    const [dropped, kept] = [candidates[repeatIndex], candidates[keptIndex]];
    if (dropped && kept) losses.push(toLoss(dropped.number, kept.number));
  }
  return { candidates: candidates.filter((_, index) => !keptIndexByRepeat.has(index)), losses };
}

const toLoss = (number: number, keptNumber: number): Loss => ({
  number,
  code: "duplicate",
  detail: `Asks the same as candidate ${keptNumber}.`,
});

function toCandidate(
  reply: CandidateReply | null,
  number: number,
  context: ProposalContext,
): Candidate | Fault {
  if (reply === null)
    return { code: "no-candidate", detail: "This entry of the reply does not fit the contract." };
  const type = QuestionType.safeParse(reply.type.trim().toLowerCase()).data;
  if (type === undefined) return { code: "unknown-type", detail: `"${reply.type}" is not a type.` };
  if (!context.types.includes(type))
    return { code: "type-not-wanted", detail: `The mix has no ${type} question.` };
  const [question, answer] = [reply.question.trim(), reply.answer.trim()];
  if (question === "" || answer === "")
    return { code: "empty", detail: "The question or the answer is empty." };
  const evidence = toEvidence(reply.sentences, context.sentences);
  if (evidence.length === 0 && type !== "unanswerable")
    return { code: "no-sentences", detail: `No such sentences: ${reply.sentences.join(", ")}.` };
  // A constructed answer repeats the question's words, but code knows that its facts are not in the question.
  const isLeaked =
    !context.constructed &&
    type !== "unanswerable" &&
    revealsAnswer(question, answer, context.language);
  if (isLeaked) return { code: "gives-itself-away", detail: "The question contains its answer." };
  const codes = unsaidCodes(question, answer, context.sentences);
  if (codes.length > 0)
    return { code: "unsupported-value", detail: `Stated in no sentence: ${codes.join(", ")}` };
  const derivations = derivationsOf(reply.derivations, context.language);
  const mark = context.constructed ? null : reply.worth;
  const asker = reply.asker.trim();
  return { number, type, asker, question, answer, evidence, derivations, mark };
}

/**
 * Codes of the answer that no sentence states: versions and file numbers are never computed. An amount or date may be, in
 * ways that code does not know (200,000 truncated to 16 bits): the comparison with the blind reading shows whether a second
 * reader gets it too.
 */
function unsaidCodes(question: string, answer: string, sentences: readonly PlacedSentence[]) {
  return missingCodes(answer, [
    ...sentences.map(({ text }) => text),
    ...headingsOf(sentences),
    question,
  ]);
}
