// Questions on a family that tell which subject they mean by what its documents say of it, not by its name.

import type { FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import { alsoFitting, namingValues, type Thread } from "../../text/family-facts.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import type { AskableFamily, FamilyConstruction } from "./family-askable.ts";
import { ofTwin } from "./family-kinds.ts";
import { clausesOf, sayerOf } from "./family-wording.ts";
import { givesAway } from "./phrase.ts";
import { say } from "../wording.ts";

/** At most so many values describe a subject. */
const maxTold = 4;

/** What all documents of the family say alike, and that does not name it. */
function plainThreads(family: AskableFamily): Thread[] {
  const naming = namingValues(family, 1);
  return family.threads.filter(
    ({ told }) =>
      !naming.includes(told[0]?.value ?? "") &&
      told.every(({ value, standing }) => value === told[0]?.value && standing === undefined),
  );
}

/** The fewest facts that fit no other subject, one that the near-twin shares first; none where there are too many. */
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

/** All in one document: one that the answer rests on anyway, where there is one. */
function toldTogether(threads: readonly Thread[], cited: readonly FamilyFact[]): FamilyFact[] {
  const own = threads.flatMap(({ told }) => told);
  const numbers = [...cited, ...own].map(({ document }) => document);
  const ofDocument = (number: number) => own.filter(({ document }) => document === number);
  const home = numbers.find(number => ofDocument(number).length === threads.length);
  return home === undefined ? [] : ofDocument(home);
}

/** The question with a description by some of these in place of the name; none where no description fits the subject alone. */
function describeBy(
  plain: readonly Thread[],
  one: FamilyConstruction,
  { family, draw }: { readonly family: AskableFamily; readonly draw: Draw },
): FamilyConstruction[] {
  const { language, kind } = family.wording;
  const facts = toldTogether(describing(plain, draw), one.facts);
  const description = clausesOf(facts, family.wording);
  const isTold = one.facts.some(({ value }) => givesAway(description, value, language));
  if (facts.length === 0 || isTold || !one.question.includes(family.subject)) return [];
  const question = askOfTold(one.question, { kind, facts }, family);
  return [{ ...one, question, facts: [...one.facts, ...facts] }];
}

/** A question on the subject of a document that is told by what it states, not on a name. */
export function askOfTold(
  question: string,
  { kind, facts }: { readonly kind: string; readonly facts: readonly FamilyFact[] },
  { subject, wording }: Pick<AskableFamily, "subject" | "wording">,
): string {
  const { language } = wording;
  const rest = question.replace(subject, say("described-subject", language, { kind }));
  return say("described?", language, { kind, description: clausesOf(facts, wording), rest });
}

/** Every other question, drawn by lot, with a description in place of the name; as it was where no description fits its subject alone. */
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

/** A fact of the family, its subject told by others that it partly shares with the near-twin. */
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
