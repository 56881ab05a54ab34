// Proves a chain in code: the question fits only one document, a name in it leads to the next, and that one has the answer.

import type { FamilyFact } from "../../schemas/questions/families/prompts.ts";
import {
  otherFittingSubjects,
  isLinkedByName,
  identifiesDocument,
  namingValues,
  searchNames,
  isStatedIn,
  type Thread,
  threadsOf,
  twinNumbers,
} from "../text/family-facts.ts";
import { fold } from "../text/fold.ts";
import { fullDatesIn } from "../text/stated-value.ts";
import { wordSet } from "../text/value-choice.ts";
import {
  isStatedInAnswer,
  withRivals,
  type Claim,
  type Fault,
  minOwnWords,
  type Proof,
  claimStates,
} from "./family-proofs.ts";

interface Chain extends Claim {
  /** Number of the document that the question leads to. */
  readonly start: number;
  /** Numbers of the other cited documents. */
  readonly furtherNumbers: readonly number[];
}

const isInQuestion = (claim: Claim, value: string): boolean =>
  claimStates(claim, claim.candidate.question, value);

/** The facts of a document that the question mentions, by their value or in words that no other subject has. */
function mentionedFacts(claim: Claim, number: number): FamilyFact[] {
  const questionWords = wordSet(claim.candidate.question, claim.language);
  const isInOwnWords = ({ ownWords }: FamilyFact) =>
    ownWords.filter(word => questionWords.has(word)).length >= minOwnWords;
  return claim.family.facts
    .filter(({ document, value }) => document === number && value.length > 1)
    .filter(fact => isInQuestion(claim, fact.value) || isInOwnWords(fact));
}

/** Whether names alone lead from the first document to each further one, possibly through others. */
function isReached({ family, start, furtherNumbers, language }: Chain): boolean {
  const reachedNumbers = new Set([start]);
  for (let size = 0; size !== reachedNumbers.size; ) {
    size = reachedNumbers.size;
    for (const number of furtherNumbers)
      if (
        [...reachedNumbers].some(reachedNumber =>
          isLinkedByName(family, [reachedNumber, number], language),
        )
      )
        reachedNumbers.add(number);
  }
  return furtherNumbers.length > 0 && furtherNumbers.every(number => reachedNumbers.has(number));
}

/** The fault if a search by the question alone finds a further document: the question names that document, or the document states half of the facts mentioned. */
function shortcutFault(chain: Chain): Fault | undefined {
  const { family, start, furtherNumbers, language } = chain;
  const mentionedNames = furtherNumbers
    .flatMap(number => [...searchNames(family, number), ...namingValues(family, number)])
    .filter(name => isInQuestion(chain, name));
  if (mentionedNames.length > 0)
    return { code: "names-the-next", detail: `The question says ${mentionedNames.join(", ")}.` };
  const startFacts = mentionedFacts(chain, start);
  const shortcutFacts = furtherNumbers
    .map(number =>
      [...startFacts, ...mentionedFacts(chain, number)].filter(({ value }) =>
        isStatedIn(family, number, value, language),
      ),
    )
    .find(
      facts => facts.length >= startFacts.length / 2 && otherFittingSubjects(facts).length === 0,
    );
  return (
    shortcutFacts && {
      code: "leads-straight",
      detail: `The next document also states ${shortcutFacts.map(({ value }) => value).join(", ")}.`,
    }
  );
}

/** A fact that the answer states, and its thread. */
interface AnswerFact {
  readonly fact: FamilyFact;
  readonly thread: Thread;
}

/** Facts in the answer that a further document states and the first does not; that document's own day does not count. */
function furtherAnswerFacts(chain: Chain): AnswerFact[] {
  const { family, start, furtherNumbers, language } = chain;
  const dayOf = (number: number) =>
    family.documents.find(document => document.number === number)?.published ?? "";
  const isAnswerFact = ({ fact: { document, value, standing }, thread }: AnswerFact) =>
    furtherNumbers.includes(document) &&
    standing === undefined &&
    value.length > 1 &&
    !fullDatesIn(value).includes(dayOf(document)) &&
    isStatedInAnswer(chain, withRivals(thread, value)) &&
    !isInQuestion(chain, value) &&
    !isStatedIn(family, start, value, language);
  return threadsOf(family)
    .flatMap(thread => thread.statements.map(fact => ({ fact, thread })))
    .filter(isAnswerFact);
}

/** Whether it is clear which value counts: the latest, the one from the kind of document asked for, or all of them. */
function isSettled(chain: Chain, { fact, thread }: AnswerFact): boolean {
  const { documents } = chain.family;
  const kind = documents.find(({ number }) => number === fact.document)?.kind ?? "";
  const documentsOfKind = documents.filter(one => !one.isTwin && one.kind === kind);
  const otherFacts = thread.statements.filter(({ document }) => document !== chain.start);
  return (
    thread.valuesInForce.at(-1)?.value === fact.value ||
    (documentsOfKind.length === 1 && isInQuestion(chain, kind)) ||
    (new Set(otherFacts.map(({ value }) => fold(value))).size > 1 &&
      otherFacts.every(({ value }) => isStatedInAnswer(chain, withRivals(thread, value))))
  );
}

/** The facts in further documents on which the answer rests, or why the answer is not proved. */
function proveAnswer(chain: Chain): readonly AnswerFact[] | Fault {
  const answerFacts = furtherAnswerFacts(chain);
  const settledFacts = answerFacts.filter(one => isSettled(chain, one));
  const isCertain = ({ fact: { value } }: AnswerFact) =>
    settledFacts.some(({ fact }) => fact.value === value) ||
    !claimStates(chain, chain.candidate.answer, value);
  const [openFact] =
    settledFacts.length === 0 ? answerFacts : answerFacts.filter(one => !isCertain(one));
  if (openFact)
    return {
      code: "open-value",
      detail: `Other documents contradict ${openFact.fact.value}.`,
    };
  if (answerFacts.length === 0)
    return {
      code: "not-further-on",
      detail: "The answer is not something that only a further document states.",
    };
  const isContested = settledFacts.some(
    ({ fact, thread }) => withRivals(thread, fact.value).rivals.length > 0,
  );
  return isContested && chain.reply.wrong.length === 0
    ? { code: "no-wrong-answer", detail: "No wrong answer comes from another document." }
    : settledFacts;
}

/** Proves that names not mentioned in the question lead from the one document it fits to facts that only other documents state. */
export function proveChain(claim: Claim): Proof {
  const { family, citedDocuments } = claim;
  const twins = twinNumbers(family);
  if (citedDocuments.some(number => twins.has(number)))
    return { code: "two-subjects", detail: "The evidence also cites the near-twin." };
  const start = citedDocuments.find(number =>
    identifiesDocument(mentionedFacts(claim, number), family),
  );
  if (start === undefined)
    return {
      code: "no-first-document",
      detail: "The question fits none of its documents, or more than one.",
    };
  const furtherNumbers = citedDocuments.filter(number => number !== start);
  const chain = { ...claim, start, furtherNumbers };
  const fault = shortcutFault(chain);
  if (fault) return fault;
  if (!isReached(chain))
    return {
      code: "no-bridge",
      detail: "Names do not lead from the first document to each of the others.",
    };
  const answerProof = proveAnswer(chain);
  if ("code" in answerProof) return answerProof;
  return { gold: answerProof.map(({ fact, thread }) => withRivals(thread, fact.value)) };
}
