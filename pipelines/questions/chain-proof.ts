// Proves a chain by code: the question fits one document alone, a name in it leads to the next, and that one has the answer.

import type { FamilyFact } from "../../schemas/questions/families/prompts.ts";
import {
  alsoFitting,
  isBridged,
  leadsTo,
  namingValues,
  searchNames,
  standsIn,
  type Thread,
  threadsOf,
  twinNumbers,
} from "../text/family-facts.ts";
import { fold } from "../text/fold.ts";
import { daysStated } from "../text/stated-value.ts";
import { wordSet } from "../text/value-choice.ts";
import {
  answers,
  apart,
  type Claim,
  type Fault,
  minOwnWords,
  type Proof,
  states,
} from "./family-proofs.ts";

interface Chain extends Claim {
  /** Number of the document that the question leads to. */
  readonly start: number;
  /** Numbers of the other cited documents. */
  readonly further: readonly number[];
}

const asks = (claim: Claim, value: string): boolean =>
  states(claim, claim.candidate.question, value);

/** The facts of a document that the question mentions, by value or in words that no other subject has. */
function mentionedFacts(claim: Claim, number: number): FamilyFact[] {
  const asked = wordSet(claim.candidate.question, claim.language);
  const isInItsWords = ({ ownWords }: FamilyFact) =>
    ownWords.filter(word => asked.has(word)).length >= minOwnWords;
  return claim.family.facts
    .filter(({ document, value }) => document === number && value.length > 1)
    .filter(fact => asks(claim, fact.value) || isInItsWords(fact));
}

/** Whether names alone lead from the first document to each further one, possibly through others. */
function isReached({ family, start, further, language }: Chain): boolean {
  const reached = new Set([start]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const number of further)
      if ([...reached].some(one => isBridged(family, [one, number], language))) reached.add(number);
  }
  return further.length > 0 && further.every(number => reached.has(number));
}

/** The fault if a search by the question alone finds a further document: it states half of what the question says. */
function shortcut(chain: Chain): Fault | undefined {
  const { family, start, further, language } = chain;
  const named = further
    .flatMap(number => [...searchNames(family, number), ...namingValues(family, number)])
    .filter(name => asks(chain, name));
  if (named.length > 0)
    return { code: "names-the-next", detail: `The question says ${named.join(", ")}.` };
  const ofStart = mentionedFacts(chain, start);
  const straight = further
    .map(number =>
      [...ofStart, ...mentionedFacts(chain, number)].filter(({ value }) =>
        standsIn(family, number, value, language),
      ),
    )
    .find(facts => facts.length >= ofStart.length / 2 && alsoFitting(facts).length === 0);
  return (
    straight && {
      code: "leads-straight",
      detail: `The next states ${straight.map(({ value }) => value).join(", ")} as well.`,
    }
  );
}

/** A fact that the answer states, and its thread. */
interface Answered {
  readonly fact: FamilyFact;
  readonly thread: Thread;
}

/** Facts in the answer that a further document states and the first does not; that document's own day does not count. */
function answeredFurtherOn(chain: Chain): Answered[] {
  const { family, start, further, language } = chain;
  const dayOf = (number: number) =>
    family.documents.find(document => document.number === number)?.published ?? "";
  const isFurther = ({ fact: { document, value, standing }, thread }: Answered) =>
    further.includes(document) &&
    standing === undefined &&
    value.length > 1 &&
    !daysStated(value).includes(dayOf(document)) &&
    answers(chain, apart(thread, value)) &&
    !asks(chain, value) &&
    !standsIn(family, start, value, language);
  return threadsOf(family)
    .flatMap(thread => thread.told.map(fact => ({ fact, thread })))
    .filter(isFurther);
}

/** Whether it is clear which value counts: the latest, the one from the kind of document asked for, or all of them. */
function isSettled(chain: Chain, { fact, thread }: Answered): boolean {
  const { documents } = chain.family;
  const kind = documents.find(({ number }) => number === fact.document)?.kind ?? "";
  const ofKind = documents.filter(one => !one.isTwin && one.kind === kind);
  const others = thread.told.filter(({ document }) => document !== chain.start);
  return (
    thread.held.at(-1)?.value === fact.value ||
    (ofKind.length === 1 && asks(chain, kind)) ||
    (new Set(others.map(({ value }) => fold(value))).size > 1 &&
      others.every(({ value }) => answers(chain, apart(thread, value))))
  );
}

/** The facts of further documents that the answer rests on, or why it is not proved. */
function proveAnswer(chain: Chain): readonly Answered[] | Fault {
  const found = answeredFurtherOn(chain);
  const settled = found.filter(one => isSettled(chain, one));
  const isSure = ({ fact: { value } }: Answered) =>
    settled.some(({ fact }) => fact.value === value) ||
    !states(chain, chain.candidate.answer, value);
  const [open] = settled.length === 0 ? found : found.filter(one => !isSure(one));
  if (open)
    return { code: "open-value", detail: `Other documents say otherwise than ${open.fact.value}.` };
  if (found.length === 0)
    return { code: "not-further-on", detail: "No further document alone states what it answers." };
  const isContested = settled.some(
    ({ fact, thread }) => apart(thread, fact.value).rivals.length > 0,
  );
  return isContested && chain.reply.wrong.length === 0
    ? { code: "no-wrong-answer", detail: "No wrong answer is another document's." }
    : settled;
}

/** Proves the way from the one document that the question fits, by names it does not mention, to what only others state. */
export function proveChain(claim: Claim): Proof {
  const { family, cited } = claim;
  const twins = twinNumbers(family);
  if (cited.some(number => twins.has(number)))
    return { code: "two-subjects", detail: "The evidence is of the near-twin as well." };
  const start = cited.find(number => leadsTo(mentionedFacts(claim, number), family));
  if (start === undefined)
    return {
      code: "no-first-document",
      detail: "It fits none of its documents, or not one alone.",
    };
  const further = cited.filter(number => number !== start);
  const chain = { ...claim, start, further };
  const short = shortcut(chain);
  if (short) return short;
  if (!isReached(chain))
    return {
      code: "no-bridge",
      detail: "No name in the first document leads to each further one.",
    };
  const proved = proveAnswer(chain);
  if ("code" in proved) return proved;
  return { gold: proved.map(({ fact, thread }) => apart(thread, fact.value)) };
}
