// A run as examples of a LangSmith dataset: what its client's create_examples takes, one a line.

import type { LangsmithExample } from "../../schemas/formats/langsmith.ts";
import { type ExportedItem, inputOf, metadataOf } from "./exported-items.ts";
import { exportsItems } from "./item-files.ts";
import { pythonLines } from "./python-json.ts";

const toExample = (exported: ExportedItem): LangsmithExample => ({
  inputs: inputOf(exported.item),
  outputs: { answer: exported.item.answer, references: exported.references },
  metadata: metadataOf(exported),
  split: exported.split,
});

/** Writes test.jsonl, dev.jsonl and manifest.json. */
export const exportLangsmith = exportsItems({
  format: "langsmith",
  fields: {
    inputs: "`question`, and `as_of` where it is asked as of a day",
    outputs:
      "`answer`, and `references`: text, document and place (code points) of what it rests on",
    metadata:
      "the item's id, type, language, domain, relevant documents, keypoints, what is known beside",
    split: "test or dev; both files may go into one dataset",
  },
  files: (items, split) => [[`${split}.jsonl`, pythonLines(items.map(toExample))]],
});
