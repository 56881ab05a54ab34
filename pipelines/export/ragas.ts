// Exports a run for Ragas (EvaluationDataset.from_jsonl): one sample per line, in test.jsonl and dev.jsonl.

import type { RagasSample } from "../../schemas/formats/ragas.ts";
import type { ExportedItem } from "./exported-items.ts";
import { itemExporter } from "./item-exporter.ts";
import { knownTruthOf } from "./known-truth.ts";
import { pythonLines } from "./python-json.ts";

// Ragas's records ignore unknown fields; a system fills in response and retrieved_contexts.
const toSample = ({ item, references, documentIds }: ExportedItem): RagasSample => ({
  user_input: item.question,
  reference: item.answer,
  reference_contexts: references.map(({ text }) => text),
  reference_context_ids: [...documentIds],
  id: item.id,
  type: item.type,
  language: item.language,
  domain: item.domain,
  ...knownTruthOf(item),
});

/**
 * Writes test.jsonl, dev.jsonl and manifest.json. A system's answer and passages go into `response` and
 * `retrieved_contexts` of a sample. Samples are in the order of the items, and this order identifies them.
 */
export const exportRagas = itemExporter({
  format: "ragas",
  fields: {
    user_input:
      "the system's input: a question, an event, a beginning; for a correction, a beginning without errors, a blank line, and the text with errors",
    reference: "the answer; for a correction, the corrected text without its beginning",
    reference_contexts: "the passages of documents that the answer rests on, verbatim",
    reference_context_ids:
      "the relevant documents, best compared with ids of documents in retrieved_context_ids",
    "id, type, language, domain, as_of, members, wrong_answers, twin_of":
      "not Ragas's: it ignores them; the last four if known",
  },
  files: (items, split) => [[`${split}.jsonl`, pythonLines(items.map(toSample))]],
});
