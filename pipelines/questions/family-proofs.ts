// What code proves of a question on a family, kind by kind: that its answer is what the facts say, and what it rests on.

import type { QuestionType } from "../../schemas/items/item-types.ts";
import type { FamilyCandidateReply, FamilyFact } from "../../schemas/questions/families/prompts.ts";
import type { Candidate, Loss } from "../../schemas/questions/records.ts";
import { daysStated, statesValue } from "../text/stated-value.ts";
import { type Apart, shareOf, tellsApart, wordSet } from "../text/told-apart.ts";
import {
  alsoFitting,
  changesApart,
  daysOf,
  disputedValues,
  type FamilyFacts,
  type FamilyList,
  heldAt,
  isBetween,
  listsOf,
  listsWhere,
  namingValues,
  type Thread,
  threadsOf,
  twinNumbers,
} from "../text/family-facts.ts";

export type Fault = Omit<Loss, "number">;

/** What a question is held to. */
export interface Claim {
  readonly family: FamilyFacts;
  readonly language: "zh" | "en";
  readonly candidate: Pick<Candidate, "type" | "question" | "answer">;
  readonly reply: Pick<FamilyCandidateReply, "asOf" | "members" | "wrong">;
  /** The numbers of the sentences that are its evidence, and of their documents. */
  readonly sentences: readonly number[];
  readonly cited: readonly number[];
}

/** The values that make the answer right: no wrong answer tells them all. */
export type Proof = { readonly gold: readonly Apart[] } | Fault;

export const states = ({ language }: Claim, text: string, value: string): boolean =>
  statesValue(text, value, language);

export const answers = ({ candidate, language }: Claim, value: Apart): boolean =>
  tellsApart(candidate.answer, value, language);

/** A value of a thread, beside all others that the family or its near-twin states of it. */
export const apart = ({ told, twin }: Thread, value: string): Apart => ({
  value,
  rivals: [...told, ...(twin ? [twin] : [])]
    .map(fact => fact.value)
    .filter(other => other !== value),
});

/** What held on the day that is asked for, of something that changed on a day no document is dated. */
function proveAsOf(claim: Claim): Proof {
  const { family, reply, candidate, language } = claim;
  const { asOf } = reply;
  const days = daysOf(family);
  if (asOf === null || !isBetween(asOf, days))
    return { code: "day-not-between", detail: `No day between two documents: ${asOf ?? "none"}.` };
  if (!daysStated(candidate.question, language).includes(asOf))
    return { code: "day-not-asked", detail: `The question does not say the day ${asOf}.` };
  const gold = threadsOf(family)
    .filter(thread => changesApart(thread, days).length > 0)
    .flatMap(thread => {
      const held = heldAt(thread, asOf);
      return held ? [apart(thread, held.value)] : [];
    })
    .filter(value => answers(claim, value));
  return gold.length > 0
    ? { gold }
    : { code: "not-what-held", detail: `The answer is nothing that held on ${asOf}.` };
}

/** What held before and what holds since, each from a document that states it. */
function proveChange(claim: Claim): Proof {
  const { family, cited } = claim;
  const isCited = ({ document }: FamilyFact) => cited.includes(document);
  for (const thread of threadsOf(family))
    for (const [at, { value }] of thread.held.slice(1).entries()) {
      const before = thread.held[at]?.value ?? value;
      const gold = [before, value].map(side => apart(thread, side));
      if (before === value || !gold.every(side => answers(claim, side))) continue;
      const sides = gold.map(side => thread.told.filter(fact => fact.value === side.value));
      if (sides.every(side => side.some(isCited)) && new Set(cited).size > 1) return { gold };
    }
  return {
    code: "no-such-change",
    detail: "The answer does not say what held before and since, from documents that state both.",
  };
}

/** What holds in place of a value that a document kept. */
function proveHolding(claim: Claim): Proof {
  const { family, reply, language } = claim;
  const kept = family.facts.flatMap(({ standing, holds, value }) =>
    standing === "stale" && holds ? [{ stale: value, holds: holds.value }] : [],
  );
  const isRight = ({ stale, holds }: (typeof kept)[number]) =>
    answers(claim, { value: holds, rivals: [stale] });
  const right = kept.find(isRight);
  if (right === undefined)
    return { code: "not-what-holds", detail: "The answer is not what holds instead of a value." };
  const stale = { value: right.stale, rivals: [right.holds] };
  const falls = ({ trap, answer }: (typeof reply.wrong)[number]) =>
    trap === "stale" && tellsApart(answer, stale, language);
  return reply.wrong.some(falls)
    ? { gold: [{ value: right.holds, rivals: [right.stale] }] }
    : { code: "no-stale-answer", detail: `No wrong answer says ${right.stale}.` };
}

/** All that the documents say, with a document for each. */
function proveDisagreement(claim: Claim): Proof {
  for (const thread of threadsOf(claim.family)) {
    const gold = disputedValues(thread).map(({ value }) => apart(thread, value));
    const isTold = gold.length > 0 && gold.every(value => answers(claim, value));
    if (isTold && new Set(claim.cited).size > 1) return { gold };
  }
  return {
    code: "not-the-disagreement",
    detail: "The answer does not give each value on which the documents disagree.",
  };
}

/** A description in words that no other subject's documents have needs no value. */
export const minOwnWords = 2;

/** How many words of the question only this subject's facts have, of all subjects of the corpus. */
const wordsOfItsOwn = ({ candidate, language }: Claim, own: readonly FamilyFact[]): number => {
  const asked = wordSet(candidate.question, language);
  return new Set(own.flatMap(({ ownWords }) => ownWords.filter(word => asked.has(word)))).size;
};

/** A subject that the question does not name, and that alone fits what it tells. */
function proveDescription(claim: Claim): Proof {
  const { family, candidate, cited, reply } = claim;
  const isTwin = (number: number) => twinNumbers(family).has(number);
  const [first] = cited;
  if (first === undefined || new Set(cited.map(isTwin)).size > 1)
    return { code: "two-subjects", detail: "The evidence is of the family and of its near-twin." };
  const own = family.facts.filter(({ document }) => isTwin(document) === isTwin(first));
  const names = namingValues(family, first).filter(name => states(claim, candidate.question, name));
  if (names.length > 0)
    return { code: "names-its-subject", detail: `The question says ${names.join(", ")}.` };
  const isSaid = ({ value }: FamilyFact) =>
    value.length > 1 && states(claim, candidate.question, value);
  const told = own.filter(isSaid);
  if (wordsOfItsOwn(claim, own) < minOwnWords) {
    if (told.length === 0)
      return { code: "describes-nothing", detail: "It tells no value of the subject." };
    const others = alsoFitting(told);
    if (others.length > 0)
      return { code: "fits-several", detail: `It fits ${others.join(", ")} as well.` };
  }
  const otherwise = ({ path, value }: FamilyFact) =>
    family.facts.filter(fact => fact.path === path && fact.value !== value).map(fact => fact.value);
  const gold = own
    .filter(fact => !isSaid(fact))
    .map(fact => ({ value: fact.value, rivals: otherwise(fact) }))
    .filter(value => answers(claim, value));
  if (gold.length === 0)
    return { code: "not-its-fact", detail: "The answer is not a fact of the subject described." };
  const hasTwin = twinNumbers(family).size > 0;
  return hasTwin && !reply.wrong.some(({ trap }) => trap === "twin")
    ? { code: "no-twin-answer", detail: "No wrong answer is the near-twin's." }
    : { gold };
}

/** The share of a member's words that an answer has which cites the member's sentence. */
const minWords = 0.3;

interface ListedClaim {
  readonly label: string;
  readonly said: FamilyList["members"];
  readonly unsaid: FamilyList["members"];
}

/** Which members of a list the answer tells: in their own words, or in some of them where it cites the sentence. */
function listed(claim: Claim, { label, members }: FamilyList): ListedClaim {
  const { candidate, language, sentences } = claim;
  const isSaid = ({ value, told }: FamilyList["members"][number]) => {
    const isCited = told.some(fact => fact.sentences.some(number => sentences.includes(number)));
    return (
      states(claim, candidate.answer, value) ||
      (isCited && shareOf([...wordSet(value, language)], candidate.answer, language) >= minWords)
    );
  };
  return {
    label,
    said: members.filter(isSaid),
    unsaid: members.filter(member => !isSaid(member)),
  };
}

/** Every member of the list that the answer is of; the documents that make it up are cited. */
function proveList(claim: Claim): Proof {
  const { family, reply, cited, candidate } = claim;
  const isAskedFor = ({ where }: FamilyList) =>
    where === null || states(claim, candidate.question, where);
  const lists = [...listsOf(family), ...listsWhere(family).filter(isAskedFor)]
    .map(list => listed(claim, list))
    .sort((a, b) => b.said.length - a.said.length || a.unsaid.length - b.unsaid.length);
  const [list] = lists;
  if (list === undefined || list.said.length < 2)
    return { code: "no-list", detail: "The answer lists nothing that the documents state." };
  if (list.unsaid.length > 0)
    return {
      code: "incomplete-list",
      detail: `${list.label} lacks ${list.unsaid.map(({ value }) => value).join(", ")}.`,
    };
  const uncited = reply.members.filter(number => !cited.includes(number));
  if (reply.members.length < 2 || uncited.length > 0)
    return { code: "members-not-cited", detail: `Not cited: ${uncited.join(", ") || "members"}.` };
  const isMembers = ({ document }: FamilyFact) => reply.members.includes(document);
  const missing = list.said.find(({ told }) => !told.some(isMembers));
  return missing
    ? { code: "members-incomplete", detail: `No member states ${missing.value}.` }
    : { gold: list.said.map(({ value }) => ({ value, rivals: [] })) };
}

/** What is proved of a kind from what the facts say of one thing. */
export const proofs: Partial<Record<QuestionType, (claim: Claim) => Proof>> = {
  "as-of": proveAsOf,
  "what-changed": proveChange,
  "which-holds": proveHolding,
  disagreement: proveDisagreement,
  described: proveDescription,
  "complete-list": proveList,
};
