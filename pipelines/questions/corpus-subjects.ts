// Collects what documents state of each subject, leaf by leaf: the current value, earlier ones, and open ones.

import { withoutElement } from "../../schemas/rageval/paths.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { groupBy } from "../engine/grouping.ts";
import type { Table } from "../engine/stage.ts";
import { namesSubject } from "../text/stated-value.ts";
import { fold } from "../text/fold.ts";
import { heldValues } from "../text/timeline.ts";

/** The fewest subjects for which a list takes a search. */
export const minSubjects = 5;

export interface Stated {
  /** The current value, from the latest document that states it; undefined if no value is certain. */
  readonly now: FactRow | undefined;
  readonly before: readonly string[];
  /** Values that are stale, disputed, from a draft, or not found in the text: no criterion may depend on them. */
  readonly open: readonly string[];
}

/** What one or more documents are about; a near-twin is a subject of its own. */
export interface Subject {
  readonly name: string;
  /** By path, without lists; paths that no document states are missing. */
  readonly stated: ReadonlyMap<string, Stated>;
}

const numberOf = ({ family }: FactRow): number => family?.number ?? 0;

/** The values of one path and subject. A withheld value is ignored: it is in no text, so nobody can ask for it. */
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

/** The subjects of these facts, in the order of their first facts. */
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

/** Each subject's full name, and the persons or organisations in it that no other subject's name has. */
function namesIn(facts: readonly FactRow[]): Names {
  const subjects = groupBy(facts, ({ subject }) => subject);
  const folded = [...subjects.keys()].map(fold);
  const isUnique = (value: string) =>
    fold(value).length > 1 && folded.filter(name => name.includes(fold(value))).length === 1;
  return new Map(
    [...subjects].map(([subject, own]) => {
      const parts = own
        .filter(({ type }) => type === "person" || type === "organisation")
        .map(({ value }) => value)
        .filter(value => fold(value) !== "" && fold(subject).includes(fold(value)));
      return [subject, [subject, ...new Set(parts.filter(isUnique))]];
    }),
  );
}

/** The names that a text may use for each subject of one schema. */
export const subjectNames = (table: Table<FactRow>, schemaId: string): Names =>
  table
    .derive(
      "subject names",
      rows =>
        new Map([...groupBy(rows, fact => fact.schemaId)].map(([id, of]) => [id, namesIn(of)])),
    )
    .get(schemaId) ?? new Map();

/** The sentences that name a subject in full or, if there are none, by a name that only it has. */
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

/** Whether a text names a subject, in full or by a name that only it has. */
export const sayNames = (text: string, subject: string, names: Names): boolean =>
  (names.get(subject) ?? [subject]).some(name => namesSubject(text, name));
