// A run as CRUD-RAG's files: crud.json, corpus.txt, qrels.tsv and quest-eval.json, and beside them manifest.json.

import { join } from "node:path";
import { articles, pool } from "../../schemas/crud/records.ts";
import { cannotInfer, crudKeys } from "../../schemas/formats/crud.ts";
import type { KnownTruth } from "../../schemas/formats/known-truth.ts";
import { questEval } from "../../schemas/items/labels.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { CrudTask, isReverse } from "../../schemas/items/item-types.ts";
import type { ExportCounts } from "../../schemas/output/datasets.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { type ChosenItems, type ExportOptions, readItems } from "./accepted.ts";
import { type Corpus, corpusLines, lineForm, type ShownArticle, toShown } from "./crud-corpus.ts";
import { readDrafts } from "./crud-drafts.ts";
import { crudId, type RecordSources, toQuestEval, toRecord } from "./crud-records.ts";
import { knownTruthOf } from "./known-truth.ts";
import { describeRun, describeSplits, type RunHeading, type SplitIds } from "./manifest.ts";
import { listsFile, toPythonJson } from "./python-json.ts";
import { missingDocument, readRelevance } from "./relevance.ts";

export interface CrudManifest extends RunHeading<"crud"> {
  /** Of documents, relevant pairs, and records by task. */
  readonly counts: ExportCounts;
  /** How a line of the corpus is made. */
  readonly corpus: string;
  /** What the columns of qrels.tsv hold. */
  readonly qrels: string;
  /** What of a correction is given, and what its answer is. */
  readonly corrections: string;
  /** How quest-eval.json says that a text does not give an answer. */
  readonly unanswerable: string;
  readonly splits: SplitIds<string>;
  readonly documents: readonly {
    readonly line: number;
    readonly id: string;
    readonly source: string;
    readonly licence: string | null;
  }[];
  /** IDs and the item ids that `ragwright trace` takes; what is known of an answer stands here alone. */
  readonly queries: readonly ({ readonly ID: string; readonly id: string } & KnownTruth<string>)[];
}

const qrelsForm =
  "query-id: ID; corpus-id: line of corpus.txt, from 0; score: 1, of a reconstruction the keypoints it supports; role: gold, support or reconstruction; mrr: 1 where it counts for CRUD-RAG's MRR";

const correctionsForm =
  "hallucinatedMod is hallucinatedContinuation put right, without newsBeginning, which holds; an answer is compared with it alone";

function chooseItems(run: OpenRun, options: ExportOptions): ChosenItems {
  const chosen = readItems(run, options);
  const rows = chosen.rows.filter(({ type }) => CrudTask.safeParse(type).success);
  if (rows.length > 0 || chosen.rows.length === 0) return { ...chosen, rows };
  throw new PipelineError("bad-input", `No item of ${run.directory} is of a task of CRUD-RAG.`, {
    hint: "Export a run of ragwright run crud, or choose another --format.",
  });
}

function writeCorpus(run: OpenRun, path: string, rows: readonly ItemRow[]): Corpus {
  const corpus: Corpus = { cards: new Map(), shown: new Map() };
  const golds = new Set(
    rows.flatMap(({ type, documentIds }) => (isReverse(type) ? [] : documentIds)),
  );
  replaceFile(path, corpusLines(run, golds, corpus));
  return corpus;
}

/** Articles that the corpus must not hold. */
function addHeldOut(
  run: OpenRun,
  rows: readonly ItemRow[],
  shown: Map<string, ShownArticle>,
): void {
  const wanted = new Set(rows.flatMap(({ heldOutIds }) => heldOutIds));
  for (const document of run.rows(pool))
    if (wanted.has(document.id)) shown.set(document.id, toShown(document));
}

function readHeadlines(
  run: OpenRun,
  shown: ReadonlyMap<string, ShownArticle>,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const { id, headline } of run.rows(articles))
    if (headline !== null && shown.has(id)) found.set(id, headline);
  return found;
}

/** All six arrays, empty ones too: CRUD-RAG's loader asks for each. */
function fileOf(rows: readonly ItemRow[], sources: RecordSources) {
  const recordsOf = (task: CrudTask) =>
    rows.filter(({ type }) => type === task).map(item => toRecord[task](item, sources));
  return Object.fromEntries(
    Object.entries(crudKeys).map(([task, key]) => [key, recordsOf(CrudTask.parse(task))]),
  );
}

/** In the order of crud.json, then of the labels. */
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
  const found = new Map<string, object>();
  for (const row of run.rows(questEval)) found.set(row.itemId, toQuestEval(row));
  return Object.fromEntries(
    rows.flatMap(({ id }) => {
      const entry = found.get(id);
      return entry ? [[crudId(id), entry]] : [];
    }),
  );
}

/**
 * Writes crud.json, corpus.txt (one article a line), qrels.tsv, quest-eval.json (RAGQuestEval's cache, empty where the
 * run asked for none) and manifest.json, which says what their fields hold. news1 to news3 are lines of the corpus, word
 * for word; `text` is the held-out article in the same form. Equal runs give equal bytes. Memory: the items and their
 * own articles. PipelineError("bad-input") if the directory holds no run, or one without such items, or people accepted none and only
 * theirs are wanted. Returns the counts.
 */
export function exportCrud(
  run: OpenRun,
  to: string,
  options: ExportOptions = {},
): CrudManifest["counts"] {
  const heading = describeRun(run, "crud");
  const chosen = chooseItems(run, options);
  const ordered = Object.keys(crudKeys).flatMap(task =>
    chosen.rows.filter(({ type }) => type === task),
  );
  const corpus = writeCorpus(run, join(to, "corpus.txt"), ordered);
  addHeldOut(run, ordered, corpus.shown);
  const drafts = readDrafts(run, ordered);
  const file = fileOf(ordered, {
    drafts,
    shown: corpus.shown,
    headlines: readHeadlines(run, corpus.shown),
  });
  const qrels = qrelsLines(run, ordered, corpus);
  replaceFile(join(to, "crud.json"), listsFile(file));
  replaceFile(join(to, "qrels.tsv"), ["query-id\tcorpus-id\tscore\trole\tmrr\n", ...qrels]);
  replaceFile(join(to, "quest-eval.json"), [`${toPythonJson(questEvalOf(run, ordered))}\n`]);
  const exported = new Map(ordered.map(({ id }) => [id, crudId(id)]));
  const manifest: CrudManifest = {
    ...heading,
    ...chosen.told,
    counts: {
      documents: corpus.cards.size,
      relevant: qrels.length,
      ...Object.fromEntries(Object.values(crudKeys).map(key => [key, file[key]?.length ?? 0])),
    },
    corpus: lineForm,
    qrels: qrelsForm,
    corrections: correctionsForm,
    unanswerable: cannotInfer,
    splits: describeSplits(run, exported),
    documents: [...corpus.cards].map(([id, { line, source, licence }]) => ({
      line,
      id,
      source,
      licence,
    })),
    queries: ordered.map(item => ({ ID: crudId(item.id), id: item.id, ...knownTruthOf(item) })),
  };
  replaceFile(join(to, "manifest.json"), [`${JSON.stringify(manifest, null, 2)}\n`]);
  return manifest.counts;
}
