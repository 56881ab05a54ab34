// Chain questions that are correct by construction: they identify a document by what it alone states, and ask what only other documents on its subject state.

import type { FamilyDocument, FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import {
  isLinkedByName,
  identifiesDocument,
  isStatedIn,
  type Thread,
} from "../../text/family-facts.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import { fullDatesIn } from "../../text/stated-value.ts";
import {
  type AskableFamily,
  type FamilyConstruction,
  documentPhraseOf,
  type AskableThread,
} from "./family-askable.ts";
import { askByDescription } from "./family-descriptions.ts";
import { twinWrongAnswers, validStatements, wrongAnswer } from "./family-question-kinds.ts";
import { givesAway, clausesAsSentence } from "../wording.ts";

/** Minimum and maximum number of values that identify a document. */
const factCount = { min: 2, max: 4 };

const maxChains = 12;

interface ChainStart {
  readonly family: AskableFamily;
  readonly document: FamilyDocument;
  readonly otherDocuments: readonly FamilyDocument[];
}

/** A few facts, each stated in no other document, that together fit only this one; none if too many are needed. */
function identifyingFacts(
  { family, document, otherDocuments }: ChainStart,
  askedThread: Thread,
  draw: Draw,
): FamilyFact[] {
  const { threads, wording } = family;
  const ownFacts = threads
    .filter(thread => thread !== askedThread)
    .flatMap(({ statements }) => statements.filter(fact => fact.document === document.number))
    .filter(({ standing }) => standing === undefined);
  const isStatedElsewhere = ({ value }: FamilyFact) =>
    otherDocuments.some(({ number }) => isStatedIn(family, number, value, wording.language));
  const chosen: FamilyFact[] = [];
  for (const next of shuffle(draw, ownFacts)) {
    if (chosen.length >= factCount.min && identifiesDocument(chosen, family)) return chosen;
    if (chosen.length < factCount.max && !isStatedElsewhere(next)) chosen.push(next);
  }
  return chosen.length >= factCount.min && identifiesDocument(chosen, family) ? chosen : [];
}

/** Questions about what other documents state about a thing: one value, the latest of several, or what each says. */
function furtherQuestions(
  thread: AskableThread,
  { family, document, otherDocuments }: ChainStart,
): FamilyConstruction[] {
  const statedElsewhere = thread.statements.filter(fact => fact.document !== document.number);
  const last = statedElsewhere.at(-1);
  if (last === undefined || thread.statements.some(({ standing }) => standing !== undefined))
    return [];
  const { phraseFor } = thread;
  const answer = (fact: FamilyFact) => phraseFor("holds", fact);
  const values = new Set(statedElsewhere.map(({ value }) => value));
  const replaced = new Map(
    thread.statements.filter(({ value }) => value !== last.value).map(fact => [fact.value, fact]),
  );
  const base = { facts: [last], answer: answer(last) };
  const twinAnswers = twinWrongAnswers(thread, last.value);
  // A near-twin that states the same would be an equally good hit.
  if (replaced.size === 0)
    return statedElsewhere.length < thread.statements.length || thread.twin?.value === last.value
      ? []
      : [{ ...base, question: phraseFor("states?"), wrong: twinAnswers }];
  const superseded = [...replaced.values()].map(fact =>
    wrongAnswer(answer(fact), "superseded", validStatements(thread, fact.value)),
  );
  const isLast = last.document === family.documents.findLast(({ isTwin }) => !isTwin)?.number;
  const isOnePerDocument =
    statedElsewhere.length === otherDocuments.length &&
    values.size === statedElsewhere.length &&
    statedElsewhere.length > 1;
  const sources = statedElsewhere.map(fact =>
    phraseFor("stated-by", fact, { source: documentPhraseOf(fact, family) }),
  );
  const fullAnswer = clausesAsSentence(sources, family.wording.language);
  const partial = wrongAnswer(answer(last), "partial", validStatements(thread, last.value));
  return [
    ...(isLast && thread.valuesInForce.at(-1)?.value === last.value
      ? [{ ...base, question: phraseFor("stated-last?"), wrong: [...superseded, ...twinAnswers] }]
      : []),
    ...(isOnePerDocument
      ? [
          {
            question: phraseFor("stated-elsewhere?"),
            answer: fullAnswer,
            facts: statedElsewhere,
            wrong: [partial],
          },
        ]
      : []),
  ];
}

/** Begins the question with a document identified by what it alone states, so that no single search finds the answer. */
function startFrom(
  construction: FamilyConstruction,
  start: ChainStart,
  facts: readonly FamilyFact[],
): FamilyConstruction[] {
  const { family, document: first } = start;
  const { language } = family.wording;
  const question = askByDescription(construction.question, facts, family);
  const isFurther = ({ document, value }: FamilyFact) =>
    !givesAway(question, value, language) &&
    !isStatedIn(family, first.number, value, language) &&
    isLinkedByName(family, [first.number, document], language);
  return construction.facts.every(isFurther)
    ? [{ ...construction, question, facts: [...construction.facts, ...facts] }]
    : [];
}

/** Chains from a document to others on its subject, drawn from all possible ones. */
export function chainQuestions(family: AskableFamily, draw: Draw): FamilyConstruction[] {
  const ownDocuments = family.documents.filter(({ isTwin }) => !isTwin);
  const isDay = ({ document, value }: FamilyFact) =>
    fullDatesIn(value).includes(family.documents[document - 1]?.published ?? "");
  const candidates = family.threads
    .filter(({ statements }) => !statements.some(isDay))
    .flatMap(thread => ownDocuments.map(document => ({ thread, document })));
  const chains: FamilyConstruction[] = [];
  for (const { thread, document } of shuffle(draw, candidates)) {
    const start = {
      family,
      document,
      otherDocuments: ownDocuments.filter(other => other !== document),
    };
    const questions = furtherQuestions(thread, start);
    const facts = questions.length > 0 ? identifyingFacts(start, thread, draw) : [];
    if (facts.length > 0)
      chains.push(...questions.flatMap(construction => startFrom(construction, start, facts)));
    if (chains.length >= maxChains) break;
  }
  return chains;
}
