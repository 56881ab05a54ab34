// Finds the documents of a run that share a subject, by the facts they were written from.

import { withoutFamilyTypes } from "../../schemas/items/question-types.ts";
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
  const familyRows = facts.flatMap(({ documentId, language, domain, family }) =>
    family ? [{ documentId, language, domain, ...family }] : [],
  );
  return [...groupBy(familyRows, ({ familyId }) => familyId)].flatMap(([id, rows]) => {
    const orderedRows = rows.toSorted((a, b) => a.number - b.number);
    const ownDocumentIds = new Set(
      orderedRows.flatMap(row => (row.isTwin ? [] : [row.documentId])),
    );
    const [{ language, domain } = { language: "en" as const, domain: "" }] = rows;
    const documentIds = [...new Set(orderedRows.map(({ documentId }) => documentId))];
    return ownDocumentIds.size > 1 ? [{ id, language, domain, documentIds }] : [];
  });
}

/** All families of a run. */
export const knownFamilies = (facts: Facts | undefined): readonly KnownFamily[] =>
  facts?.derive("families", familiesIn) ?? [];

/** Finds what stays together with a document when documents are split: its family, or only the document itself. */
export function unitFinder(facts: Facts | undefined): (documentId: string) => string {
  const families = new Map(
    knownFamilies(facts).flatMap(({ id, documentIds }) =>
      documentIds.map(documentId => [documentId, id]),
    ),
  );
  return documentId => families.get(documentId) ?? documentId;
}

const domainKey = ({ domain, language }: Pick<FactRow, "domain" | "language">) =>
  `${domain}\n${language}`;

/** The domains and languages with enough subjects of one schema for lists drawn from all documents. */
const keysWithLists = (facts: readonly FactRow[]): string[] =>
  [...groupBy(facts, ({ schemaId }) => schemaId).values()]
    .filter(schemaFacts => new Set(schemaFacts.map(({ subject }) => subject)).size >= minSubjects)
    .flatMap(schemaFacts => schemaFacts.slice(0, 1).map(domainKey));

/** Whether a domain and language yields a type: with generated documents, family types need families. */
export function yieldChecker(facts: Facts | undefined): (cell: Cell) => boolean {
  if (facts === undefined) return () => true;
  const keysWithFamilies = new Set(knownFamilies(facts).map(domainKey));
  const keysOfLists = new Set(facts.derive("places of lists", keysWithLists));
  const typesOfAnyDocument = new Set<ItemType>(withoutFamilyTypes(QuestionType.options));
  return ({ type, ...place }) =>
    typesOfAnyDocument.has(type) ||
    keysWithFamilies.has(domainKey(place)) ||
    (type === "complete-list" && keysOfLists.has(domainKey(place)));
}
