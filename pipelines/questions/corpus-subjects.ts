// Collects what documents state about each subject, leaf by leaf: the current value, earlier ones, and uncertain ones.

import { withoutElement } from "../../schemas/rageval/paths.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { groupBy } from "../engine/grouping.ts";
import type { Table } from "../engine/stage.ts";
import { namesSubject } from "../text/stated-value.ts";
import { fold } from "../text/fold.ts";
import { findValuesInForce } from "../text/timeline.ts";

/** Minimum number of subjects for which compiling a list requires a search. */
export const minSubjects = 5;

/** What documents state about a subject at one path. */
export interface StatedValues {
  /** The current value, from the latest document that states it; undefined if no value is certain. */
  readonly current: FactRow | undefined;
  readonly earlierValues: readonly string[];
  /** Values that are stale, disputed, from a draft, or not found in the text: no criterion may depend on them. */
  readonly uncertainValues: readonly string[];
}

/** What one or more documents are about; a near-twin is a subject of its own. */
export interface Subject {
  readonly name: string;
  /** By path, without elements of lists; paths that no document states are missing. */
  readonly valuesByPath: ReadonlyMap<string, StatedValues>;
}

const numberOf = ({ family }: FactRow): number => family?.number ?? 0;

/** The values of one path and subject. Ignores withheld values: they are in no text, so no question can ask for them. */
function statedValuesOf(facts: readonly FactRow[]): StatedValues {
  const orderedFacts = facts.toSorted((a, b) => numberOf(a) - numberOf(b));
  const statedFacts = orderedFacts.filter(({ state }) => state === "stated");
  const heldInOrder = findValuesInForce(statedFacts);
  const lastValue = heldInOrder.at(-1)?.value;
  const certainFacts = statedFacts.filter(({ standing }) => standing === undefined);
  const current = certainFacts.findLast(({ value }) => value === lastValue);
  const uncertainFacts = orderedFacts.filter(
    fact => fact.state !== "withheld" && !certainFacts.includes(fact),
  );
  const earlierValues = heldInOrder
    .map(({ value }) => value)
    .filter(value => value !== lastValue || !current);
  return {
    current,
    earlierValues: current ? earlierValues : [],
    uncertainValues: [
      ...uncertainFacts.map(({ value }) => value),
      ...(current ? [] : earlierValues),
    ],
  };
}

/** The subjects of these facts, in the order of their first facts. */
export const subjectsOf = (facts: readonly FactRow[]): Subject[] =>
  [
    ...groupBy(facts, ({ documentId, family }) =>
      family ? `${family.familyId} ${family.isTwin}` : documentId,
    ).values(),
  ].map(ownFacts => ({
    name: ownFacts[0]?.subject ?? "",
    valuesByPath: new Map(
      [
        ...groupBy(
          ownFacts.filter(({ path }) => withoutElement(path) === path),
          ({ path }) => path,
        ),
      ].map(([path, pathFacts]) => [path, statedValuesOf(pathFacts)]),
    ),
  }));

/** By subject, the names by which a text may mention it. */
export type NamesBySubject = ReadonlyMap<string, readonly string[]>;

/** Each subject's full name, and the people or organisations in it that no other subject's name has. */
function namesIn(facts: readonly FactRow[]): NamesBySubject {
  const subjects = groupBy(facts, ({ subject }) => subject);
  const foldedNames = [...subjects.keys()].map(fold);
  const isUnique = (value: string) =>
    fold(value).length > 1 && foldedNames.filter(name => name.includes(fold(value))).length === 1;
  return new Map(
    [...subjects].map(([subject, ownFacts]) => {
      const parts = ownFacts
        .filter(({ type }) => type === "person" || type === "organisation")
        .map(({ value }) => value)
        .filter(value => fold(value) !== "" && fold(subject).includes(fold(value)));
      return [subject, [subject, ...new Set(parts.filter(isUnique))]];
    }),
  );
}

/** The names of all subjects of one schema. */
export const subjectNames = (table: Table<FactRow>, schemaId: string): NamesBySubject =>
  table
    .derive(
      "subject names",
      rows =>
        new Map(
          [...groupBy(rows, fact => fact.schemaId)].map(([id, schemaFacts]) => [
            id,
            namesIn(schemaFacts),
          ]),
        ),
    )
    .get(schemaId) ?? new Map();

/** The sentences that name a subject in full or, if there are none, by a name that only it has. */
export function sentencesNaming<S extends { readonly text: string }>(
  sentences: readonly S[],
  subject: string,
  names: NamesBySubject,
): S[] {
  const fullMentions = sentences.filter(({ text }) => namesSubject(text, subject));
  return fullMentions.length > 0
    ? fullMentions
    : sentences.filter(({ text }) => mentionsSubject(text, subject, names));
}

/** Whether a text names a subject, in full or by a name that only it has. */
export const mentionsSubject = (text: string, subject: string, names: NamesBySubject): boolean =>
  (names.get(subject) ?? [subject]).some(name => namesSubject(text, name));
