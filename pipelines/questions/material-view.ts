// Lays out what a request shows of a material: its documents, each named once, with sentences numbered across all of them.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { FamilyDocument } from "../../schemas/questions/families/prompts.ts";
import type { ShownDocument } from "../../schemas/questions/prompts.ts";
import type { MaterialRow } from "../../schemas/questions/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import type { Table } from "../engine/stage.ts";
import { numberSentences, type PlacedSentence } from "../items/numbered-sentences.ts";

/** What a request shows of a material. */
export interface ShownMaterial {
  /** In the order of the material's documents. */
  readonly documents: ShownDocument[];
  /** The same sentences, with their positions. */
  readonly sentences: PlacedSentence[];
}

/** Shows all of a material, which is never too large for one request. `rest` has the document's other topics, if it is a section. */
export function showMaterial(
  {
    documentIds,
    scope,
    rest = "",
  }: Pick<MaterialRow, "documentIds" | "scope"> & { readonly rest?: string },
  documentOf: (id: string) => DocumentRow,
): ShownMaterial {
  const shownDocuments = documentIds.map(documentOf);
  const sentences = numberSentences(shownDocuments, "", {
    scope,
    maxLength: Number.POSITIVE_INFINITY,
  });
  return {
    sentences,
    documents: shownDocuments.map(({ id, name, published }) => ({
      name,
      published: published ?? "",
      rest,
      sentences: sentences
        .filter(({ documentId }) => documentId === id)
        .map(({ number, text }) => ({ number, text })),
    })),
  };
}

/** The tables that state what generated documents are about. */
export interface SubjectTables {
  readonly documents: Table<DocumentRow>;
  readonly facts: Table<FactRow>;
}

/** Shows a material of generated documents, with the subject of each. */
export function showSubjects(
  material: Pick<MaterialRow, "documentIds" | "scope">,
  { documents, facts }: SubjectTables,
): { documents: FamilyDocument[]; sentences: PlacedSentence[] } {
  const shownMaterial = showMaterial(material, documents.get);
  const familyDocuments = shownMaterial.documents.map((text, index): FamilyDocument => {
    const [fact] = facts.where("documentId", material.documentIds[index] ?? "");
    const { kind = "", isTwin = false } = fact?.family ?? {};
    return { ...text, number: index + 1, subject: fact?.subject ?? text.name, kind, isTwin };
  });
  return { ...shownMaterial, documents: familyDocuments };
}

/** The documents of a material with only these sentences; documents without any are left out. */
export const extractOf = (
  documents: readonly ShownDocument[],
  numbers: ReadonlySet<number>,
): ShownDocument[] =>
  documents
    .map(document => ({
      ...document,
      rest: "",
      sentences: document.sentences.filter(({ number }) => numbers.has(number)),
    }))
    .filter(({ sentences }) => sentences.length > 0);
