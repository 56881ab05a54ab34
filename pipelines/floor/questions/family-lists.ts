// Questions that need all facts of a family: complete lists.

import {
  changesBetweenDocuments,
  daysOf,
  type FamilyList,
  listsOf,
  type Thread,
} from "../../text/family-facts.ts";
import { countDerivation } from "./construction.ts";
import type { AskableFamily, FamilyConstruction } from "./family-askable.ts";
import { phraserOf } from "./family-wording.ts";
import { countedList } from "./phrase.ts";

/** Minimum length of a list: two values are a change. */
const minMembers = 3;

/** Questions that ask for all values of one kind, if no single document states them all. */
export function completeList(family: AskableFamily): FamilyConstruction[] {
  const hasChanges = (thread: Thread) => changesBetweenDocuments(thread, daysOf(family)).length > 0;
  const changingPaths = family.threads.filter(hasChanges).map(({ path }) => path);
  return listsOf(family)
    .filter(({ path }) => path.includes("/*") || changingPaths.includes(path))
    .flatMap(list => listQuestions(list, family));
}

function listQuestions({ members }: FamilyList, family: AskableFamily): FamilyConstruction[] {
  const facts = members.flatMap(({ told }) => told.slice(0, 1));
  const cited = [...new Set(facts.map(({ document }) => document))];
  const documentParts = family.documents.map(({ number }) => ({
    number,
    stated: members.filter(({ told }) => told.some(({ document }) => document === number)),
  }));
  const [largestPart] = documentParts.toSorted((a, b) => b.stated.length - a.stated.length);
  const [fact] = facts;
  if (!fact || !largestPart || largestPart.stated.length === members.length) return [];
  if (members.length < minMembers || cited.length < 2) return [];
  const sayOf = phraserOf(fact, family);
  const answer = (listedMembers: typeof members) => {
    const claims = listedMembers.flatMap(({ told: [first] }) =>
      first ? sayOf("one-is", first) : [],
    );
    return countedList(claims, family.wording.language);
  };
  return [
    {
      question: sayOf("all-listed?"),
      answer: answer(members),
      facts,
      members: cited,
      wrong: [
        { answer: answer(largestPart.stated), trap: "partial", documents: [largestPart.number] },
      ],
      derivations: [countDerivation(facts.map(({ value }) => value))],
    },
  ];
}
