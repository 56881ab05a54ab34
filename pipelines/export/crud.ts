// Exports a run as CRUD-RAG's files: crud.json, corpus.txt, qrels.tsv and quest-eval.json, plus manifest.json.

import { join } from "node:path";
import { articles, pool } from "../../schemas/crud/records.ts";
import { cannotInfer, crudKeys } from "../../schemas/formats/crud.ts";
import type { KnownTruth } from "../../schemas/formats/known-truth.ts";
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
  toShownArticle,
} from "./crud-corpus.ts";
import { readDrafts } from "./crud-drafts.ts";
import { crudId, type RecordSources, toQuestEval, toRecord } from "./crud-records.ts";
import { knownTruthOf } from "./known-truth.ts";
import { describeRun, describeSplits, type RunHeading, type SplitIds } from "./manifest.ts";
import { listsFile, toPythonJson } from "./python-json.ts";
import { missingDocument, readRelevance } from "./relevance.ts";

export interface CrudManifest extends RunHeading<"crud"> {
  /** Numbers of documents, relevant pairs, and records by task. */
  readonly counts: ExportCounts;
  /** Description of a line of the corpus. */
  readonly corpus: string;
  /** Description of the columns of qrels.tsv. */
  readonly qrels: string;
  /** Description of a correction's input and answer. */
  readonly corrections: string;
  /** The answer in quest-eval.json if a text does not contain one. */
  readonly unanswerable: string;
  readonly splits: SplitIds<string>;
  readonly documents: readonly {
    readonly line: number;
    readonly id: string;
    readonly source: string;
    readonly licence: string | null;
  }[];
  /** IDs and the item ids that `ragwright trace` accepts; the known truth about an answer is only here. */
  readonly queries: readonly ({ readonly ID: string; readonly id: string } & KnownTruth<string>)[];
}

const qrelsDescription =
  "query-id: ID; corpus-id: line of corpus.txt, from 0; score: 1, or for a reconstruction the number of keypoints it supports; role: gold, support or reconstruction; mrr: 1 if it counts for CRUD-RAG's MRR";

const correctionsDescription =
  "hallucinatedMod is the corrected hallucinatedContinuation, without newsBeginning, which has no errors; an answer is compared with it alone";

function chooseItems(run: OpenRun, options: ExportOptions): ChosenItems {
  const chosen = readItems(run, options);
  const rows = chosen.rows.filter(({ type }) => CrudTask.safeParse(type).success);
  if (rows.length > 0 || chosen.rows.length === 0) return { ...chosen, rows };
  throw new PipelineError("bad-input", `No item of ${run.directory} belongs to a CRUD-RAG task.`, {
    hint: "Export a run of ragwright run crud, or choose another --format.",
  });
}

function writeCorpus(run: OpenRun, path: string, rows: readonly ItemRow[]): Corpus {
  const corpus: Corpus = { cards: new Map(), shown: new Map() };
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
  shown: Map<string, ShownArticle>,
): void {
  const articleIds = new Set(rows.flatMap(({ heldOutIds }) => heldOutIds));
  for (const document of run.rows(pool))
    if (articleIds.has(document.id)) shown.set(document.id, toShownArticle(document));
}

function readHeadlines(
  run: OpenRun,
  shown: ReadonlyMap<string, ShownArticle>,
): Map<string, string> {
  const headlines = new Map<string, string>();
  for (const { id, headline } of run.rows(articles))
    if (headline !== null && shown.has(id)) headlines.set(id, headline);
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
      if (!card) throw missingDocument(id, documentId);
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
 * their own articles in memory. Returns counts of what was written. Throws PipelineError("bad-input") if the
 * directory holds no run, or the run has no such items, or none passes the selection.
 */
export function exportCrud(
  run: OpenRun,
  directory: string,
  options: ExportOptions = {},
): CrudManifest["counts"] {
  const heading = describeRun(run, "crud");
  const chosen = chooseItems(run, options);
  const rows = Object.keys(crudKeys).flatMap(task =>
    chosen.rows.filter(({ type }) => type === task),
  );
  const corpus = writeCorpus(run, join(directory, "corpus.txt"), rows);
  addHeldOut(run, rows, corpus.shown);
  const drafts = readDrafts(run, rows);
  const records = recordsByKey(rows, {
    drafts,
    shown: corpus.shown,
    headlines: readHeadlines(run, corpus.shown),
  });
  const qrels = qrelsLines(run, rows, corpus);
  replaceFile(join(directory, "crud.json"), listsFile(records));
  replaceFile(join(directory, "qrels.tsv"), ["query-id\tcorpus-id\tscore\trole\tmrr\n", ...qrels]);
  replaceFile(join(directory, "quest-eval.json"), [`${toPythonJson(questEvalOf(run, rows))}\n`]);
  const crudIds = new Map(rows.map(({ id }) => [id, crudId(id)]));
  const manifest: CrudManifest = {
    ...heading,
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
    documents: [...corpus.cards].map(([id, { line, source, licence }]) => ({
      line,
      id,
      source,
      licence,
    })),
    queries: rows.map(item => ({ ID: crudId(item.id), id: item.id, ...knownTruthOf(item) })),
  };
  replaceFile(join(directory, "manifest.json"), [`${JSON.stringify(manifest, null, 2)}\n`]);
  return manifest.counts;
}
