// Exports a run as items of a Langfuse dataset: the input that its API and SDKs create an item from, one per line.

import type { LangfuseItem } from "../../schemas/formats/langfuse.ts";
import { type ExportedItem, inputOf, metadataOf } from "./exported-items.ts";
import { itemExporter } from "./item-exporter.ts";
import { pythonLines } from "./python-json.ts";

const toItem = (exported: ExportedItem): LangfuseItem => ({
  id: exported.item.id,
  input: inputOf(exported.item),
  expectedOutput: { answer: exported.item.answer, references: exported.references },
  metadata: metadataOf(exported),
});

/** Writes test.jsonl, dev.jsonl and manifest.json. */
export const exportLangfuse = itemExporter({
  format: "langfuse",
  fields: {
    id: "the item's id; a second upload replaces the item",
    input: "`question`, and `as_of` if it refers to a date",
    expectedOutput:
      "`answer`, and `references`: text, document and position (code points) of its evidence",
    metadata:
      "type, language, domain, split, relevant documents, keypoints, and anything else known about the item",
  },
  files: (items, split) => [[`${split}.jsonl`, pythonLines(items.map(toItem))]],
});
