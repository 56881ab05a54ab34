// What the documents of a family state, put together: how a value changed, what holds, what the near-twin says, which leads to which.

import type { FamilyDocument, FamilyFact } from "../../schemas/questions/families/prompts.ts";
import { type HeldValue, heldValues, type Statement } from "./timeline.ts";
import { fold } from "./fold.ts";
import { statesValue } from "./stated-value.ts";

/** One thing that the family's own documents state, in their order. */
export interface Thread {
  readonly path: string;
  readonly label: string;
  readonly type: FamilyFact["type"];
  readonly told: readonly FamilyFact[];
  /** The values that held, one after another. */
  readonly held: readonly HeldValue[];
  /** What the near-twin states; undefined where it says nothing of it. */
  readonly twin: FamilyFact | undefined;
}

/** The documents and facts of a family and its near-twin. */
export interface FamilyFacts {
  readonly documents: readonly FamilyDocument[];
  readonly facts: readonly FamilyFact[];
}

const asStatement = ({ document, path, value, from, standing, holds }: FamilyFact): Statement => ({
  documentId: String(document),
  path,
  value,
  from,
  standing,
  holds,
});

export const twinNumbers = ({ documents }: Pick<FamilyFacts, "documents">): Set<number> =>
  new Set(documents.filter(({ isTwin }) => isTwin).map(({ number }) => number));

/** What the family states of each path, its near-twin beside it; what the twin alone states is none of it. */
export function threadsOf(family: FamilyFacts): readonly Thread[] {
  const threads = known.get(family) ?? readThreads(family);
  known.set(family, threads);
  return threads;
}

const known = new WeakMap<FamilyFacts, readonly Thread[]>();

function readThreads({ documents, facts }: FamilyFacts): Thread[] {
  const twins = twinNumbers({ documents });
  return [...new Set(facts.map(({ path }) => path))].flatMap(path => {
    const all = facts.filter(fact => fact.path === path);
    const told = all
      .filter(({ document }) => !twins.has(document))
      .toSorted((a, b) => a.document - b.document);
    const [first] = told;
    const twin = all.find(({ document }) => twins.has(document));
    const held = heldValues(told.map(asStatement));
    return first ? [{ path, label: first.label, type: first.type, told, held, twin }] : [];
  });
}

/** The value that held on a day (ISO), of those that simply hold; undefined where none is known. */
export const heldAt = ({ held }: Thread, day: string): HeldValue | undefined =>
  held.findLast(({ from }) => from === null || from <= day);

/** Whether the family's documents say more than one thing of it. */
export const differs = ({ told, held }: Thread): boolean =>
  new Set(told.map(({ value }) => fold(value))).size > 1 || held.length > 1;

/** The days of the family's own documents (ISO), in their order. */
export const daysOf = ({ documents }: Pick<FamilyFacts, "documents">): string[] =>
  documents.flatMap(({ isTwin, published }) => (isTwin || published === "" ? [] : [published]));

/** A day strictly between one document and the next. */
export const isBetween = (day: string, days: readonly string[]): boolean =>
  !days.includes(day) && days.some(before => before < day) && days.some(after => after > day);

/** Changes on a day that no document is dated: what held before, and what from then on. */
export const changesApart = (thread: Thread, days: readonly string[]) =>
  thread.held.slice(1).flatMap(({ value, from }, at) => {
    const before = thread.held[at];
    return before && from !== null && before.value !== value && isBetween(from, days)
      ? [{ before, value, from }]
      : [];
  });

/** The different values of one thing on which documents disagree without any way to decide; none where they do not. */
export function disputedValues({ told }: Thread): FamilyFact[] {
  const disputed = told.filter(({ standing }) => standing === "disputed");
  const firsts = new Map(disputed.toReversed().map(fact => [fold(fact.value), fact]));
  return firsts.size > 1 ? [...firsts.values()].toReversed() : [];
}

/** The path of a list, or of one field of all its records: that of `charges/2/amount` and `charges/3/amount` alike. */
const listPath = (path: string): string => path.replaceAll(/\/\d+(?=\/|$)/g, "/*");

/** A list that no one document need state whole. */
export interface FamilyList {
  readonly path: string;
  readonly label: string;
  /** What another field of their records must say; null for the whole list. */
  readonly where: string | null;
  /** One a member, with every document that states it. */
  readonly members: readonly { readonly value: string; readonly told: readonly FamilyFact[] }[];
}

/** Facts of which something is the same, each group under it. */
function sharing(
  facts: readonly FamilyFact[],
  of: (fact: FamilyFact) => string,
): Map<string, FamilyFact[]> {
  const groups = new Map<string, FamilyFact[]>();
  for (const fact of facts) groups.set(of(fact), [...(groups.get(of(fact)) ?? []), fact]);
  return groups;
}

const membersOf = (facts: readonly FamilyFact[]): FamilyList["members"] =>
  [...sharing(facts, ({ value }) => fold(value)).values()].map(told => ({
    value: told[0]?.value ?? "",
    told,
  }));

/** Every list of the family with all its members that hold, each once, in the order in which they are first stated. */
export function listsOf(family: FamilyFacts): FamilyList[] {
  const twins = twinNumbers(family);
  const own = family.facts
    .filter(({ document, standing }) => !twins.has(document) && standing === undefined)
    .toSorted((a, b) => a.document - b.document);
  return [...sharing(own, ({ path }) => listPath(path))].map(([path, told]) => ({
    path,
    label: told[0]?.label ?? "",
    where: null,
    members: membersOf(told),
  }));
}

/** Of lists of records those whose records say one thing in another field: the varieties of which the treatment is "dropped". */
export function listsWhere(family: FamilyFacts): FamilyList[] {
  const recordOf = ({ document, path }: FamilyFact) => `${document}\n${path.replace(/[^/]*$/, "")}`;
  const telling = family.facts.filter(({ type }) => /^(?:choice|organisation|person)$/.test(type));
  const beside = sharing(telling, recordOf);
  const said = (fact: FamilyFact) =>
    (beside.get(recordOf(fact)) ?? [])
      .filter(({ path }) => path !== fact.path)
      .map(({ value }) => value);
  return listsOf(family)
    .filter(({ path }) => path.includes("/*/"))
    .flatMap(list => {
      const told = list.members.flatMap(member => member.told);
      return [...new Set(told.flatMap(said))].map(where => ({
        ...list,
        where,
        members: membersOf(told.filter(fact => said(fact).includes(where))),
      }));
    });
}

/** Values that name the subject of a fact's document, the near-twin's being others. */
export function namingValues({ documents, facts }: FamilyFacts, number: number): string[] {
  const subject = documents.find(document => document.number === number)?.subject ?? "";
  const others = documents.filter(document => document.subject !== subject);
  const isElsewhere = ({ path, value }: FamilyFact) =>
    facts.some(
      fact =>
        fact.path === path &&
        others.some(document => document.number === fact.document) &&
        fold(fact.value) === fold(value),
    );
  // What a thing is, of the kinds there are, is a word in its name and names nothing.
  const isName = ({ type, value }: FamilyFact) =>
    fold(value).length > 1 &&
    fold(subject).includes(fold(value)) &&
    (!["text", "choice"].includes(type) || fold(value).length * 2 >= fold(subject).length);
  const named = facts
    .filter(fact => fact.document === number && isName(fact) && !isElsewhere(fact))
    .map(({ value }) => value);
  return [...new Set([subject, ...named])];
}

/** The other subjects of the corpus that all of these facts fit. */
export const alsoFitting = (facts: readonly FamilyFact[]): string[] =>
  (facts[0]?.alsoOf ?? []).filter(subject => facts.every(({ alsoOf }) => alsoOf.includes(subject)));

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

/** What a document may be searched for by: its subject, and names and numbers with a word that is no other subject's. */
export function searchNames({ documents, facts }: FamilyFacts, number: number): string[] {
  const subjects = documents.filter(one => one.number === number).map(({ subject }) => subject);
  const named = facts
    .filter(({ document, type }) => document === number && naming.test(type))
    .filter(({ value, ownWords }) => ownWords.length > 0 && fold(value).length > 1);
  return [...new Set([...subjects, ...named.map(({ value }) => value)])];
}

/** Whether a name stands in both documents: who has read the one can search for the other by it. */
export const isBridged = (
  family: FamilyFacts,
  [one, other]: readonly [number, number],
  language: Language,
): boolean =>
  searchNames(family, one).some(
    name =>
      searchNames(family, other).includes(name) &&
      [one, other].every(number => isShownIn(family, number, name, language)),
  );
