// Proves questions about a family in code, type by type: that the facts give the answer, and which values it rests on.

import type { QuestionType } from "../../schemas/items/item-types.ts";
import type { FamilyCandidateReply, FamilyFact } from "../../schemas/questions/families/prompts.ts";
import type { Candidate, Loss } from "../../schemas/questions/records.ts";
import { fullDatesIn, statesValue } from "../text/stated-value.ts";
import { type RivalValues, shareOf, givesValue, wordSet } from "../text/value-choice.ts";
import {
  otherFittingSubjects,
  changesBetweenDocuments,
  documentDays,
  disputedFacts,
  type FamilyFacts,
  type FamilyList,
  threadValueOn,
  isBetween,
  listsOf,
  filteredLists,
  namingValues,
  type Thread,
  threadsOf,
  twinNumbers,
} from "../text/family-facts.ts";

/** Why a candidate was dropped. */
export type Fault = Omit<Loss, "number">;

/** A candidate with what its proof needs. */
export interface Claim {
  readonly family: FamilyFacts;
  readonly language: "zh" | "en";
  readonly candidate: Pick<Candidate, "type" | "question" | "answer">;
  readonly reply: Pick<FamilyCandidateReply, "asOf" | "members" | "wrong">;
  /** Numbers of its evidence sentences. */
  readonly sentences: readonly number[];
  /** Numbers of the documents that these sentences are in. */
  readonly citedDocuments: readonly number[];
}

/** The values that make the answer right: no wrong answer gives them all. */
export type Proof = { readonly gold: readonly RivalValues[] } | Fault;

export const claimStates = ({ language }: Claim, text: string, value: string): boolean =>
  statesValue(text, value, language);

export const isStatedInAnswer = ({ candidate, language }: Claim, value: RivalValues): boolean =>
  givesValue(candidate.answer, value, language);

/** A value of a thread, with all other values that the family or its near-twin states. */
export const withRivals = ({ statements, twin }: Thread, value: string): RivalValues => ({
  value,
  rivals: [...statements, ...(twin ? [twin] : [])]
    .map(fact => fact.value)
    .filter(other => other !== value),
});

/** Proves what held on the day that the question names, for a value that changed on a day when no document is dated. */
function proveAsOf(claim: Claim): Proof {
  const { family, reply, candidate } = claim;
  const { asOf } = reply;
  const days = documentDays(family);
  if (asOf === null || !isBetween(asOf, days))
    return { code: "day-not-between", detail: `Not between two documents: ${asOf ?? "no day"}.` };
  if (!fullDatesIn(candidate.question).includes(asOf))
    return { code: "day-not-asked", detail: `The question does not mention the day ${asOf}.` };
  const gold = threadsOf(family)
    .filter(thread => changesBetweenDocuments(thread, days).length > 0)
    .flatMap(thread => {
      const heldValue = threadValueOn(thread, asOf);
      return heldValue ? [withRivals(thread, heldValue.value)] : [];
    })
    .filter(value => isStatedInAnswer(claim, value));
  return gold.length > 0
    ? { gold }
    : { code: "not-what-held", detail: `The answer gives no value that held on ${asOf}.` };
}

/** Proves what held before and what has held since, each from a document that states it. */
function proveChange(claim: Claim): Proof {
  const { family, citedDocuments } = claim;
  const isCited = ({ document }: FamilyFact) => citedDocuments.includes(document);
  for (const thread of threadsOf(family))
    for (const [index, { value }] of thread.valuesInForce.slice(1).entries()) {
      const previousValue = thread.valuesInForce[index]?.value ?? value;
      const gold = [previousValue, value].map(side => withRivals(thread, side));
      if (previousValue === value || !gold.every(side => isStatedInAnswer(claim, side))) continue;
      const factsOfSides = gold.map(side =>
        thread.statements.filter(fact => fact.value === side.value),
      );
      if (factsOfSides.every(side => side.some(isCited)) && new Set(citedDocuments).size > 1)
        return { gold };
    }
  return {
    code: "no-such-change",
    detail: "The answer does not say what held before and since, from documents that state both.",
  };
}

/** Proves what holds instead of a stale value that a document kept. */
function proveHolding(claim: Claim): Proof {
  const { family, reply, language } = claim;
  const staleFacts = family.facts.flatMap(({ standing, holds, value }) =>
    standing === "stale" && holds ? [{ stale: value, holds: holds.value }] : [],
  );
  const isRight = ({ stale, holds }: (typeof staleFacts)[number]) =>
    isStatedInAnswer(claim, { value: holds, rivals: [stale] });
  const rightFact = staleFacts.find(isRight);
  if (rightFact === undefined)
    return { code: "not-what-holds", detail: "The answer gives a value that does not hold." };
  const stale = { value: rightFact.stale, rivals: [rightFact.holds] };
  const isStaleAnswer = ({ trap, answer }: (typeof reply.wrong)[number]) =>
    trap === "stale" && givesValue(answer, stale, language);
  return reply.wrong.some(isStaleAnswer)
    ? { gold: [{ value: rightFact.holds, rivals: [rightFact.stale] }] }
    : { code: "no-stale-answer", detail: `No wrong answer gives ${rightFact.stale}.` };
}

/** Proves that the answer gives all disputed values, from several documents. */
function proveDisagreement(claim: Claim): Proof {
  for (const thread of threadsOf(claim.family)) {
    const gold = disputedFacts(thread).map(({ value }) => withRivals(thread, value));
    const givesAll = gold.length > 0 && gold.every(value => isStatedInAnswer(claim, value));
    if (givesAll && new Set(claim.citedDocuments).size > 1) return { gold };
  }
  return {
    code: "not-the-disagreement",
    detail: "The answer does not give each value on which the documents disagree.",
  };
}

/** A description with at least this many words unique to its subject needs no value. */
export const minOwnWords = 2;

/** How many words of the question occur in this subject's facts and in no other subject's. */
const countOwnWords = ({ candidate, language }: Claim, ownFacts: readonly FamilyFact[]): number => {
  const questionWords = wordSet(candidate.question, language);
  return new Set(
    ownFacts.flatMap(({ ownWords }) => ownWords.filter(word => questionWords.has(word))),
  ).size;
};

/** Proves a question that describes its subject without naming it, and whose description fits that subject alone. */
function proveDescription(claim: Claim): Proof {
  const { family, candidate, citedDocuments, reply } = claim;
  const isTwin = (number: number) => twinNumbers(family).has(number);
  const [first] = citedDocuments;
  if (first === undefined || new Set(citedDocuments.map(isTwin)).size > 1)
    return { code: "two-subjects", detail: "The family and its near-twin are both cited." };
  const ownFacts = family.facts.filter(({ document }) => isTwin(document) === isTwin(first));
  const names = namingValues(family, first).filter(name =>
    claimStates(claim, candidate.question, name),
  );
  if (names.length > 0)
    return { code: "names-its-subject", detail: `The question says ${names.join(", ")}.` };
  const isInQuestion = ({ value }: FamilyFact) =>
    value.length > 1 && claimStates(claim, candidate.question, value);
  const mentionedFacts = ownFacts.filter(isInQuestion);
  if (countOwnWords(claim, ownFacts) < minOwnWords) {
    if (mentionedFacts.length === 0)
      return { code: "describes-nothing", detail: "The question states no value of the subject." };
    const otherSubjects = otherFittingSubjects(mentionedFacts);
    if (otherSubjects.length > 0)
      return { code: "fits-several", detail: `Also fits ${otherSubjects.join(", ")}.` };
  }
  const otherValues = ({ path, value }: FamilyFact) =>
    family.facts.filter(fact => fact.path === path && fact.value !== value).map(fact => fact.value);
  const gold = ownFacts
    .filter(fact => !isInQuestion(fact))
    .map(fact => ({ value: fact.value, rivals: otherValues(fact) }))
    .filter(value => isStatedInAnswer(claim, value));
  if (gold.length === 0)
    return { code: "not-its-fact", detail: "The answer is not a fact of the subject described." };
  const hasTwin = twinNumbers(family).size > 0;
  return hasTwin && !reply.wrong.some(({ trap }) => trap === "twin")
    ? { code: "no-twin-answer", detail: "No wrong answer comes from the near-twin." }
    : { gold };
}

/** Minimum share of a member's words in an answer that cites the member's sentence. */
const minWordShare = 0.3;

/** A list, split into the members that an answer gives and the rest. */
interface AnsweredList {
  readonly label: string;
  readonly givenMembers: FamilyList["members"];
  readonly omittedMembers: FamilyList["members"];
}

/** Finds which members of a list the answer gives: in full, or in part if it cites their sentence. */
function answeredList(claim: Claim, { label, members }: FamilyList): AnsweredList {
  const { candidate, language, sentences } = claim;
  const isGiven = ({ value, statements }: FamilyList["members"][number]) => {
    const isCited = statements.some(fact =>
      fact.sentences.some(number => sentences.includes(number)),
    );
    return (
      claimStates(claim, candidate.answer, value) ||
      (isCited &&
        shareOf([...wordSet(value, language)], candidate.answer, language) >= minWordShare)
    );
  };
  return {
    label,
    givenMembers: members.filter(isGiven),
    omittedMembers: members.filter(member => !isGiven(member)),
  };
}

/** Proves that the answer gives every member of a list and that the documents that state them are cited. */
function proveList(claim: Claim): Proof {
  const { family, reply, citedDocuments, candidate } = claim;
  const isAskedFor = ({ filterValue }: FamilyList) =>
    filterValue === null || claimStates(claim, candidate.question, filterValue);
  const lists = [...listsOf(family), ...filteredLists(family).filter(isAskedFor)]
    .map(list => answeredList(claim, list))
    .sort(
      (a, b) =>
        b.givenMembers.length - a.givenMembers.length ||
        a.omittedMembers.length - b.omittedMembers.length,
    );
  const [list] = lists;
  if (list === undefined || list.givenMembers.length < 2)
    return { code: "no-list", detail: "The answer lists nothing that the documents state." };
  if (list.omittedMembers.length > 0)
    return {
      code: "incomplete-list",
      detail: `${list.label} lacks ${list.omittedMembers.map(({ value }) => value).join(", ")}.`,
    };
  const uncitedNumbers = reply.members.filter(number => !citedDocuments.includes(number));
  if (reply.members.length < 2 || uncitedNumbers.length > 0)
    return {
      code: "members-not-cited",
      detail: `Not cited: ${uncitedNumbers.join(", ") || "members"}.`,
    };
  const isOfMember = ({ document }: FamilyFact) => reply.members.includes(document);
  const unstatedMember = list.givenMembers.find(({ statements }) => !statements.some(isOfMember));
  return unstatedMember
    ? { code: "members-incomplete", detail: `No member states ${unstatedMember.value}.` }
    : { gold: list.givenMembers.map(({ value }) => ({ value, rivals: [] })) };
}

/** The proof of each question type that the facts can prove. */
export const proofs: Partial<Record<QuestionType, (claim: Claim) => Proof>> = {
  "as-of": proveAsOf,
  "what-changed": proveChange,
  "which-holds": proveHolding,
  disagreement: proveDisagreement,
  described: proveDescription,
  "complete-list": proveList,
};
