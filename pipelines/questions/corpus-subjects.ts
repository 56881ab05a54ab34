// What the documents on each subject of a kind state of every leaf: what last held, what held before, what may hold or not.

import { withoutElement } from "../../schemas/rageval/paths.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { groupBy } from "../engine/grouping.ts";
import type { Table } from "../engine/stage.ts";
import { namesSubject } from "../text/stated-value.ts";
import { fold } from "../text/fold.ts";
import { heldValues } from "../text/timeline.ts";

/** Of fewer subjects no list has to be looked for. */
export const minSubjects = 5;

export interface Stated {
  /** What last held, by the latest document that states it; undefined where nothing simply holds. */
  readonly now: FactRow | undefined;
  readonly before: readonly string[];
  /** Stale, disputed, a draft's, or not found where it should stand: no criterion may turn on it. */
  readonly open: readonly string[];
}

/** One that documents are on, however many; a near-twin is one of its own. */
export interface Subject {
  readonly name: string;
  /** By path, lists apart; what no document was to state is not there. */
  readonly stated: ReadonlyMap<string, Stated>;
}

const numberOf = ({ family }: FactRow): number => family?.number ?? 0;

/** Of one path and subject. What was kept out of a document is nowhere: nobody can ask for it. */
function statedOf(facts: readonly FactRow[]): Stated {
  const inOrder = facts.toSorted((a, b) => numberOf(a) - numberOf(b));
  const found = inOrder.filter(({ state }) => state === "stated");
  const held = heldValues(found);
  const last = held.at(-1)?.value;
  const sure = found.filter(({ standing }) => standing === undefined);
  const now = sure.findLast(({ value }) => value === last);
  const unsure = inOrder.filter(fact => fact.state !== "withheld" && !sure.includes(fact));
  const before = held.map(({ value }) => value).filter(value => value !== last || !now);
  return {
    now,
    before: now ? before : [],
    open: [...unsure.map(({ value }) => value), ...(now ? [] : before)],
  };
}

/** The subjects that these facts are of, in the order of their first facts. */
export const subjectsOf = (facts: readonly FactRow[]): Subject[] =>
  [
    ...groupBy(facts, ({ documentId, family }) =>
      family ? `${family.familyId} ${family.isTwin}` : documentId,
    ).values(),
  ].map(own => ({
    name: own[0]?.subject ?? "",
    stated: new Map(
      [
        ...groupBy(
          own.filter(({ path }) => withoutElement(path) === path),
          ({ path }) => path,
        ),
      ].map(([path, told]) => [path, statedOf(told)]),
    ),
  }));

export type Names = ReadonlyMap<string, readonly string[]>;

/** Of each subject its full name and what of it, a person or organisation, no other subject has in its name. */
function namesIn(facts: readonly FactRow[]): Names {
  const subjects = groupBy(facts, ({ subject }) => subject);
  const folded = [...subjects.keys()].map(fold);
  const isTelling = (value: string) =>
    fold(value).length > 1 && folded.filter(name => name.includes(fold(value))).length === 1;
  return new Map(
    [...subjects].map(([subject, own]) => {
      const parts = own
        .filter(({ type }) => type === "person" || type === "organisation")
        .map(({ value }) => value)
        .filter(value => fold(value) !== "" && fold(subject).includes(fold(value)));
      return [subject, [subject, ...new Set(parts.filter(isTelling))]];
    }),
  );
}

/** What a text may call each subject that documents of one kind are on. */
export const subjectNames = (table: Table<FactRow>, schemaId: string): Names =>
  table
    .derive(
      "subject names",
      rows =>
        new Map([...groupBy(rows, fact => fact.schemaId)].map(([id, of]) => [id, namesIn(of)])),
    )
    .get(schemaId) ?? new Map();

/** The sentences that name a subject in full or, where none does, by what is its alone. */
export function namingAmong<S extends { readonly text: string }>(
  sentences: readonly S[],
  subject: string,
  names: Names,
): S[] {
  const inFull = sentences.filter(({ text }) => namesSubject(text, subject));
  return inFull.length > 0
    ? inFull
    : sentences.filter(({ text }) => sayNames(text, subject, names));
}

/** Whether a text names a subject, in full or by what is its alone. */
export const sayNames = (text: string, subject: string, names: Names): boolean =>
  (names.get(subject) ?? [subject]).some(name => namesSubject(text, name));
