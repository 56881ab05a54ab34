// A run as Ragas reads it (EvaluationDataset.from_jsonl): one sample a line, in test.jsonl and dev.jsonl.

import { join } from "node:path";
import type { ItemRow } from "../../schemas/items/records.ts";
import { replaceFile } from "../engine/files.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { type ExportOptions, readItems } from "./accepted.ts";
import { readSplits, type Split, splitNames } from "./item-splits.ts";
import { knownTruthOf } from "./known-truth.ts";
import { describeRun, type RunHeading, type SplitIds } from "./manifest.ts";
import { pythonLines } from "./python-json.ts";
import { type Relevant, readRelevance } from "./relevance.ts";

export interface RagasManifest extends RunHeading<"ragas"> {
  readonly counts: {
    readonly test: number;
    readonly dev: number;
    /** Samples whose answer is that there is none: they have no reference contexts. */
    readonly withoutReferences: number;
  };
  /** What the fields hold. */
  readonly fields: Readonly<Record<string, string>>;
  readonly splits: SplitIds<string>;
}

const fields = {
  user_input:
    "what a system is given: a question, an event, a beginning; of a correction a beginning that holds, a blank line, and the text with errors",
  reference: "the answer; of a correction that text put right, without its beginning",
  reference_contexts: "the stretches of documents that the answer rests on, word for word",
  reference_context_ids:
    "the documents that are relevant, best compared with ids of documents in retrieved_context_ids",
  "id, type, language, domain, as_of, members, wrong_answers, twin_of":
    "not Ragas's: it passes over them; the last four where they are known",
};

// Ragas's records ignore fields they do not know; a system's own fields (response, retrieved_contexts) are left to it.
const toSample = (item: ItemRow, relevant: readonly Relevant[]) => ({
  user_input: item.question,
  reference: item.answer,
  reference_contexts: item.evidence.map(({ text }) => text),
  reference_context_ids: relevant.map(({ documentId }) => documentId),
  id: item.id,
  type: item.type,
  language: item.language,
  domain: item.domain,
  ...knownTruthOf(item),
});

/**
 * Writes test.jsonl, dev.jsonl and manifest.json. What a system answers and retrieves goes into `response` and `retrieved_contexts` of a sample;
 * the order is that of the items, by which a sample is known again. Equal runs give equal bytes. Memory: the items.
 * PipelineError("bad-input") if the directory holds no run, or nothing is left of its items where only some are wanted.
 * Returns how much was written.
 */
export function exportRagas(
  run: OpenRun,
  to: string,
  options: ExportOptions = {},
): RagasManifest["counts"] {
  const heading = describeRun(run, "ragas");
  const chosen = readItems(run, options);
  const [splitOf, relevance] = [readSplits(run), readRelevance(run, chosen.rows)];
  const part = (split: Split) => chosen.rows.filter(({ id }) => splitOf(id) === split);
  for (const split of splitNames) {
    const samples = part(split).map(item => toSample(item, relevance.get(item.id) ?? []));
    replaceFile(join(to, `${split}.jsonl`), pythonLines(samples));
  }
  const withoutReferences = chosen.rows.filter(({ evidence }) => evidence.length === 0).length;
  const manifest: RagasManifest = {
    ...heading,
    ...chosen.told,
    counts: { test: part("test").length, dev: part("dev").length, withoutReferences },
    fields,
    splits: { dev: part("dev").map(({ id }) => id), test: part("test").map(({ id }) => id) },
  };
  replaceFile(join(to, "manifest.json"), [`${JSON.stringify(manifest, null, 2)}\n`]);
  return manifest.counts;
}
