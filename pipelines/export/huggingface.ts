// Exports a run as a Hugging Face dataset folder: a dataset card, and corpus, items and qrels as Parquet.

import { join } from "node:path";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { replaceFile } from "../engine/files.ts";
import { hashFiles } from "../engine/hash-files.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { displayPath } from "../engine/display-path.ts";
import { type ExportOptions, readItems } from "./chosen-items.ts";
import { documentQrels } from "./beir.ts";
import type { Qrel } from "./beir-rows.ts";
import { codePointOffsets } from "./code-points.ts";
import { corpusColumns, itemColumns, qrelColumns } from "./huggingface-columns.ts";
import { datasetCard } from "./huggingface-card.ts";
import { bySplit, readSplits, splitNames } from "./item-splits.ts";
import { citedIdsOf, type OffsetConverters, toReferences } from "./exported-items.ts";
import { knownTruthOf } from "./known-truth.ts";
import { describeRun, licenceOf, sortedLicences, writeManifest } from "./manifest.ts";
import { type RowOf, writeParquet } from "./parquet-file.ts";
import { readRelevance } from "./relevance.ts";

/** Data collected about the corpus while it is written. */
interface CorpusSummary {
  readonly ids: Set<string>;
  readonly licences: Map<string, number>;
  readonly languages: Set<string>;
  /** Number of documents written by a pipeline. */
  generated: number;
  readonly converters: OffsetConverters;
}

function recordDocument(
  corpus: CorpusSummary,
  document: DocumentRow,
  citedIds: ReadonlySet<string>,
): void {
  const licence = licenceOf(document);
  corpus.ids.add(document.id);
  corpus.languages.add(document.language);
  corpus.licences.set(licence, (corpus.licences.get(licence) ?? 0) + 1);
  if (document.kind === "generated") corpus.generated++;
  if (citedIds.has(document.id))
    corpus.converters.set(document.id, codePointOffsets(document.text));
}

function* corpusRows(
  run: OpenRun,
  citedIds: ReadonlySet<string>,
  corpus: CorpusSummary,
): Generator<RowOf<typeof corpusColumns>> {
  for (const document of run.rows(documents)) {
    recordDocument(corpus, document, citedIds);
    const { id, name, text, language, domain, published, provenance } = document;
    yield {
      id,
      title: name,
      text,
      language,
      domain,
      published,
      source: displayPath(provenance.source),
      licence: provenance.licence,
    };
  }
}

function writeCorpus(run: OpenRun, path: string, rows: readonly ItemRow[]): CorpusSummary {
  const corpus: CorpusSummary = {
    ids: new Set(),
    licences: new Map(),
    languages: new Set(),
    generated: 0,
    converters: new Map(),
  };
  writeParquet(path, corpusColumns, corpusRows(run, citedIdsOf(rows), corpus));
  return corpus;
}

const noKnownTruth = { as_of: null, members: null, wrong_answers: null, twin_of: null };

function toRow(item: ItemRow, converters: CorpusSummary["converters"]): RowOf<typeof itemColumns> {
  const { id, type, language, domain, question, answer, keypoints, keywords, documentIds } = item;
  return {
    id,
    type,
    language,
    domain,
    question,
    answer,
    references: toReferences(item, converters),
    keypoints: keypoints.map(({ claim, kind }) => ({ claim, kind })),
    keywords_coarse: keywords && keywords.coarse,
    keywords_fine: keywords && keywords.fine.map(list => list.map(({ text }) => text)),
    keywords_passages: keywords?.passages ?? null,
    document_ids: documentIds,
    ...noKnownTruth,
    ...knownTruthOf(item),
  };
}

const qrelRow = ({ queryId, corpusId, score }: Qrel): RowOf<typeof qrelColumns> => ({
  query_id: queryId,
  corpus_id: corpusId,
  score,
});

const dataFiles = [
  "corpus/corpus.parquet",
  ...splitNames.flatMap(split => [`items/${split}.parquet`, `qrels/${split}.parquet`]),
];

/**
 * Writes README.md (the dataset card), corpus/corpus.parquet, items/ and qrels/ with {test,dev}.parquet, and
 * manifest.json; `datasets.load_dataset(folder, "items")` reads them as they are. Offsets are in code points. The
 * same run gives the same bytes. Keeps in memory the items, the ids of the documents, and one group of rows (a
 * thousand, or four million characters). Returns counts of what was written. Throws PipelineError("bad-input") if
 * no item passes the selection, or a relevant document is not in the corpus.
 */
export function exportHuggingface(run: OpenRun, directory: string, options: ExportOptions = {}) {
  const { rows, manifestFields } = readItems(run, options);
  const heading = { ...describeRun(run, "huggingface"), ...manifestFields };
  const splitOf = readSplits(run);
  const corpus = writeCorpus(run, join(directory, "corpus", "corpus.parquet"), rows);
  const items = bySplit(split => rows.filter(({ id }) => splitOf(id) === split));
  const relevance = readRelevance(run, rows);
  const qrels = bySplit(split => {
    writeParquet(
      join(directory, "items", `${split}.parquet`),
      itemColumns,
      items[split].map(item => toRow(item, corpus.converters)),
    );
    return writeParquet(
      join(directory, "qrels", `${split}.parquet`),
      qrelColumns,
      documentQrels(items[split], relevance, corpus.ids).map(qrelRow),
    );
  });
  const counts = {
    documents: corpus.ids.size,
    items: rows.length,
    test: items.test.length,
    dev: items.dev.length,
    relevant: qrels.test + qrels.dev,
  };
  const licences = sortedLicences(corpus.licences);
  const { languages, generated } = corpus;
  const hash = hashFiles(dataFiles.map(path => join(directory, path)));
  const facts = { heading, counts, licences, items: rows, qrels, languages, generated, hash };
  replaceFile(join(directory, "README.md"), [datasetCard(facts)]);
  const splits = bySplit(split => items[split].map(({ id }) => id));
  return writeManifest(directory, { ...heading, counts, splits, licences });
}
