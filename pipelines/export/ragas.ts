// A run as Ragas reads it (EvaluationDataset.from_jsonl): one sample a line, in test.jsonl and dev.jsonl.

import type { RagasSample } from "../../schemas/formats/ragas.ts";
import type { ExportedItem } from "./exported-items.ts";
import { exportsItems } from "./item-files.ts";
import { knownTruthOf } from "./known-truth.ts";
import { pythonLines } from "./python-json.ts";

// Ragas's records ignore fields they do not know; a system's own fields (response, retrieved_contexts) are left to it.
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
 * Writes test.jsonl, dev.jsonl and manifest.json. What a system answers and retrieves goes into `response` and `retrieved_contexts` of a sample;
 * the order is that of the items, by which a sample is known again.
 */
export const exportRagas = exportsItems({
  format: "ragas",
  fields: {
    user_input:
      "what a system is given: a question, an event, a beginning; of a correction a beginning that holds, a blank line, and the text with errors",
    reference: "the answer; of a correction that text put right, without its beginning",
    reference_contexts: "the stretches of documents that the answer rests on, word for word",
    reference_context_ids:
      "the documents that are relevant, best compared with ids of documents in retrieved_context_ids",
    "id, type, language, domain, as_of, members, wrong_answers, twin_of":
      "not Ragas's: it passes over them; the last four where they are known",
  },
  files: (items, split) => [[`${split}.jsonl`, pythonLines(items.map(toSample))]],
});
