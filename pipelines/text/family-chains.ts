// Chains over documents on one subject: what one alone states leads to it, and a name in it leads to the next.

import type { FamilyFact } from "../../schemas/questions/families/prompts.ts";
import { alsoFitting, type FamilyFacts } from "./family-facts.ts";
import { fold } from "./fold.ts";
import { statesValue } from "./stated-value.ts";

type Language = "zh" | "en";

/** Whether these facts of one document fit no other document of the corpus. */
export function leadsTo(told: readonly FamilyFact[], { documents, facts }: FamilyFacts): boolean {
  const isToldIn = (number: number) => (one: FamilyFact) =>
    facts.some(
      ({ document, path, value }) =>
        document === number && path === one.path && fold(value) === fold(one.value),
    );
  const others = documents.filter(({ number }) => number !== told[0]?.document);
  return (
    told.length > 0 &&
    alsoFitting(told).length === 0 &&
    !others.some(({ number }) => told.every(isToldIn(number)))
  );
}

const isShownIn = (
  { documents }: FamilyFacts,
  number: number,
  value: string,
  language: Language,
): boolean =>
  documents
    .filter(document => document.number === number)
    .some(({ sentences }) => sentences.some(({ text }) => statesValue(text, value, language)));

/** Whether the document states the value, of anything: in a sentence that is shown, or elsewhere as a fact. */
export const standsIn = (
  family: FamilyFacts,
  number: number,
  value: string,
  language: Language,
): boolean =>
  family.facts.some(one => one.document === number && fold(one.value) === fold(value)) ||
  isShownIn(family, number, value, language);

const naming = /^(?:identifier|code|organisation|person)$/;

/** What a document may be searched for by: its subject, and names and numbers that no other subject of the corpus has. */
export function searchNames({ documents, facts }: FamilyFacts, number: number): string[] {
  const subjects = documents.filter(one => one.number === number).map(({ subject }) => subject);
  const named = facts
    .filter(({ document, type }) => document === number && naming.test(type))
    .filter(({ value, isUnique }) => isUnique && fold(value).length > 1);
  return [...new Set([...subjects, ...named.map(({ value }) => value)])];
}

/** A name that stands in both documents: who has read the one can search for the other by it. */
export const bridgeBetween = (
  family: FamilyFacts,
  [one, other]: readonly [number, number],
  language: Language,
): string | undefined =>
  searchNames(family, one).find(
    name =>
      searchNames(family, other).includes(name) &&
      [one, other].every(number => isShownIn(family, number, name, language)),
  );

/** Of the documents that can be reached from this one by names alone, one after another, the name that led there. */
export function reachedFrom(
  family: FamilyFacts,
  start: number,
  sought: readonly number[],
  language: Language,
): ReadonlyMap<number, string> {
  const reached = new Map<number, string>();
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const number of sought.filter(one => !reached.has(one))) {
      const from = [start, ...reached.keys()];
      const [name] = from.flatMap(one => bridgeBetween(family, [one, number], language) ?? []);
      if (name !== undefined) reached.set(number, name);
    }
  }
  return reached;
}
