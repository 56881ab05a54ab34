// Exports a run as promptfoo tests of answers, which its grader compares with ours, and of retrieval, which need no model.

import type { PromptfooTest } from "../../schemas/formats/promptfoo.ts";
import { type ExportedItem, inputOf, metadataOf } from "./exported-items.ts";
import { itemExporter } from "./item-exporter.ts";
import { pythonLines } from "./python-json.ts";

/**
 * Escapes a text so that promptfoo takes it literally. It renders every text as a template, in which even a stray
 * end-of-comment mark is an error, and loads a text that begins like a file URL from that file.
 */
function escapeTemplate(text: string): string {
  const prefix = /^(?:file:\/\/|package:)/.test(text) ? "{% raw %}{% endraw %}" : "";
  return (
    prefix + text.replaceAll(/\{(?=[{%#])|(?<=#)\}/g, brace => `{% raw %}${brace}{% endraw %}`)
  );
}

const testOf = (exported: ExportedItem, assert: PromptfooTest["assert"]): PromptfooTest => ({
  description: exported.item.id,
  vars: Object.fromEntries(
    Object.entries(inputOf(exported.item)).map(([name, text]) => [name, escapeTemplate(text)]),
  ),
  assert,
  metadata: { ...metadataOf(exported), references: exported.references },
});

const answerTest = (exported: ExportedItem): PromptfooTest =>
  testOf(exported, [
    { type: "factuality", value: escapeTemplate(exported.item.answer), metric: "factuality" },
  ]);

/** One assertion per piece of evidence, so that a test's score is the share of evidence retrieved. */
const retrievalTest = (exported: ExportedItem): PromptfooTest =>
  testOf(
    exported,
    exported.item.evidence.map(({ text, alternatives = [] }) => ({
      type: "contains-any",
      value: [...new Set([text, ...alternatives.map(other => other.text)])].map(escapeTemplate),
      metric: "evidence",
    })),
  );

/** Writes answers/{test,dev}.jsonl, retrieval/{test,dev}.jsonl and manifest.json. */
export const exportPromptfoo = itemExporter({
  format: "promptfoo",
  fields: {
    "answers/":
      "the output is an answer: promptfoo's grader compares it with the item's (factuality)",
    "retrieval/":
      "the output is the text of all retrieved passages: it must contain each piece of evidence verbatim, or an alternative that says the same (contains-any); items without evidence are left out",
    vars: "`question`, and `as_of` if it refers to a date",
    metadata:
      "the item's id, type, language, domain, split, references (text, document, position in code points), relevant documents, keypoints, and anything else known about the item",
  },
  files: (items, split) => [
    [`answers/${split}.jsonl`, pythonLines(items.map(answerTest))],
    [
      `retrieval/${split}.jsonl`,
      pythonLines(items.filter(({ references }) => references.length > 0).map(retrievalTest)),
    ],
  ],
});
