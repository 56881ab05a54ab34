// Exports a run of any wing in BEIR's format: corpus.jsonl, queries.jsonl and qrels/{test,dev}.tsv.

import { join } from "node:path";
import type { ItemRow } from "../../schemas/items/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { replaceFile } from "../engine/files.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { displayPath } from "../engine/display-path.ts";
import { type ExportOptions, readItems } from "./chosen-items.ts";
import { type Qrel, toBeirQuery, writeQrels } from "./beir-rows.ts";
import { bySplit, readSplits } from "./item-splits.ts";
import { describeRun, licenceOf, sortedLicences, writeManifest } from "./manifest.ts";
import { pythonLines } from "./python-json.ts";
import { missingDocumentError, type RelevantDocument, readRelevance } from "./relevance.ts";

/** Data collected about the corpus while it is written. */
interface CorpusSummary {
  readonly ids: Set<string>;
  readonly licences: Map<string, number>;
}

const toBeirDocument = ({
  id,
  name,
  text,
  language,
  domain,
  published,
  provenance,
}: DocumentRow) => ({
  _id: id,
  title: name,
  text,
  metadata: { language, domain, published, source: displayPath(provenance.source) },
});

/** Yields the lines of corpus.jsonl, with one document in memory at a time; fills the summary. */
function* corpusRows(run: OpenRun, { ids, licences }: CorpusSummary) {
  for (const document of run.rows(documents)) {
    const licence = licenceOf(document);
    ids.add(document.id);
    licences.set(licence, (licences.get(licence) ?? 0) + 1);
    yield toBeirDocument(document);
  }
}

/** The relevant documents of the items, in the order of the items. Throws PipelineError("bad-input") if the corpus lacks one. */
export const documentQrels = (
  rows: readonly ItemRow[],
  relevance: ReadonlyMap<string, readonly RelevantDocument[]>,
  ids: ReadonlySet<string>,
): Qrel[] =>
  rows.flatMap(({ id }) =>
    (relevance.get(id) ?? []).map(({ documentId, grade }) => {
      if (!ids.has(documentId)) throw missingDocumentError(id, documentId);
      return { queryId: id, corpusId: documentId, score: grade };
    }),
  );

/**
 * Writes BEIR's files and manifest.json. Scores are those of the labels (for a reverse task, the number of
 * keypoints the document supports), or 1 for each document of an item's references if the run made no labels. A query
 * without relevant documents (an unanswerable one) has no line. The same run gives the same bytes. Keeps the items
 * and the ids of the documents in memory. Returns counts of what was written. Throws PipelineError("bad-input") if
 * the directory holds no run, or no item passes the selection.
 */
export function exportBeir(run: OpenRun, directory: string, options: ExportOptions = {}) {
  const { rows, manifestFields } = readItems(run, options);
  const splitOf = readSplits(run);
  const corpus: CorpusSummary = { ids: new Set(), licences: new Map() };
  replaceFile(join(directory, "corpus.jsonl"), pythonLines(corpusRows(run, corpus)));
  const relevance = readRelevance(run, rows);
  const items = bySplit(split => rows.filter(({ id }) => splitOf(id) === split));
  const qrels = bySplit(split => documentQrels(items[split], relevance, corpus.ids));
  replaceFile(
    join(directory, "queries.jsonl"),
    pythonLines(rows.map(item => toBeirQuery(item, splitOf(item.id)))),
  );
  writeQrels(directory, qrels);
  return writeManifest(directory, {
    ...describeRun(run, "beir"),
    ...manifestFields,
    counts: {
      documents: corpus.ids.size,
      queries: rows.length,
      test: qrels.test.length,
      dev: qrels.dev.length,
    },
    splits: bySplit(split => items[split].map(({ id }) => id)),
    licences: sortedLicences(corpus.licences),
  });
}
