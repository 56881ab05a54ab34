// A run as promptfoo's tests: of answers, which its grader compares with ours, and of retrieval, which needs no model.

import type { PromptfooTest } from "../../schemas/formats/promptfoo.ts";
import { type ExportedItem, inputOf, metadataOf } from "./exported-items.ts";
import { exportsItems } from "./item-files.ts";
import { pythonLines } from "./python-json.ts";

/**
 * A text that promptfoo takes as it is: it renders every text as a template (in which the end of a comment alone is an error), and reads what begins like an address of a
 * file from there.
 */
function literal(text: string): string {
  const opened = /^(?:file:\/\/|package:)/.test(text) ? "{% raw %}{% endraw %}" : "";
  return (
    opened + text.replaceAll(/\{(?=[{%#])|(?<=#)\}/g, brace => `{% raw %}${brace}{% endraw %}`)
  );
}

const testOf = (exported: ExportedItem, assert: PromptfooTest["assert"]): PromptfooTest => ({
  description: exported.item.id,
  vars: Object.fromEntries(
    Object.entries(inputOf(exported.item)).map(([name, text]) => [name, literal(text)]),
  ),
  assert,
  metadata: { ...metadataOf(exported), references: exported.references },
});

const answerTest = (exported: ExportedItem): PromptfooTest =>
  testOf(exported, [
    { type: "factuality", value: literal(exported.item.answer), metric: "factuality" },
  ]);

/** One assertion a piece of evidence, so that a test's score is the share of them that was retrieved. */
const retrievalTest = (exported: ExportedItem): PromptfooTest =>
  testOf(
    exported,
    exported.item.evidence.map(({ text, alternatives = [] }) => ({
      type: "contains-any",
      value: [...new Set([text, ...alternatives.map(other => other.text)])].map(literal),
      metric: "evidence",
    })),
  );

/** Writes answers/{test,dev}.jsonl, retrieval/{test,dev}.jsonl and manifest.json. */
export const exportPromptfoo = exportsItems({
  format: "promptfoo",
  fields: {
    "answers/":
      "the output is an answer: promptfoo's grader compares it with the item's (factuality)",
    "retrieval/":
      "the output is the text of all that was retrieved: each piece of evidence stands in it word for word, or what says the same elsewhere (contains-any); items without evidence are left out",
    vars: "`question`, and `as_of` where it is asked as of a day",
    metadata:
      "the item's id, type, language, domain, split, references (text, document, place in code points), relevant documents, keypoints, what is known beside",
  },
  files: (items, split) => [
    [`answers/${split}.jsonl`, pythonLines(items.map(answerTest))],
    [
      `retrieval/${split}.jsonl`,
      pythonLines(items.filter(({ references }) => references.length > 0).map(retrievalTest)),
    ],
  ],
});
