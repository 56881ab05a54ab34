// Finds the documents of a run that share a subject, from the facts they were written from.

import { typesOfDocuments } from "../../schemas/items/question-types.ts";
import { type ItemType, QuestionType } from "../../schemas/items/item-types.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import type { Table } from "../engine/stage.ts";
import { groupBy } from "../engine/grouping.ts";
import type { Cell } from "../items/quotas.ts";
import { minSubjects } from "./corpus-subjects.ts";

/** Documents on one subject and its near-twin, in order of their days, the near-twin's last. */
export interface KnownFamily extends Pick<FactRow, "language" | "domain"> {
  readonly id: string;
  readonly documentIds: readonly string[];
}

type Facts = Pick<Table<FactRow>, "derive">;

/** The families in which several documents are on one subject. */
function familiesIn(facts: readonly FactRow[]): KnownFamily[] {
  const placed = facts.flatMap(({ documentId, language, domain, family }) =>
    family ? [{ documentId, language, domain, ...family }] : [],
  );
  return [...groupBy(placed, ({ familyId }) => familyId)].flatMap(([id, rows]) => {
    const inOrder = rows.toSorted((a, b) => a.number - b.number);
    const own = new Set(inOrder.flatMap(row => (row.isTwin ? [] : [row.documentId])));
    const [{ language, domain } = { language: "en" as const, domain: "" }] = rows;
    const documentIds = [...new Set(inOrder.map(({ documentId }) => documentId))];
    return own.size > 1 ? [{ id, language, domain, documentIds }] : [];
  });
}

export const knownFamilies = (facts: Facts | undefined): readonly KnownFamily[] =>
  facts?.derive("families", familiesIn) ?? [];

/** The unit of each document when documents are split: its family, or the document itself. */
export function togetherBy(facts: Facts | undefined): (documentId: string) => string {
  const families = new Map(
    knownFamilies(facts).flatMap(({ id, documentIds }) =>
      documentIds.map(documentId => [documentId, id]),
    ),
  );
  return documentId => families.get(documentId) ?? documentId;
}

const placeOf = ({ domain, language }: Pick<FactRow, "domain" | "language">) =>
  `${domain}\n${language}`;

/** The domains and languages with enough subjects of one schema for lists over all documents. */
const placesOfLists = (facts: readonly FactRow[]): string[] =>
  [...groupBy(facts, ({ schemaId }) => schemaId).values()]
    .filter(kind => new Set(kind.map(({ subject }) => subject)).size >= minSubjects)
    .flatMap(kind => kind.slice(0, 1).map(placeOf));

/** Whether a domain and language yields a type; with generated documents, family types need families. */
export function bearing(facts: Facts | undefined): (cell: Cell) => boolean {
  if (facts === undefined) return () => true;
  const ofFamilies = new Set(knownFamilies(facts).map(placeOf));
  const ofLists = new Set(facts.derive("places of lists", placesOfLists));
  const anywhere = new Set<ItemType>(typesOfDocuments(QuestionType.options));
  return ({ type, ...place }) =>
    anywhere.has(type) ||
    ofFamilies.has(placeOf(place)) ||
    (type === "complete-list" && ofLists.has(placeOf(place)));
}
