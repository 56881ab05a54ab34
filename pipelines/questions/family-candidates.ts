// Turns proposals about a family into candidates with their wrong answers; a proposal that code cannot prove is dropped, with the reason.

import type { Language } from "../../schemas/items/item-types.ts";
import type { WrongAnswer } from "../../schemas/items/records.ts";
import type { FamilyCandidateReply } from "../../schemas/questions/families/prompts.ts";
import type { Candidate, Loss } from "../../schemas/questions/records.ts";
import { numbersOf, toEvidence } from "../items/numbered-sentences.ts";
import { fold } from "../text/fold.ts";
import { isCount } from "../text/values.ts";
import { statesValue } from "../text/stated-value.ts";
import {
  type RivalValues,
  shareOf,
  givesValue,
  givesRival,
  wordSet,
} from "../text/value-choice.ts";
import { anchorsOf } from "./anchors.ts";
import { headingsOf, missingDetails } from "./answer-details.ts";
import { type FamilyFacts, threadValueOn, threadsOf, twinNumbers } from "../text/family-facts.ts";
import { proveChain } from "./chain-proof.ts";
import { type Claim, type Fault, type Proof, proofs } from "./family-proofs.ts";
import {
  type ProposedCandidates,
  type ProposalContext,
  toProposedCandidates,
} from "./proposals.ts";

/** The proof for the candidate's type; types without one are only read and settled. */
export const proveCandidate = (claim: Claim): Proof =>
  ({ ...proofs, chain: proveChain })[claim.candidate.type]?.(claim) ?? { gold: [] };

export interface FamilyProposalContext extends ProposalContext {
  readonly family: FamilyFacts;
}

type WrongReply = FamilyCandidateReply["wrong"][number];

/** A candidate that is proved, with the values that make its answer right. */
interface ProvedCandidate {
  readonly candidate: Candidate;
  readonly gold: readonly RivalValues[];
  readonly context: FamilyProposalContext;
}

/** Whether an answer meant to be wrong states the right value anyway; a value without rivals must be stated verbatim. */
const statesRightValue = (answer: string, value: RivalValues, language: Language): boolean =>
  value.rivals.length === 0
    ? statesValue(answer, value.value, language)
    : givesValue(answer, value, language) && !givesRival(answer, value, language);

/** Why a wrong answer cannot be used: it must be stated in a document it names (in the near-twin's, for a twin) and must not be right. */
function wrongAnswerFault(
  { answer, trap, documents }: WrongReply,
  { candidate, gold, context: { family, sentences, documentIds, language } }: ProvedCandidate,
): Fault | undefined {
  const code = "unproved-wrong-answer";
  const isRightAnswer =
    gold.length > 0 && gold.every(value => statesRightValue(answer, value, language));
  if (isRightAnswer || fold(answer) === fold(candidate.answer))
    return { code, detail: `It is not wrong: ${answer}` };
  const twins = twinNumbers(family);
  const isInRightDocuments = documents.every(number => twins.has(number) === (trap === "twin"));
  if (!isInRightDocuments || (trap === "later" && candidate.type !== "as-of"))
    return {
      code,
      detail: `It is not from a document in which a ${trap} answer can be read: ${answer}`,
    };
  const namedIds = documents.map(number => documentIds[number - 1]);
  const namedSentences = sentences.filter(({ documentId }) => namedIds.includes(documentId));
  // A reader who falls into the trap takes the value for the subject's; the question need not name the subject.
  const subjects = family.documents.map(({ subject }) => subject);
  const sources = [
    ...namedSentences.map(({ text }) => text),
    ...headingsOf(namedSentences),
    candidate.question,
    ...subjects,
  ];
  const isStated = shareOf([...wordSet(answer, language)], sources.join("\n"), language) >= 0.5;
  // The count of a part of a list is stated nowhere.
  const unsaidDetails = missingDetails(answer, sources, language).filter(
    ({ text }) => !isCount(text) && !/^\d{1,2}$/.test(text),
  );
  // A number derived from a value that only these documents state, such as a share, is allowed.
  const ownDetails = missingDetails(
    answer,
    [candidate.answer, candidate.question],
    language,
  ).filter(({ text }) => unsaidDetails.every(other => other.text !== text));
  const isDerived = ownDetails.length > 0 && unsaidDetails.every(({ kind }) => kind === "value");
  return isStated && (unsaidDetails.length === 0 || isDerived)
    ? undefined
    : { code, detail: `Its documents do not state it: ${answer}` };
}

/** The trap of a wrong answer; for a value of another day, it depends on whether that value held before or after the day asked about. */
function trapOf(
  { answer, trap }: WrongReply,
  asOf: string,
  { gold, context }: ProvedCandidate,
): WrongReply["trap"] {
  const { family, language } = context;
  if (trap !== "superseded" && trap !== "later") return trap;
  const otherDayValues = threadsOf(family).flatMap(thread => {
    const rightValue = threadValueOn(thread, asOf)?.value;
    if (rightValue === undefined || gold.every(({ value }) => value !== rightValue)) return [];
    return thread.valuesInForce.filter(
      ({ value }) =>
        value !== rightValue && givesValue(answer, { value, rivals: [rightValue] }, language),
    );
  });
  if (otherDayValues.length === 0) return trap;
  return otherDayValues.every(({ from }) => from !== null && from > asOf) ? "later" : "superseded";
}

/** The candidate with what code proved about it, or why it was dropped. */
function toProvedCandidate(
  candidate: Candidate,
  reply: FamilyCandidateReply,
  context: FamilyProposalContext,
): Candidate | Fault {
  const { family, documentIds, language } = context;
  const evidenceIds = candidate.evidence.map(({ span }) => span.documentId);
  const citedDocuments = [...new Set(evidenceIds)].map(id => documentIds.indexOf(id) + 1);
  const claim = { family, language, candidate, reply, citedDocuments, sentences: reply.sentences };
  const proof = proveCandidate(claim);
  if ("code" in proof) return proof;
  const provedCandidate = { candidate, gold: proof.gold, context };
  const faults = reply.wrong.map(wrong => wrongAnswerFault(wrong, provedCandidate));
  const usableWrongAnswers = reply.wrong.filter((_, index) => faults[index] === undefined);
  // An unusable wrong answer is left out if there are others, unless the question depends on it.
  const [fault] = faults.flatMap(each => each ?? []);
  const isProvedWithoutIt =
    usableWrongAnswers.length > 0 &&
    !("code" in proveCandidate({ ...claim, reply: { ...reply, wrong: usableWrongAnswers } }));
  if (fault && !isProvedWithoutIt) return fault;
  const idsOf = (numbers: readonly number[]) =>
    numbers.flatMap(number => documentIds[number - 1] ?? []);
  const asOf = candidate.type === "as-of" ? reply.asOf : null;
  const wrongAnswers = usableWrongAnswers.map(
    (wrong): WrongAnswer => ({
      answer: wrong.answer,
      trap: asOf === null ? wrong.trap : trapOf(wrong, asOf, provedCandidate),
      documentIds: idsOf(wrong.documents),
    }),
  );
  const numbers = numbersOf(candidate.evidence, context.sentences);
  const anchorNumbers = anchorsOf(numbers, context.sentences, {
    language,
    type: candidate.type,
    questionAndAnswer: `${candidate.question}\n${candidate.answer}`,
  });
  return {
    ...candidate,
    evidence: toEvidence([...numbers, ...anchorNumbers], context.sentences),
    ...(asOf !== null && { asOf }),
    ...(candidate.type === "complete-list" && { members: idsOf(reply.members) }),
    ...(wrongAnswers.length > 0 && { wrongAnswers }),
  };
}

/** Candidates and losses, numbered as in the reply. */
export function toFamilyCandidates(
  replies: readonly (FamilyCandidateReply | null)[],
  context: FamilyProposalContext,
): ProposedCandidates {
  const { candidates, losses } = toProposedCandidates(replies, context);
  const allLosses: Loss[] = [...losses];
  const provedCandidates = candidates.flatMap((candidate): Candidate[] => {
    const reply = replies[candidate.number - 1];
    const result = reply ? toProvedCandidate(candidate, reply, context) : [];
    if ("code" in result) allLosses.push({ number: candidate.number, ...result });
    return "code" in result ? [] : [result].flat();
  });
  return { candidates: provedCandidates, losses: allLosses };
}
