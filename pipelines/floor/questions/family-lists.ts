// Questions on a family that look at all its facts: complete lists, and a subject that is described, not named.

import type { FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import {
  alsoFitting,
  changesApart,
  daysOf,
  type FamilyList,
  listsOf,
  namingValues,
  type Thread,
} from "../../text/family-facts.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import { countOf } from "./construction.ts";
import type { AskableFamily, FamilyConstruction } from "./family-askable.ts";
import { isAre, labelOf, ofZh, valueOf, whichOf, type Wording } from "./family-wording.ts";
import { givesAway } from "./giveaway.ts";
import { countedList, listOf, lowerFirst } from "./phrase.ts";

/** Two are a change rather than a list. */
const fewestMembers = 3;

/** All that the documents state of one kind, where no document states it all. */
export function completeList(family: AskableFamily): FamilyConstruction[] {
  const { wording, subject } = family;
  const isZh = wording.language === "zh";
  const changing = family.threads.filter(one => changesApart(one, daysOf(family)).length > 0);
  const isAsked = ({ path }: FamilyList) =>
    path.includes("/*") || changing.some(thread => thread.path === path);
  return listsOf(family)
    .filter(isAsked)
    .flatMap(({ label: written, members }): FamilyConstruction[] => {
      const facts = members.flatMap(({ told }) => told.slice(0, 1));
      const cited = [...new Set(facts.map(({ document }) => document))];
      const holds = (number: number) =>
        members.filter(({ told }) => told.some(({ document }) => document === number));
      const [part] = family.documents
        .map(({ number }) => ({ number, held: holds(number) }))
        .toSorted((a, b) => b.held.length - a.held.length);
      if (!part || part.held.length === members.length) return [];
      if (members.length < fewestMembers || cited.length < 2) return [];
      const label = labelOf({ label: written }, wording);
      const name = label.replace(/^the /, "");
      const claim = (value: string) =>
        isZh ? `其中一个${label}为${value}` : `one ${name} is ${value}`;
      const say = (some: typeof members) => {
        const claims = some.flatMap(({ told: [fact] }) => (fact ? claim(valueOf(fact)) : []));
        return countedList(claims, wording.language);
      };
      const question = isZh
        ? `先后各份文档里，${ofZh(subject, label)}一共有哪些，共几个？`
        : `Over all documents on ${subject}, what are all the different values of “${name}”, and how many are there?`;
      const wrong: FamilyConstruction["wrong"] = [
        { answer: say(part.held), trap: "partial", documents: [part.number] },
      ];
      const derivations = [countOf(facts.map(({ value }) => value))];
      const answer = say(members);
      return [{ question, answer, facts, asOf: null, members: cited, wrong, derivations }];
    });
}

/** At most so many values describe a subject. */
const mostTold = 4;

/** What all documents of the family say alike, and that does not name it. */
export function plainThreads(family: AskableFamily): Thread[] {
  const naming = namingValues(family, 1);
  return family.threads.filter(
    ({ told }) =>
      !naming.includes(told[0]?.value ?? "") &&
      told.every(({ value, standing }) => value === told[0]?.value && standing === undefined),
  );
}

/** The fewest facts that fit no other subject, one that the near-twin shares first; none where there are too many. */
export function describing(plain: readonly Thread[], draw: Draw): Thread[] {
  const isShared = ({ twin, told }: Thread) => twin?.value === told[0]?.value;
  const drawn = shuffle(draw, plain);
  const [shared, own] = [drawn.filter(isShared), drawn.filter(other => !isShared(other))];
  const factOf = ({ told: [fact] }: Thread): FamilyFact[] => (fact ? [fact] : []);
  const chosen = [...shared.slice(0, 1), ...own.slice(0, 1)];
  for (const next of [...own.slice(1), ...shared.slice(1)]) {
    if (alsoFitting(chosen.flatMap(factOf)).length === 0) break;
    chosen.push(next);
  }
  const fits = alsoFitting(chosen.flatMap(factOf)).length === 0;
  return fits && chosen.length >= 2 && chosen.length <= mostTold ? chosen : [];
}

/** A fact of the family, its subject told by others that it partly shares with the near-twin. */
export function described(family: AskableFamily, draw: Draw): FamilyConstruction[] {
  const plain = plainThreads(family);
  const asked = plain.filter(({ twin, told }) => twin && twin.value !== told[0]?.value);
  return asked.flatMap(thread => {
    const others = plain.filter(({ path }) => path !== thread.path);
    const told = describing(others, draw);
    return told.length === 0 ? [] : describe(thread, told, family);
  });
}

/** "the listing date is 3 May 1998 and the auditor is Foo". */
export function clausesOf(facts: readonly FamilyFact[], wording: Wording): string {
  const isZh = wording.language === "zh";
  const clauses = facts.map(one =>
    isZh
      ? `${labelOf(one, wording)}为${valueOf(one)}`
      : `${labelOf(one, wording)} ${isAre(one, "now")} ${valueOf(one)}`,
  );
  return isZh ? clauses.join("，") : listOf(clauses, "en");
}

function describe(
  thread: Thread,
  told: readonly Thread[],
  family: AskableFamily,
): FamilyConstruction[] {
  const { wording } = family;
  const [fact] = thread.told;
  const { twin } = thread;
  if (!fact || !twin) return [];
  const isZh = wording.language === "zh";
  const facts = told.flatMap(({ told: [first] }) => first ?? []);
  const description = clausesOf(facts, wording);
  const label = labelOf(thread, wording);
  const question = isZh
    ? `有一份${wording.kind}，${description}。其中${label}${whichOf(thread, wording)}？`
    : `In the ${wording.kind} in which ${description}, ${lowerFirst(whichOf(thread, wording))} ${isAre(thread, "now")} ${label}?`;
  const say = (one: FamilyFact, subject: string) =>
    isZh
      ? `${ofZh(subject, label)}为${valueOf(one)}。`
      : `For ${subject}, ${label} ${isAre(thread, "now")} ${valueOf(one)}.`;
  const subjectOf = (number: number) => family.documents[number - 1]?.subject ?? "";
  if (givesAway(question, fact.value, wording.language)) return [];
  return [
    {
      question,
      answer: say(fact, family.subject),
      facts: [fact, ...facts],
      asOf: null,
      members: [],
      wrong: [
        { answer: say(twin, subjectOf(twin.document)), trap: "twin", documents: [twin.document] },
      ],
    },
  ];
}
