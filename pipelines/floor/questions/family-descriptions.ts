// Questions on a family that tell which subject they mean by what its documents say of it, not by its name.

import type { FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import type { Thread } from "../../text/family-facts.ts";
import type { Draw } from "../../text/random.ts";
import type { AskableFamily, FamilyConstruction } from "./family-askable.ts";
import { clausesOf, describing, plainThreads } from "./family-lists.ts";
import { givesAway } from "./giveaway.ts";

/** A question on the subject of a document that is told by what it states, not on a name. */
export function askOfTold(
  question: string,
  { kind, facts }: { readonly kind: string; readonly facts: readonly FamilyFact[] },
  { subject, wording }: Pick<AskableFamily, "subject" | "wording">,
): string {
  const description = clausesOf(facts, wording);
  const [opening, name] =
    wording.language === "zh"
      ? [`有一份${kind}，${description}。`, `该${kind}所述对象`]
      : [`In one ${kind}, ${description}. `, `the subject of that ${kind}`];
  return `${opening}${question.replace(subject, name)}`;
}

/** Every other question, drawn by lot, with a description in place of the name; as it was where no description fits its subject alone. */
export function describeSome(
  questions: readonly FamilyConstruction[],
  family: AskableFamily,
  draw: Draw,
): FamilyConstruction[] {
  const plain = plainThreads(family);
  return questions.map(one =>
    draw(2) === 0 ? one : describeInstead(one, { family, plain, draw }),
  );
}

interface Describing {
  readonly family: AskableFamily;
  readonly plain: readonly Thread[];
  readonly draw: Draw;
}

/** All in one document: one that the answer rests on anyway, where there is one. */
function toldTogether(threads: readonly Thread[], cited: readonly FamilyFact[]): FamilyFact[] {
  const own = threads.flatMap(({ told }) => told);
  const numbers = [...cited, ...own].map(({ document }) => document);
  const ofDocument = (number: number) => own.filter(({ document }) => document === number);
  const home = numbers.find(number => ofDocument(number).length === threads.length);
  return home === undefined ? [] : ofDocument(home);
}

function describeInstead(
  one: FamilyConstruction,
  { family, plain, draw }: Describing,
): FamilyConstruction {
  const { language, kind } = family.wording;
  const facts = toldTogether(describing(plain, draw), one.facts);
  const description = clausesOf(facts, family.wording);
  const isTold = one.facts.some(({ value }) => givesAway(description, value, language));
  if (facts.length === 0 || isTold || !one.question.includes(family.subject)) return one;
  return {
    ...one,
    question: askOfTold(one.question, { kind, facts }, family),
    facts: [...one.facts, ...facts],
  };
}
