// Exports a run for MTEB's retrieval tasks: a folder as on the Hugging Face Hub, with corpus, queries and relevance by split.

import { join } from "node:path";
import { stringify } from "yaml";
import { documents } from "../../schemas/items/documents.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import type { MtebDocument, MtebQrel, MtebQuery } from "../../schemas/formats/mteb.ts";
import { replaceFile } from "../engine/files.ts";
import { hashFiles } from "../engine/hash-files.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { type ExportOptions, readItems } from "./chosen-items.ts";
import { documentQrels } from "./beir.ts";
import type { Qrel } from "./beir-rows.ts";
import { contentsLine } from "./huggingface-card.ts";
import { bySplit, readSplits, type Split, splitNames } from "./item-splits.ts";
import { describeRun, writeManifest } from "./manifest.ts";
import { pythonLines } from "./python-json.ts";
import { readRelevance } from "./relevance.ts";

/** Yields the lines of corpus.jsonl, with one document in memory at a time; collects the documents' ids. */
function* corpusRows(run: OpenRun, ids: Set<string>): Generator<MtebDocument> {
  for (const { id, name, text } of run.rows(documents)) {
    ids.add(id);
    yield { _id: id, title: name, text };
  }
}

const toQuery = ({ id, question }: ItemRow): MtebQuery => ({ _id: id, text: question });

const toQrel = ({ queryId, corpusId, score }: Qrel): MtebQrel => ({
  "query-id": queryId,
  "corpus-id": corpusId,
  score,
});

const qrelsPathOf = (split: Split): string => `qrels/${split}.jsonl`;

const dataFiles = ["corpus.jsonl", "queries.jsonl", ...splitNames.map(qrelsPathOf)];

/** Front matter by which `datasets` reads a folder. It refuses to load a split without rows, so such a split is written but not listed. */
function frontMatter(qrels: Readonly<Record<Split, readonly Qrel[]>>, hash: string): string {
  const description = contentsLine(hash);
  return stringify({
    configs: [
      {
        config_name: "default",
        description,
        data_files: splitNames
          .filter(split => qrels[split].length > 0)
          .map(split => ({ split, path: qrelsPathOf(split) })),
      },
      {
        config_name: "corpus",
        description,
        data_files: [{ split: "corpus", path: "corpus.jsonl" }],
      },
      {
        config_name: "queries",
        description,
        data_files: [{ split: "queries", path: "queries.jsonl" }],
      },
    ],
  });
}

/**
 * Writes README.md (which lists the files), corpus.jsonl, queries.jsonl, qrels/{test,dev}.jsonl and manifest.json.
 * Scores are those of BEIR's files; MTEB does not score a query without relevant documents. The same run gives the
 * same bytes. Keeps the items and the ids of the documents in memory. Returns counts of what was written. Throws
 * PipelineError("bad-input") if the directory holds no run, or no item passes the selection, or a relevant document
 * is not in the corpus.
 */
export function exportMteb(run: OpenRun, directory: string, options: ExportOptions = {}) {
  const heading = describeRun(run, "mteb");
  const { rows, manifestFields } = readItems(run, options);
  const ids = new Set<string>();
  replaceFile(join(directory, "corpus.jsonl"), pythonLines(corpusRows(run, ids)));
  replaceFile(join(directory, "queries.jsonl"), pythonLines(rows.map(toQuery)));
  const splitOf = readSplits(run);
  const relevance = readRelevance(run, rows);
  const items = bySplit(split => rows.filter(({ id }) => splitOf(id) === split));
  const qrels = bySplit(split => documentQrels(items[split], relevance, ids));
  for (const split of splitNames)
    replaceFile(join(directory, qrelsPathOf(split)), pythonLines(qrels[split].map(toQrel)));
  const hash = hashFiles(dataFiles.map(path => join(directory, path)));
  replaceFile(join(directory, "README.md"), [
    `---\n${frontMatter(qrels, hash)}---\n\n${heading.canary}\n`,
  ]);
  return writeManifest(directory, {
    ...heading,
    ...manifestFields,
    counts: {
      documents: ids.size,
      queries: rows.length,
      test: qrels.test.length,
      dev: qrels.dev.length,
    },
    splits: bySplit(split => items[split].map(({ id }) => id)),
  });
}
