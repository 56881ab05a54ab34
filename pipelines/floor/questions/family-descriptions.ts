// Questions about a family that identify its subject by what its documents say about it, not by name.

import type { FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import { otherFittingSubjects, namingValues, type Thread } from "../../text/family-facts.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import {
  type AskableFamily,
  type FamilyConstruction,
  clausesOf,
  type AskableThread,
} from "./family-askable.ts";
import { twinWrongAnswers } from "./family-question-kinds.ts";
import { givesAway, fillPhrase } from "../wording.ts";

/** Maximum number of values in a description of a subject. */
const maxDescriptionValues = 4;

/** Threads on which all documents of the family agree, and that do not name it. */
function agreedThreads(family: AskableFamily): AskableThread[] {
  const naming = namingValues(family, 1);
  return family.threads.filter(
    ({ statements }) =>
      !naming.includes(statements[0]?.value ?? "") &&
      statements.every(
        ({ value, standing }) => value === statements[0]?.value && standing === undefined,
      ),
  );
}

/** The fewest facts that fit no other subject, beginning with one that the near-twin shares; none if too many are needed. */
function describingThreads(agreed: readonly Thread[], draw: Draw): Thread[] {
  const isShared = ({ twin, statements }: Thread) => twin?.value === statements[0]?.value;
  const shuffled = shuffle(draw, agreed);
  const shared = shuffled.filter(isShared);
  const own = shuffled.filter(other => !isShared(other));
  const ordered = [...shared.slice(0, 1), ...own, ...shared.slice(1)];
  const candidates = ordered.slice(0, maxDescriptionValues);
  const lastNeeded = candidates.findIndex((_, index) => {
    const facts = candidates
      .slice(0, index + 1)
      .flatMap(({ statements }) => statements.slice(0, 1));
    return index > 0 && otherFittingSubjects(facts).length === 0;
  });
  return candidates.slice(0, lastNeeded + 1);
}

/** The facts of a description in one document: if possible, one that the answer rests on anyway. */
function factsOfOneDocument(
  threads: readonly Thread[],
  citedFacts: readonly FamilyFact[],
): FamilyFact[] {
  const allFacts = threads.flatMap(({ statements }) => statements);
  const numbers = [...citedFacts, ...allFacts].map(({ document }) => document);
  const ofDocument = (number: number) => allFacts.filter(({ document }) => document === number);
  const sharedDocument = numbers.find(number => ofDocument(number).length === threads.length);
  return sharedDocument === undefined ? [] : ofDocument(sharedDocument);
}

/** The question with a description in place of the name; none if no description fits only this subject. */
function describeSubject(
  agreed: readonly Thread[],
  construction: FamilyConstruction,
  { family, draw }: { readonly family: AskableFamily; readonly draw: Draw },
): FamilyConstruction[] {
  const { language } = family.wording;
  const facts = factsOfOneDocument(describingThreads(agreed, draw), construction.facts);
  const description = clausesOf(facts, family.wording);
  const givesAnswerAway = construction.facts.some(({ value }) =>
    givesAway(description, value, language),
  );
  if (facts.length === 0 || givesAnswerAway || !construction.question.includes(family.subject))
    return [];
  const question = askByDescription(construction.question, facts, family);
  return [{ ...construction, question, facts: [...construction.facts, ...facts] }];
}

/** A question about the subject of a document that is identified by these facts of it, not by name. */
export function askByDescription(
  question: string,
  facts: readonly FamilyFact[],
  { subject, wording, documents }: AskableFamily,
): string {
  const { language } = wording;
  // The documents of a family may be of several kinds: a judgment, and one on appeal.
  const document = documents.find(({ number }) => number === facts[0]?.document);
  const kind = document?.kind || wording.kind;
  const rest = question.replace(subject, fillPhrase("described-subject", language, { kind }));
  return fillPhrase("described?", language, { kind, description: clausesOf(facts, wording), rest });
}

/** Replaces the name by a description in a random half of the questions, wherever a description fits only the subject. */
export function describeSome(
  questions: readonly FamilyConstruction[],
  family: AskableFamily,
  draw: Draw,
): FamilyConstruction[] {
  const agreed = agreedThreads(family);
  return questions.map(construction =>
    draw(2) === 0
      ? construction
      : (describeSubject(agreed, construction, { family, draw })[0] ?? construction),
  );
}

/** Questions about a fact of the family whose subject is identified by other facts, some of which the near-twin shares. */
export function describedQuestions(family: AskableFamily, draw: Draw): FamilyConstruction[] {
  const agreed = agreedThreads(family);
  return agreed.flatMap(thread => {
    const { phraseFor } = thread;
    const facts = thread.statements.slice(0, 1);
    const others = agreed.filter(other => other !== thread);
    return facts.flatMap(fact => {
      const wrong = twinWrongAnswers(thread, fact.value);
      const answer = phraseFor("holds", fact);
      const construction = { question: phraseFor("states?"), answer, facts, wrong };
      return wrong.length === 0 ? [] : describeSubject(others, construction, { family, draw });
    });
  });
}
