// Allots the documents of each schema to single subjects and families, with sub-scenarios spread evenly over them.

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

const alone: Subject = { documents: 1, twin: false };
const sizeOf = ({ documents, twin }: Subject) => documents + (twin ? 1 : 0);
const isNext = (share: number, count: number) =>
  Math.round(share * (count + 1)) > Math.round(share * count);

/**
 * One entry per subject until the number of documents is reached; a near-twin is one more document. At every step families have their
 * share of the documents as nearly as possible; the largest families come first, and the last is as large as fits.
 */
export function spreadFamilies({ documentsPerSchema, families }: VariantOptions): Subject[] {
  const spread: Subject[] = [];
  let [total, inFamilies, count] = [0, 0, 0];
  while (total < documentsPerSchema) {
    const documents = families.documents - (count % (families.documents - 1));
    const full = { documents, twin: isNext(families.twins, count) };
    const family = [full, { documents, twin: false }, { documents: 2, twin: false }].find(
      subject => total + sizeOf(subject) <= documentsPerSchema,
    );
    const size = family === undefined ? 0 : sizeOf(family);
    const isFamily = size > 0 && inFamilies + size / 2 <= families.share * (total + size);
    spread.push(isFamily && family ? family : alone);
    total += isFamily ? size : 1;
    inFamilies += isFamily ? size : 0;
    count += isFamily ? 1 : 0;
  }
  return spread;
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
