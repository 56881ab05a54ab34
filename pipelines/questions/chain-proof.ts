// What code proves of a chain: the question leads to one document alone, a name in it to the next, and the answer stands there.

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
import { wordSet } from "../text/told-apart.ts";
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
  /** The document that the question leads to. */
  readonly start: number;
  /** The others that are cited. */
  readonly further: readonly number[];
}

const asks = (claim: Claim, value: string): boolean =>
  states(claim, claim.candidate.question, value);

/** What the question tells of what a document states: the value, or it in words that no other subject has. */
function toldOf(claim: Claim, number: number): FamilyFact[] {
  const asked = wordSet(claim.candidate.question, claim.language);
  const isInItsWords = ({ ownWords }: FamilyFact) =>
    ownWords.filter(word => asked.has(word)).length >= minOwnWords;
  return claim.family.facts
    .filter(({ document, value }) => document === number && value.length > 1)
    .filter(fact => asks(claim, fact.value) || isInItsWords(fact));
}

/** Whether names alone lead from the first document to each further one, maybe by way of another. */
function isReached({ family, start, further, language }: Chain): boolean {
  const reached = new Set([start]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const number of further)
      if ([...reached].some(one => isBridged(family, [one, number], language))) reached.add(number);
  }
  return further.length > 0 && further.every(number => reached.has(number));
}

/** How a search by the question alone finds a further document: by half of what it tells of the first. */
function shortcut(chain: Chain): Fault | undefined {
  const { family, start, further, language } = chain;
  const named = further
    .flatMap(number => [...searchNames(family, number), ...namingValues(family, number)])
    .filter(name => asks(chain, name));
  if (named.length > 0)
    return { code: "names-the-next", detail: `The question says ${named.join(", ")}.` };
  const ofStart = toldOf(chain, start);
  const straight = further
    .map(number =>
      [...ofStart, ...toldOf(chain, number)].filter(({ value }) =>
        standsIn(family, number, value, language),
      ),
    )
    .find(told => told.length >= ofStart.length / 2 && alsoFitting(told).length === 0);
  return (
    straight && {
      code: "leads-straight",
      detail: `The next states ${straight.map(({ value }) => value).join(", ")} as well.`,
    }
  );
}

/** What the answer tells, and what it is about. */
interface Answered {
  readonly fact: FamilyFact;
  readonly thread: Thread;
}

/** What it tells that a further document states and the first does not, but for the day of that document. */
function answeredFurtherOn(chain: Chain): Answered[] {
  const { family, start, further, language } = chain;
  const dayOf = (number: number) =>
    family.documents.find(document => document.number === number)?.published ?? "";
  const isFurther = ({ fact: { document, value, standing }, thread }: Answered) =>
    further.includes(document) &&
    standing === undefined &&
    value.length > 1 &&
    !daysStated(value, language).includes(dayOf(document)) &&
    answers(chain, apart(thread, value)) &&
    !asks(chain, value) &&
    !standsIn(family, start, value, language);
  return threadsOf(family)
    .flatMap(thread => thread.told.map(fact => ({ fact, thread })))
    .filter(isFurther);
}

/** Whether it is plain whose value counts: the last that held, that of a kind asked for, or all of the others'. */
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

/** What the answer rests on of what the further documents say. */
function proveAnswer(chain: Chain): readonly Answered[] | Fault {
  const told = answeredFurtherOn(chain);
  const settled = told.filter(one => isSettled(chain, one));
  const isSure = ({ fact: { value } }: Answered) =>
    settled.some(({ fact }) => fact.value === value) ||
    !states(chain, chain.candidate.answer, value);
  const [open] = settled.length === 0 ? told : told.filter(one => !isSure(one));
  if (open)
    return { code: "open-value", detail: `Other documents say otherwise than ${open.fact.value}.` };
  if (told.length === 0)
    return { code: "not-further-on", detail: "No further document alone states what it answers." };
  const isContested = settled.some(
    ({ fact, thread }) => apart(thread, fact.value).rivals.length > 0,
  );
  return isContested && chain.reply.wrong.length === 0
    ? { code: "no-wrong-answer", detail: "No wrong answer is another document's." }
    : settled;
}

/** From the one document that the question fits, by names that it does not say, to what only others state. */
export function proveChain(claim: Claim): Proof {
  const { family, cited } = claim;
  const twins = twinNumbers(family);
  if (cited.some(number => twins.has(number)))
    return { code: "two-subjects", detail: "The evidence is of the near-twin as well." };
  const start = cited.find(number => leadsTo(toldOf(claim, number), family));
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
