// Numbers the documents to be written for each schema and spreads its sub-scenarios evenly over them.

import {
  type SchemaRow,
  type VariantRow,
  schemas,
  variants,
} from "../../schemas/rageval/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made } from "../engine/stage.ts";
import { drawFrom, shuffle } from "../text/random.ts";

/** Every sub-scenario is used once before any is used again. */
export function spreadVariants(
  { id, language, domain, schema }: SchemaRow,
  count: number,
  seed: number,
): VariantRow[] {
  const leaf = schema.leaves.find(({ path }) => path === schema.subScenario);
  const options = shuffle(drawFrom(seed), leaf?.options ?? []);
  return Array.from({ length: count }, (_, index) => ({
    id: rowId("v", id, index + 1),
    schemaId: id,
    language,
    domain,
    number: index + 1,
    subScenario: options[index % options.length] ?? null,
    documents: 1,
    twin: false,
  }));
}

export const variantsStage = ({ documentsPerSchema }: { documentsPerSchema: number }) =>
  defineStage({
    name: "rageval/variants",
    module: import.meta.filename,
    prompts: [],
    settings: { documentsPerSchema },
    over: schemas,
    writes: variants,
    each: (schema, { seedFor }) =>
      made(spreadVariants(schema, documentsPerSchema, seedFor("variants", schema.id))),
  });
