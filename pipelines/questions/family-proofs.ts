// What code proves of a question on a family, kind by kind: that its answer is what the facts say, and what it rests on.

import type { QuestionType } from "../../schemas/items/item-types.ts";
import type { FamilyFact } from "../../schemas/questions/families/prompts.ts";
import { daysStated } from "../text/stated-value.ts";
import {
  alsoFitting,
  changesApart,
  daysOf,
  disputedValues,
  heldAt,
  isBetween,
  listsOf,
  namingValues,
  threadsOf,
  twinNumbers,
} from "../text/family-facts.ts";
import { proveChain } from "./chain-proof.ts";
import { answers, type Claim, type Proof, states } from "./claim.ts";

/** What held on the day that is asked for, of something that changed on a day no document is dated. */
function proveAsOf(claim: Claim): Proof {
  const { family, reply, candidate, language } = claim;
  const { asOf } = reply;
  const days = daysOf(family);
  if (asOf === null || !isBetween(asOf, days))
    return { code: "day-not-between", detail: `No day between two documents: ${asOf ?? "none"}.` };
  if (!daysStated(candidate.question, language).includes(asOf))
    return { code: "day-not-asked", detail: `The question does not say the day ${asOf}.` };
  const held = threadsOf(family)
    .filter(thread => changesApart(thread, days).length > 0)
    .flatMap(thread => heldAt(thread, asOf) ?? []);
  const gold = held.find(({ value }) => answers(claim, value));
  return gold
    ? { gold: [gold.value] }
    : { code: "not-what-held", detail: `The answer is nothing that held on ${asOf}.` };
}

/** What held before and what holds since, each from a document that states it. */
function proveChange(claim: Claim): Proof {
  const { family, cited } = claim;
  const isCited = ({ document }: FamilyFact) => cited.includes(document);
  for (const { held, told } of threadsOf(family))
    for (const [at, { value }] of held.slice(1).entries()) {
      const before = held[at]?.value ?? value;
      if (before === value || !answers(claim, before) || !answers(claim, value)) continue;
      const sides = [before, value].map(side => told.filter(fact => fact.value === side));
      if (sides.every(side => side.some(isCited)) && new Set(cited).size > 1)
        return { gold: [before, value] };
    }
  return {
    code: "no-such-change",
    detail: "The answer does not say what held before and since, from documents that state both.",
  };
}

/** What holds in place of a value that a document kept. */
function proveHolding(claim: Claim): Proof {
  const { family, reply } = claim;
  const kept = family.facts.filter(({ standing }) => standing === "stale");
  const right = kept.find(({ holds }) => holds && answers(claim, holds.value));
  if (right?.holds === undefined)
    return { code: "not-what-holds", detail: "The answer is not what holds instead of a value." };
  const falls = ({ trap, answer }: (typeof reply.wrong)[number]) =>
    trap === "stale" && states(claim, answer, right.value);
  return reply.wrong.some(falls)
    ? { gold: [right.holds.value] }
    : { code: "no-stale-answer", detail: `No wrong answer says ${right.value}.` };
}

/** All that the documents say, with a document for each. */
function proveDisagreement(claim: Claim): Proof {
  for (const thread of threadsOf(claim.family)) {
    const gold = disputedValues(thread).map(({ value }) => value);
    const isTold = gold.length > 0 && gold.every(value => answers(claim, value));
    if (isTold && new Set(claim.cited).size > 1) return { gold };
  }
  return {
    code: "not-the-disagreement",
    detail: "The answer does not give each value on which the documents disagree.",
  };
}

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
  if (told.length === 0)
    return { code: "describes-nothing", detail: "It tells no value of the subject." };
  const others = alsoFitting(told);
  if (others.length > 0)
    return { code: "fits-several", detail: `It fits ${others.join(", ")} as well.` };
  const gold = own
    .filter(fact => !isSaid(fact) && answers(claim, fact.value))
    .map(({ value }) => value);
  if (gold.length === 0)
    return { code: "not-its-fact", detail: "The answer is no fact of the subject described." };
  const hasTwin = twinNumbers(family).size > 0;
  const said = namingValues(family, first).filter(name => answers(claim, name));
  return hasTwin && !reply.wrong.some(({ trap }) => trap === "twin")
    ? { code: "no-twin-answer", detail: "No wrong answer is the near-twin's." }
    : { gold: [...new Set(gold)], names: [said], isDated: false };
}

/** Every member of the list that the answer is of; the documents that make it up are cited. */
function proveList(claim: Claim): Proof {
  const { family, reply, cited } = claim;
  const lists = listsOf(family)
    .map(({ label, members }) => ({
      label,
      said: members.filter(({ value }) => answers(claim, value)),
      unsaid: members.filter(({ value }) => !answers(claim, value)),
    }))
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
    : { gold: list.said.map(({ value }) => value) };
}

/** What is proved of a kind; others are read and settled alone. */
const proofs: Partial<Record<QuestionType, (claim: Claim) => Proof>> = {
  "as-of": proveAsOf,
  "what-changed": proveChange,
  "which-holds": proveHolding,
  disagreement: proveDisagreement,
  described: proveDescription,
  chain: proveChain,
  "complete-list": proveList,
};

export const prove = (claim: Claim): Proof => proofs[claim.candidate.type]?.(claim) ?? { gold: [] };
