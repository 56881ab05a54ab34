// Questions on a family that identify its subject by what its documents say about it, not by name.

import type { FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import { alsoFitting, namingValues, type Thread } from "../../text/family-facts.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import type { AskableFamily, FamilyConstruction } from "./family-askable.ts";
import { ofTwin } from "./family-kinds.ts";
import { clausesOf, sayerOf } from "./family-wording.ts";
import { givesAway } from "./phrase.ts";
import { say } from "../wording.ts";

/** Maximum number of values in a description of a subject. */
const maxTold = 4;

/** Threads on which all documents of the family agree, and that do not name it. */
function plainThreads(family: AskableFamily): Thread[] {
  const naming = namingValues(family, 1);
  return family.threads.filter(
    ({ told }) =>
      !naming.includes(told[0]?.value ?? "") &&
      told.every(({ value, standing }) => value === told[0]?.value && standing === undefined),
  );
}

/** The fewest facts that fit no other subject, beginning with one that the near-twin shares; none if too many are needed. */
function describing(plain: readonly Thread[], draw: Draw): Thread[] {
  const isShared = ({ twin, told }: Thread) => twin?.value === told[0]?.value;
  const drawn = shuffle(draw, plain);
  const [shared, own] = [drawn.filter(isShared), drawn.filter(other => !isShared(other))];
  const inOrder = [...shared.slice(0, 1), ...own, ...shared.slice(1)].slice(0, maxTold);
  const enough = inOrder.findIndex((_, at) => {
    const facts = inOrder.slice(0, at + 1).flatMap(({ told }) => told.slice(0, 1));
    return at > 0 && alsoFitting(facts).length === 0;
  });
  return inOrder.slice(0, enough + 1);
}

/** The facts of a description in one document: if possible, one that the answer rests on anyway. */
function toldTogether(threads: readonly Thread[], cited: readonly FamilyFact[]): FamilyFact[] {
  const own = threads.flatMap(({ told }) => told);
  const numbers = [...cited, ...own].map(({ document }) => document);
  const ofDocument = (number: number) => own.filter(({ document }) => document === number);
  const home = numbers.find(number => ofDocument(number).length === threads.length);
  return home === undefined ? [] : ofDocument(home);
}

/** The question with a description instead of the name; none if no description fits only this subject. */
function describeBy(
  plain: readonly Thread[],
  one: FamilyConstruction,
  { family, draw }: { readonly family: AskableFamily; readonly draw: Draw },
): FamilyConstruction[] {
  const { language } = family.wording;
  const facts = toldTogether(describing(plain, draw), one.facts);
  // The documents of a family may be of several kinds: a judgment, and one on appeal.
  const home = family.documents.find(({ number }) => number === facts[0]?.document);
  const kind = home?.kind || family.wording.kind;
  const description = clausesOf(facts, family.wording);
  const isTold = one.facts.some(({ value }) => givesAway(description, value, language));
  if (facts.length === 0 || isTold || !one.question.includes(family.subject)) return [];
  const question = askOfTold(one.question, { kind, facts }, family);
  return [{ ...one, question, facts: [...one.facts, ...facts] }];
}

/** A question on the subject of a document that is identified by what it states, not by name. */
export function askOfTold(
  question: string,
  { kind, facts }: { readonly kind: string; readonly facts: readonly FamilyFact[] },
  { subject, wording }: Pick<AskableFamily, "subject" | "wording">,
): string {
  const { language } = wording;
  const rest = question.replace(subject, say("described-subject", language, { kind }));
  return say("described?", language, { kind, description: clausesOf(facts, wording), rest });
}

/** Replaces the name by a description in a random half of the questions; not if no description fits only the subject. */
export function describeSome(
  questions: readonly FamilyConstruction[],
  family: AskableFamily,
  draw: Draw,
): FamilyConstruction[] {
  const plain = plainThreads(family);
  return questions.map(one =>
    draw(2) === 0 ? one : (describeBy(plain, one, { family, draw })[0] ?? one),
  );
}

/** Questions on a fact of the family, whose subject is identified by others that the near-twin partly shares. */
export function described(family: AskableFamily, draw: Draw): FamilyConstruction[] {
  const plain = plainThreads(family);
  return plain.flatMap(thread => {
    const sayOf = sayerOf(thread, family);
    const answer = (value: FamilyFact) => sayOf("holds", value);
    const facts = thread.told.slice(0, 1);
    const others = plain.filter(other => other !== thread);
    return facts.flatMap(fact => {
      const wrong = ofTwin(thread, fact.value, answer);
      const one = { question: sayOf("states?"), answer: answer(fact), facts, wrong };
      return wrong.length === 0 ? [] : describeBy(others, one, { family, draw });
    });
  });
}
