// Exports a run as examples of a LangSmith dataset: the input of its client's create_examples, one per line.

import type { LangsmithExample } from "../../schemas/formats/langsmith.ts";
import { type ExportedItem, inputOf, metadataOf } from "./exported-items.ts";
import { itemExporter } from "./item-exporter.ts";
import { pythonLines } from "./python-json.ts";

const toExample = (exported: ExportedItem): LangsmithExample => ({
  inputs: inputOf(exported.item),
  outputs: { answer: exported.item.answer, references: exported.references },
  metadata: metadataOf(exported),
  split: exported.split,
});

/** Writes test.jsonl, dev.jsonl and manifest.json. */
export const exportLangsmith = itemExporter({
  format: "langsmith",
  fields: {
    inputs: "`question`, and `as_of` if it refers to a date",
    outputs:
      "`answer`, and `references`: text, document and position (code points) of its evidence",
    metadata:
      "the item's id, type, language, domain, relevant documents, keypoints, and anything else known about the item",
    split: "test or dev; both files may go into one dataset",
  },
  files: (items, split) => [[`${split}.jsonl`, pythonLines(items.map(toExample))]],
});
