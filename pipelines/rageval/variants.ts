// Divides the documents of each schema among single subjects and families, with sub-scenarios spread evenly across them.

import {
  type SchemaRow,
  type VariantRow,
  schemas,
  variants,
} from "../../schemas/rageval/records.ts";
import type { Settings } from "../../schemas/settings.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made } from "../engine/stage.ts";
import { drawFrom, shuffle } from "../text/random.ts";

export type VariantOptions = Pick<Settings, "documentsPerSchema" | "families">;

type Subject = Pick<VariantRow, "documents" | "twin">;

const singleDocument: Subject = { documents: 1, twin: false };
const sizeOf = ({ documents, twin }: Subject) => documents + (twin ? 1 : 0);
const isDue = (share: number, count: number) =>
  Math.round(share * (count + 1)) > Math.round(share * count);

/**
 * One entry per subject until the number of documents is reached; a near-twin adds one document. At every step families have their
 * share of the documents as nearly as possible; the largest families come first, and the last is as large as fits.
 */
export function spreadFamilies({ documentsPerSchema, families }: VariantOptions): Subject[] {
  const subjects: Subject[] = [];
  let [documentCount, familyDocuments, familyCount] = [0, 0, 0];
  while (documentCount < documentsPerSchema) {
    const documents = families.documents - (familyCount % (families.documents - 1));
    const fullFamily = { documents, twin: isDue(families.twins, familyCount) };
    const family = [fullFamily, { documents, twin: false }, { documents: 2, twin: false }].find(
      subject => documentCount + sizeOf(subject) <= documentsPerSchema,
    );
    const size = family === undefined ? 0 : sizeOf(family);
    const isFamily =
      size > 0 && familyDocuments + size / 2 <= families.share * (documentCount + size);
    subjects.push(isFamily && family ? family : singleDocument);
    documentCount += isFamily ? size : 1;
    familyDocuments += isFamily ? size : 0;
    familyCount += isFamily ? 1 : 0;
  }
  return subjects;
}

/** Every sub-scenario is used once before any is used again. */
export function spreadVariants(
  { id, language, domain, schema }: SchemaRow,
  { documentsPerSchema, families }: VariantOptions,
  seed: number,
): VariantRow[] {
  const leaf = schema.leaves.find(({ path }) => path === schema.subScenario);
  const options = shuffle(drawFrom(seed), leaf?.options ?? []);
  const share = schema.family === null ? 0 : families.share;
  return spreadFamilies({ documentsPerSchema, families: { ...families, share } }).map(
    (subject, index) => ({
      id: rowId("v", id, index + 1),
      schemaId: id,
      language,
      domain,
      number: index + 1,
      subScenario: options[index % options.length] ?? null,
      ...subject,
    }),
  );
}

export const variantsStage = ({ documentsPerSchema, families }: VariantOptions) =>
  defineStage({
    name: "rageval/variants",
    module: import.meta.filename,
    prompts: [],
    settings: { documentsPerSchema, families },
    over: schemas,
    writes: variants,
    each: (schema, { seedFor }) =>
      made(
        spreadVariants(schema, { documentsPerSchema, families }, seedFor("variants", schema.id)),
      ),
  });
