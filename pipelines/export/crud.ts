// Exports a run as CRUD-RAG's files: crud.json, corpus.txt, qrels.tsv and quest-eval.json, plus manifest.json.

import { join } from "node:path";
import { articles, pool } from "../../schemas/crud/records.ts";
import { cannotInfer, crudKeys } from "../../schemas/formats/crud.ts";
import { questEval } from "../../schemas/items/finished-items.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { CrudTask, isReverse } from "../../schemas/items/item-types.ts";
import type { ExportCounts } from "../../schemas/output/datasets.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { type ChosenItems, type ExportOptions, readItems } from "./chosen-items.ts";
import {
  type Corpus,
  corpusLines,
  lineFormat,
  type ShownArticle,
  toCorpusLine,
} from "./crud-corpus.ts";
import { readDrafts } from "./crud-drafts.ts";
import { crudId, type RecordSources, toQuestEval, toRecord } from "./crud-records.ts";
import { knownTruthOf } from "./known-truth.ts";
import { describeRun, describeSplits, writeManifest } from "./manifest.ts";
import { pythonObject, toPythonJson } from "./python-json.ts";
import { missingDocumentError, readRelevance } from "./relevance.ts";

const qrelsDescription =
  "query-id: ID; corpus-id: line of corpus.txt, from 0; score: 1, or for a reconstruction the number of keypoints it supports; role: gold, support or reconstruction; mrr: 1 if it counts for CRUD-RAG's MRR";

const correctionsDescription =
  "hallucinatedMod is the corrected hallucinatedContinuation, without newsBeginning, which has no errors; an answer is compared only with hallucinatedMod";

function chooseItems(run: OpenRun, options: ExportOptions): ChosenItems {
  const chosen = readItems(run, options);
  const rows = chosen.rows.filter(({ type }) => CrudTask.safeParse(type).success);
  if (rows.length > 0 || chosen.rows.length === 0) return { ...chosen, rows };
  throw new PipelineError("bad-input", `No item of ${run.directory} belongs to a CRUD-RAG task.`, {
    hint: "Export a run of ragwright run crud, or choose another --format.",
  });
}

function writeCorpus(run: OpenRun, path: string, rows: readonly ItemRow[]): Corpus {
  const corpus: Corpus = { cards: new Map(), shownArticles: new Map() };
  const goldIds = new Set(
    rows.flatMap(({ type, documentIds }) => (isReverse(type) ? [] : documentIds)),
  );
  replaceFile(path, corpusLines(run, goldIds, corpus));
  return corpus;
}

/** Adds held-out articles, which the corpus does not contain. */
function addHeldOut(
  run: OpenRun,
  rows: readonly ItemRow[],
  shownArticles: Map<string, ShownArticle>,
): void {
  const articleIds = new Set(rows.flatMap(({ heldOutIds }) => heldOutIds));
  for (const document of run.rows(pool))
    if (articleIds.has(document.id)) {
      const { id, published } = document;
      shownArticles.set(id, { line: toCorpusLine(document), published });
    }
}

function readHeadlines(
  run: OpenRun,
  shownArticles: ReadonlyMap<string, ShownArticle>,
): Map<string, string> {
  const headlines = new Map<string, string>();
  for (const { id, headline } of run.rows(articles))
    if (headline !== null && shownArticles.has(id)) headlines.set(id, headline);
  return headlines;
}

/** Returns all six arrays, including empty ones, since CRUD-RAG's loader requires each. */
function recordsByKey(rows: readonly ItemRow[], sources: RecordSources) {
  const recordsOf = (task: CrudTask) =>
    rows.filter(({ type }) => type === task).map(item => toRecord[task](item, sources));
  return Object.fromEntries(
    Object.entries(crudKeys).map(([task, key]) => [key, recordsOf(CrudTask.parse(task))]),
  );
}

/** Lines of qrels.tsv in the order of crud.json, then of the labels. */
function qrelsLines(run: OpenRun, rows: readonly ItemRow[], { cards }: Corpus): string[] {
  const relevance = readRelevance(run, rows);
  return rows.flatMap(({ id }) =>
    (relevance.get(id) ?? []).map(({ documentId, grade, role, countsForMrr }) => {
      const card = cards.get(documentId);
      if (!card) throw missingDocumentError(id, documentId);
      return `${[crudId(id), card.line, grade, role, countsForMrr ? 1 : 0].join("\t")}\n`;
    }),
  );
}

function questEvalOf(run: OpenRun, rows: readonly ItemRow[]): Record<string, object> {
  const entriesByItem = new Map<string, object>();
  for (const row of run.rows(questEval)) entriesByItem.set(row.itemId, toQuestEval(row));
  return Object.fromEntries(
    rows.flatMap(({ id }) => {
      const entry = entriesByItem.get(id);
      return entry ? [[crudId(id), entry]] : [];
    }),
  );
}

/**
 * Writes crud.json, corpus.txt (one article per line), qrels.tsv, quest-eval.json (RAGQuestEval's cache, empty if
 * the run did not create it) and manifest.json, which describes their fields. news1 to news3 are lines of the corpus,
 * verbatim; `text` is the held-out article in the same form. The same run gives the same bytes. Keeps the items and
 * their own articles in memory. Returns counts of what was written. Throws PipelineError("bad-input") if
 * the run has no items of CRUD-RAG's tasks, or none passes the selection.
 */
export function exportCrud(
  run: OpenRun,
  directory: string,
  options: ExportOptions = {},
): ExportCounts {
  const chosen = chooseItems(run, options);
  const rows = Object.keys(crudKeys).flatMap(task =>
    chosen.rows.filter(({ type }) => type === task),
  );
  const corpus = writeCorpus(run, join(directory, "corpus.txt"), rows);
  addHeldOut(run, rows, corpus.shownArticles);
  const records = recordsByKey(rows, {
    drafts: readDrafts(run, rows),
    shownArticles: corpus.shownArticles,
    headlines: readHeadlines(run, corpus.shownArticles),
  });
  const qrels = qrelsLines(run, rows, corpus);
  replaceFile(join(directory, "crud.json"), pythonObject(records));
  replaceFile(join(directory, "qrels.tsv"), ["query-id\tcorpus-id\tscore\trole\tmrr\n", ...qrels]);
  replaceFile(join(directory, "quest-eval.json"), [`${toPythonJson(questEvalOf(run, rows))}\n`]);
  const crudIds = new Map(rows.map(({ id }) => [id, crudId(id)]));
  return writeManifest(directory, {
    ...describeRun(run, "crud"),
    ...chosen.manifestFields,
    counts: {
      documents: corpus.cards.size,
      relevant: qrels.length,
      ...Object.fromEntries(Object.values(crudKeys).map(key => [key, records[key]?.length ?? 0])),
    },
    corpus: lineFormat,
    qrels: qrelsDescription,
    corrections: correctionsDescription,
    unanswerable: cannotInfer,
    splits: describeSplits(run, crudIds),
    documents: [...corpus.cards].map(([id, { line, ...card }]) => ({ line, id, ...card })),
    // The only place for the known truth about an answer; `ragwright trace` accepts the items' ids.
    queries: rows.map(item => ({ ID: crudId(item.id), id: item.id, ...knownTruthOf(item) })),
  });
}
