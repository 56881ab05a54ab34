// Reads the documents of a run with all values they state, and groups them by subject.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { LabelRow } from "../../schemas/items/finished-items.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { compareStrings, groupBy } from "../engine/grouping.ts";
import { mayBeSameDetail, findDetails, type StatedDetail } from "../text/changeable-details.ts";

export interface DocumentWithDetails {
  readonly row: DocumentRow;
  /** In order; names only if facts of the document identify them. */
  readonly details: readonly StatedDetail[];
  readonly facts: readonly FactRow[];
}

export interface Place {
  readonly documentId: string;
  readonly detail: StatedDetail;
}

/** One stated value, at all its places in the documents on its subject. */
export interface Fact {
  readonly key: string;
  /** The value at its first place. */
  readonly detail: StatedDetail;
  readonly language: "zh" | "en";
  readonly places: readonly Place[];
  /** The documents on the subject, whether or not they state it. */
  readonly documents: readonly DocumentWithDetails[];
  /** The schema and the leaf of the facts stated there; none in a user's own documents. */
  readonly leaves: readonly string[];
}

/** The path of the leaf, without the numbers of list elements and records. */
export const leafPath = (path: string): string => path.replace(/\/\d+(?=\/|$)/g, "");
export const leafKey = ({ schemaId, path }: Pick<FactRow, "schemaId" | "path">): string =>
  `${schemaId} ${leafPath(path)}`;

export interface Corpus {
  readonly documents: ReadonlyMap<string, DocumentWithDetails>;
  /** The documents on the subject of this one, itself included; none if there is no such document. */
  onSubjectOf(documentId: string): readonly DocumentWithDetails[];
  /** The fact stated there, with all its places. */
  factAt(documentId: string, detail: StatedDetail): Fact;
}

export interface CorpusRows {
  readonly documents: readonly DocumentRow[];
  readonly facts: readonly FactRow[];
  readonly labels: readonly LabelRow[];
}

/** Minimum number of characters in a name that identifies a document's subject: anything shorter may be a common word. */
const minNameLength = 4;
/** Leaf types whose values occur verbatim. */
const nameTypes = /^(?:person|organisation|place|choice|identifier|code)$/;

export function readCorpus(rows: CorpusRows): Corpus {
  const factsOf = groupBy(rows.facts, ({ documentId }) => documentId);
  const documents = new Map(
    rows.documents.map(row => {
      const facts = factsOf.get(row.id) ?? [];
      return [row.id, { row, facts, details: detailsIn(row, facts) }];
    }),
  );
  const subjectOf = createSubjectLookup(rows);
  const bySubject = groupBy(documents.values(), ({ row }) => subjectOf(row.id));
  const onSubjectOf = (id: string) => bySubject.get(subjectOf(id)) ?? [];
  return {
    documents,
    onSubjectOf,
    factAt: (documentId, detail) => factIn(onSubjectOf(documentId), detail),
  };
}

/** Verbatim occurrences of a name, at word boundaries. */
function placesOfName(text: string, name: string): StatedDetail[] {
  const places: StatedDetail[] = [];
  const isWord = (character: string | undefined) =>
    character !== undefined && /[\p{Script=Latin}\p{N}_]/u.test(character);
  for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + 1)) {
    const end = start + name.length;
    const isCut =
      (isWord(name[0]) && isWord(text[start - 1])) || (isWord(name.at(-1)) && isWord(text[end]));
    if (!isCut) places.push({ kind: "name", canonical: name, start, end, text: name, unit: "" });
  }
  return places;
}

/** All values of a text, with the given names; a value within a name is part of it. */
export function readWithNames(
  text: string,
  language: "zh" | "en",
  names: Iterable<string>,
): StatedDetail[] {
  const nameDetails = [...new Set(names)].flatMap(name => placesOfName(text, name));
  const outerNames = nameDetails.filter(
    ({ start, end }) =>
      !nameDetails.some(
        other => other.start <= start && other.end >= end && other.end - other.start > end - start,
      ),
  );
  const values = findDetails(text).filter(
    ({ start, end }) => !outerNames.some(name => start < name.end && end > name.start),
  );
  return [...outerNames, ...values].sort((a, b) => a.start - b.start);
}

/** The names in the facts of a document, of at least two characters. */
const namesIn = (facts: readonly FactRow[]): string[] =>
  facts
    .filter(
      ({ type, state, value }) => nameTypes.test(type) && state === "stated" && value.length > 1,
    )
    .map(({ value }) => value);

const detailsIn = ({ text, language }: DocumentRow, facts: readonly FactRow[]): StatedDetail[] =>
  readWithNames(text, language, namesIn(facts));

/** The id of a document's subject: shared within a family, and by documents that name or support one another. */
function createSubjectLookup({ documents, facts, labels }: CorpusRows): (id: string) => string {
  const parent = new Map<string, string>();
  const rootOf = (id: string): string => {
    const parentId = parent.get(id);
    return parentId === undefined ? id : rootOf(parentId);
  };
  const join = (first: string, second: string) => {
    const [a, b] = [rootOf(first), rootOf(second)];
    if (a !== b) parent.set(b, a);
  };
  for (const { documentId, family } of facts)
    if (family) join(`family ${family.familyId}`, documentId);
  const own = documents.filter(({ kind }) => kind === "own");
  for (const { id, name } of own.filter(one => one.name.length >= minNameLength))
    for (const other of own) if (id !== other.id && other.text.includes(name)) join(id, other.id);
  for (const group of groupBy(labels, ({ itemId }) => itemId).values())
    for (const { documentId, role } of group)
      if (role === "support") for (const gold of group) join(gold.documentId, documentId);
  return rootOf;
}

/** Collects all places that may state the same value. */
function factIn(documents: readonly DocumentWithDetails[], detail: StatedDetail): Fact {
  const places: Place[] = [];
  const allPlaces = documents.flatMap(({ row, details: all }) =>
    all.map(document => ({ documentId: row.id, detail: document })),
  );
  for (let newDetails = [detail]; newDetails.length > 0; ) {
    const newPlaces = allPlaces.filter(
      place =>
        !places.includes(place) && newDetails.some(one => mayBeSameDetail(one, place.detail)),
    );
    places.push(...newPlaces);
    newDetails = newPlaces.map(place => place.detail);
  }
  places.sort(
    (a, b) => compareStrings(a.documentId, b.documentId) || a.detail.start - b.detail.start,
  );
  const first = places[0]?.detail ?? detail;
  return {
    key: `${places[0]?.documentId ?? ""} ${first.start}`,
    detail,
    language: documents[0]?.row.language ?? "en",
    places,
    documents,
    leaves: [...new Set(documents.flatMap(document => leavesAt(document, places)))],
  };
}

const leavesAt = ({ row, facts }: DocumentWithDetails, places: readonly Place[]): string[] =>
  facts
    .filter(({ value, spans }) =>
      places.some(
        ({ documentId, detail }) =>
          documentId === row.id &&
          value.includes(detail.text) &&
          spans.some(({ start, end }) => start <= detail.start && end >= detail.end),
      ),
    )
    .map(leafKey);
