// Combines the facts of a family's documents: how a value changed, which value is in force, what the near-twin states, which document leads to which.

import type { FamilyDocument, FamilyFact } from "../../schemas/questions/families/prompts.ts";
import { type ValueInForce, findValuesInForce, type Statement } from "./timeline.ts";
import { fold } from "./fold.ts";
import { statesValue } from "./stated-value.ts";

/** The statements of the family's own documents about one thing, in order. */
export interface Thread {
  readonly path: string;
  readonly label: string;
  readonly type: FamilyFact["type"];
  readonly statements: readonly FamilyFact[];
  /** The values that were in force, one after another. */
  readonly valuesInForce: readonly ValueInForce[];
  /** The near-twin's statement; undefined if it has none. */
  readonly twin: FamilyFact | undefined;
}

/** The documents and facts of a family and its near-twin. */
export interface FamilyFacts {
  readonly documents: readonly FamilyDocument[];
  readonly facts: readonly FamilyFact[];
}

const asStatement = (fact: FamilyFact): Statement => ({
  ...fact,
  documentId: String(fact.document),
});

export const twinNumbers = ({ documents }: Pick<FamilyFacts, "documents">): Set<number> =>
  new Set(documents.filter(({ isTwin }) => isTwin).map(({ number }) => number));

/** The family's statements for each path, with its near-twin's; paths that only the twin states are left out. */
export function threadsOf(family: FamilyFacts): readonly Thread[] {
  const threads = cache.get(family) ?? readThreads(family);
  cache.set(family, threads);
  return threads;
}

const cache = new WeakMap<FamilyFacts, readonly Thread[]>();

function groupBy(
  facts: readonly FamilyFact[],
  keyOf: (fact: FamilyFact) => string,
): Map<string, FamilyFact[]> {
  const groups = new Map<string, FamilyFact[]>();
  for (const fact of facts) groups.set(keyOf(fact), [...(groups.get(keyOf(fact)) ?? []), fact]);
  return groups;
}

function readThreads(family: FamilyFacts): Thread[] {
  const twins = twinNumbers(family);
  return [...groupBy(family.facts, ({ path }) => path)].flatMap(([path, pathFacts]) => {
    const statements = pathFacts
      .filter(({ document }) => !twins.has(document))
      .toSorted((a, b) => a.document - b.document);
    const [first] = statements;
    const twin = pathFacts.find(({ document }) => twins.has(document));
    const valuesInForce = findValuesInForce(statements.map(asStatement));
    return first
      ? [{ path, label: first.label, type: first.type, statements, valuesInForce, twin }]
      : [];
  });
}

/** The value in force on a day (ISO); undefined if unknown. */
export const threadValueOn = ({ valuesInForce }: Thread, day: string): ValueInForce | undefined =>
  valuesInForce.findLast(({ from }) => from === null || from <= day);

/** Whether the family's documents give more than one value. */
export const hasSeveralValues = ({ statements, valuesInForce }: Thread): boolean =>
  new Set(statements.map(({ value }) => fold(value))).size > 1 || valuesInForce.length > 1;

/** The dates of the family's own documents (ISO), in order. */
export const documentDays = ({ documents }: Pick<FamilyFacts, "documents">): string[] =>
  documents.flatMap(({ isTwin, published }) => (isTwin || published === "" ? [] : [published]));

/** Whether a day is strictly between the dates of two documents. */
export const isBetween = (day: string, days: readonly string[]): boolean =>
  !days.includes(day) && days.some(earlier => earlier < day) && days.some(later => later > day);

/** Changes on a day without a document: the value before, and the value from then on. */
export const changesBetweenDocuments = (thread: Thread, days: readonly string[]) =>
  thread.valuesInForce.slice(1).flatMap(({ value, from }, index) => {
    const previousValue = thread.valuesInForce[index];
    return previousValue && from !== null && previousValue.value !== value && isBetween(from, days)
      ? [{ before: previousValue, value, from }]
      : [];
  });

/** The conflicting statements of documents if nothing decides between them; empty if the documents agree. */
export function disputedFacts({ statements }: Thread): FamilyFact[] {
  const disputed = statements.filter(({ standing }) => standing === "disputed");
  const firstFacts = new Map(disputed.toReversed().map(fact => [fold(fact.value), fact]));
  return firstFacts.size > 1 ? [...firstFacts.values()].toReversed() : [];
}

/** The path of a list, or of one field of all its records: the same for `charges/2/amount` and `charges/3/amount`. */
const listPath = (path: string): string => path.replaceAll(/\/\d+(?=\/|$)/g, "/*");

/** A list that no single document need state in full. */
export interface FamilyList {
  readonly path: string;
  readonly label: string;
  /** The value that another field of the members' records must have; null for the whole list. */
  readonly filterValue: string | null;
  /** One entry per member, with every fact that states it. */
  readonly members: readonly {
    readonly value: string;
    readonly statements: readonly FamilyFact[];
  }[];
}

const membersOf = (facts: readonly FamilyFact[]): FamilyList["members"] =>
  [...groupBy(facts, ({ value }) => fold(value)).values()].map(statements => ({
    value: statements[0]?.value ?? "",
    statements,
  }));

/** Every list of the family with its valid members, each once, in the order of their first statement. */
export function listsOf(family: FamilyFacts): FamilyList[] {
  const twins = twinNumbers(family);
  const ownFacts = family.facts
    .filter(({ document, standing }) => !twins.has(document) && standing === undefined)
    .toSorted((a, b) => a.document - b.document);
  return [...groupBy(ownFacts, ({ path }) => listPath(path))].map(([path, statements]) => ({
    path,
    label: statements[0]?.label ?? "",
    filterValue: null,
    members: membersOf(statements),
  }));
}

/** Lists of records filtered by the value of another field: the varieties with the treatment "dropped". */
export function filteredLists(family: FamilyFacts): FamilyList[] {
  const recordOf = ({ document, path }: FamilyFact) => `${document}\n${path.replace(/[^/]*$/, "")}`;
  const criteria = family.facts.filter(({ type }) => /^(?:choice|organisation|person)$/.test(type));
  const byRecord = groupBy(criteria, recordOf);
  const siblingValues = (fact: FamilyFact) =>
    (byRecord.get(recordOf(fact)) ?? [])
      .filter(({ path }) => path !== fact.path)
      .map(({ value }) => value);
  return listsOf(family)
    .filter(({ path }) => path.includes("/*/"))
    .flatMap(list => {
      const statements = list.members.flatMap(member => member.statements);
      return [...new Set(statements.flatMap(siblingValues))].map(filterValue => ({
        ...list,
        filterValue,
        members: membersOf(statements.filter(fact => siblingValues(fact).includes(filterValue))),
      }));
    });
}

/** Values that name the subject of a document and are not the near-twin's. */
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
  // A short text or choice that is part of the subject's name says what kind of thing it is, and does not name it.
  const isName = ({ type, value }: FamilyFact) =>
    fold(value).length > 1 &&
    fold(subject).includes(fold(value)) &&
    (!["text", "choice"].includes(type) || fold(value).length * 2 >= fold(subject).length);
  const names = facts
    .filter(fact => fact.document === number && isName(fact) && !isElsewhere(fact))
    .map(({ value }) => value);
  return [...new Set([subject, ...names])];
}

/** The other subjects of the corpus that all of these facts fit. */
export const otherFittingSubjects = (facts: readonly FamilyFact[]): string[] =>
  (facts[0]?.alsoOf ?? []).filter(subject => facts.every(({ alsoOf }) => alsoOf.includes(subject)));

type Language = "zh" | "en";

/** Whether these facts of one document fit no other document of the corpus. */
export function identifiesDocument(
  statements: readonly FamilyFact[],
  { documents, facts }: FamilyFacts,
): boolean {
  const isFactStatedIn = (number: number) => (fact: FamilyFact) =>
    facts.some(
      ({ document, path, value }) =>
        document === number && path === fact.path && fold(value) === fold(fact.value),
    );
  const others = documents.filter(({ number }) => number !== statements[0]?.document);
  return (
    statements.length > 0 &&
    otherFittingSubjects(statements).length === 0 &&
    !others.some(({ number }) => statements.every(isFactStatedIn(number)))
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

/** Whether the document states the value: in a sentence shown, or as a fact elsewhere. */
export const isStatedIn = (
  family: FamilyFacts,
  number: number,
  value: string,
  language: Language,
): boolean =>
  family.facts.some(fact => fact.document === number && fold(fact.value) === fold(value)) ||
  isShownIn(family, number, value, language);

const nameType = /^(?:identifier|code|organisation|person)$/;

/** Search terms for a document: its subject, and names and numbers that contain a word no other subject has. */
export function searchNames({ documents, facts }: FamilyFacts, number: number): string[] {
  const subjects = documents
    .filter(document => document.number === number)
    .map(({ subject }) => subject);
  const nameFacts = facts
    .filter(({ document, type }) => document === number && nameType.test(type))
    .filter(({ value, ownWords }) => ownWords.length > 0 && fold(value).length > 1);
  return [...new Set([...subjects, ...nameFacts.map(({ value }) => value)])];
}

/** Whether a search term occurs in both documents, so that a reader of one can search for the other. */
export const isLinkedByName = (
  family: FamilyFacts,
  [first, second]: readonly [number, number],
  language: Language,
): boolean =>
  searchNames(family, first).some(
    name =>
      searchNames(family, second).includes(name) &&
      [first, second].every(number => isShownIn(family, number, name, language)),
  );
