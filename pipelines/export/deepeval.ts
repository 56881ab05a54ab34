// Exports a run as DeepEval goldens, for its Python and TypeScript packages, which name the fields differently.

import type { DeepevalGolden, DeepevalTypescriptGolden } from "../../schemas/formats/deepeval.ts";
import { type ExportedItem, metadataOf } from "./exported-items.ts";
import { itemExporter } from "./item-exporter.ts";
import { pythonList } from "./python-json.ts";

const contextOf = ({ references }: ExportedItem): string[] => references.map(({ text }) => text);

/** Adds the positions of the references, whose texts are in the context in the same order. */
const metadataWithPositions = (exported: ExportedItem) => ({
  ...metadataOf(exported),
  references: exported.references.map(({ document_id, start, end }) => ({
    document_id,
    start,
    end,
  })),
});

const toGolden = (exported: ExportedItem): DeepevalGolden => ({
  name: exported.item.id,
  input: exported.item.question,
  expected_output: exported.item.answer,
  context: contextOf(exported),
  additional_metadata: metadataWithPositions(exported),
});

const toTypescriptGolden = (exported: ExportedItem): DeepevalTypescriptGolden => ({
  input: exported.item.question,
  expectedOutput: exported.item.answer,
  context: contextOf(exported),
  additionalMetadata: metadataWithPositions(exported),
});

/** Writes {python,typescript}/{test,dev}.json and manifest.json. */
export const exportDeepeval = itemExporter({
  format: "deepeval",
  fields: {
    input: "the question",
    "expected_output, expectedOutput": "the answer",
    context: "the passages of documents that the answer rests on, verbatim",
    "additional_metadata, additionalMetadata":
      "the item's id (by which evaluate identifies a test case), type, language, domain, split, positions of the evidence (code points), relevant documents, keypoints, and anything else known about the item",
    name: "the item's id; in Python only",
  },
  files: (items, split) => [
    [`python/${split}.json`, pythonList(items.map(toGolden))],
    [`typescript/${split}.json`, pythonList(items.map(toTypescriptGolden))],
  ],
});
