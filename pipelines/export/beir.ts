// Exports a run of any wing in BEIR's format: corpus.jsonl, queries.jsonl and qrels/{test,dev}.tsv.

import { join } from "node:path";
import type { ItemRow } from "../../schemas/items/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { replaceFile } from "../engine/files.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { shownPath } from "../engine/shown-path.ts";
import { type ExportOptions, readItems } from "./chosen-items.ts";
import { type Qrel, toBeirQuery, writeQrels } from "./beir-rows.ts";
import { readSplits, type Split } from "./item-splits.ts";
import {
  describeRun,
  licenceOf,
  type RetrievalCounts,
  type RunHeading,
  sortedLicences,
  type SplitIds,
} from "./manifest.ts";
import { pythonLines } from "./python-json.ts";
import { missingDocument, type Relevant, readRelevance } from "./relevance.ts";

export interface BeirManifest extends RunHeading<"beir"> {
  readonly counts: RetrievalCounts;
  readonly splits: SplitIds<string>;
  /** Number of documents under each licence. */
  readonly licences: Readonly<Record<string, number>>;
}

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
  metadata: { language, domain, published, source: shownPath(provenance.source) },
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
  relevance: ReadonlyMap<string, readonly Relevant[]>,
  ids: ReadonlySet<string>,
): Qrel[] =>
  rows.flatMap(({ id }) =>
    (relevance.get(id) ?? []).map(({ documentId, grade }) => {
      if (!ids.has(documentId)) throw missingDocument(id, documentId);
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
export function exportBeir(
  run: OpenRun,
  directory: string,
  options: ExportOptions = {},
): BeirManifest["counts"] {
  const heading = describeRun(run, "beir");
  const chosen = readItems(run, options);
  const { rows } = chosen;
  const splitOf = readSplits(run);
  const corpus: CorpusSummary = { ids: new Set(), licences: new Map() };
  replaceFile(join(directory, "corpus.jsonl"), pythonLines(corpusRows(run, corpus)));
  const relevance = readRelevance(run, rows);
  const itemsOf = (split: Split) => rows.filter(({ id }) => splitOf(id) === split);
  const [test, dev] = [
    documentQrels(itemsOf("test"), relevance, corpus.ids),
    documentQrels(itemsOf("dev"), relevance, corpus.ids),
  ];
  replaceFile(
    join(directory, "queries.jsonl"),
    pythonLines(rows.map(item => toBeirQuery(item, splitOf(item.id)))),
  );
  writeQrels(directory, { test, dev });
  const manifest: BeirManifest = {
    ...heading,
    ...chosen.manifestFields,
    counts: {
      documents: corpus.ids.size,
      queries: rows.length,
      test: test.length,
      dev: dev.length,
    },
    splits: { dev: itemsOf("dev").map(({ id }) => id), test: itemsOf("test").map(({ id }) => id) },
    licences: sortedLicences(corpus.licences),
  };
  replaceFile(join(directory, "manifest.json"), [`${JSON.stringify(manifest, null, 2)}\n`]);
  return manifest.counts;
}
