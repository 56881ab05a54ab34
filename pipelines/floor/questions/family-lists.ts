// Questions that need all facts of a family: complete lists.

import {
  changesApart,
  daysOf,
  type FamilyList,
  listsOf,
  type Thread,
} from "../../text/family-facts.ts";
import { countOf } from "./construction.ts";
import type { AskableFamily, FamilyConstruction } from "./family-askable.ts";
import { sayerOf } from "./family-wording.ts";
import { countedList } from "./phrase.ts";

/** Two are a change rather than a list. */
const minMembers = 3;

/** Questions for all values of one kind, if no single document states them all. */
export function completeList(family: AskableFamily): FamilyConstruction[] {
  const changes = (thread: Thread) => changesApart(thread, daysOf(family)).length > 0;
  const changing = family.threads.filter(changes).map(({ path }) => path);
  return listsOf(family)
    .filter(({ path }) => path.includes("/*") || changing.includes(path))
    .flatMap(list => listed(list, family));
}

function listed({ members }: FamilyList, family: AskableFamily): FamilyConstruction[] {
  const facts = members.flatMap(({ told }) => told.slice(0, 1));
  const cited = [...new Set(facts.map(({ document }) => document))];
  const parts = family.documents.map(({ number }) => ({
    number,
    stated: members.filter(({ told }) => told.some(({ document }) => document === number)),
  }));
  const [part] = parts.toSorted((a, b) => b.stated.length - a.stated.length);
  const [fact] = facts;
  if (!fact || !part || part.stated.length === members.length) return [];
  if (members.length < minMembers || cited.length < 2) return [];
  const sayOf = sayerOf(fact, family);
  const answer = (some: typeof members) => {
    const claims = some.flatMap(({ told: [one] }) => (one ? sayOf("one-is", one) : []));
    return countedList(claims, family.wording.language);
  };
  return [
    {
      question: sayOf("all-listed?"),
      answer: answer(members),
      facts,
      members: cited,
      wrong: [{ answer: answer(part.stated), trap: "partial", documents: [part.number] }],
      derivations: [countOf(facts.map(({ value }) => value))],
    },
  ];
}
