// Reads predictions in any known format and joins them with their items; lists items without a prediction and predictions without an item.

import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Passage, PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import type { PipelineError } from "../../engine/errors.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { hashFiles } from "../../engine/hash-files.ts";
import { scoredPartOf } from "../scored-part.ts";
import type { KnownDocuments } from "../evidence/known-documents.ts";
import { recordError } from "../record-files.ts";
import { type EvaluatedAnswers, readEvaluatedAnswers } from "./evaluated-answers.ts";
import {
  formatOfFile,
  listRecords,
  openPredictions,
  type PredictionFormat,
  readers,
} from "./formats.ts";
import { type RawPrediction, type LocatedPrediction, toPassages } from "./raw-prediction.ts";

interface PredictionFile {
  readonly format: PredictionFormat;
  /** SHA-256 of the file's bytes. */
  readonly hash: string;
  /** Predictions in the order of the file. */
  readonly rows: PredictionRow[];
  /** Ids of items without a prediction, in the order of the items. */
  readonly missingIds: string[];
  /** Ids of predictions without an item, in the order of the file. */
  readonly surplusIds: string[];
}

/** The fields of an item that are needed to read its prediction. */
type PredictedTruth = Pick<TruthRow, "id" | "otherIds" | "language" | "type" | "question">;

interface PredictionOptions {
  /** Name of the system that made the predictions. */
  readonly system: string;
  readonly truths: Iterable<PredictedTruth>;
  /** Needed to convert offsets, and to give documents the ids that the truths use. */
  readonly documents?: KnownDocuments | undefined;
}

/** The file itself, or all JSON files of a folder in the order of their names: CRUD-RAG's evaluator writes one file per task. */
function filesAt(path: string): string[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter(name => /\.jsonl?$/i.test(name));
  if (names.length === 0)
    throw recordError(
      path,
      "",
      "there is no .json or .jsonl file in this folder",
      "Give a file of predictions, or a folder of such files.",
    );
  return names.sort().map(name => join(path, name));
}

/** Items by each of their names; null for a name that several share. */
function uniqueByName<T>(
  truths: readonly T[],
  namesOf: (truth: T) => readonly string[],
): Map<string, T | null> {
  const itemsByName = new Map<string, T | null>();
  for (const truth of truths)
    for (const name of new Set(namesOf(truth)))
      itemsByName.set(name, itemsByName.has(name) ? null : truth);
  return itemsByName;
}

/** Returns a function that finds an item by its ids, or by its question if the format has no ids. */
function createItemFinder<T extends PredictedTruth>(
  truths: readonly T[],
): (prediction: RawPrediction) => T | undefined {
  const itemsById = uniqueByName(truths, ({ otherIds }) => otherIds);
  for (const truth of truths) itemsById.set(truth.id, truth);
  const itemsByQuestion = uniqueByName(truths, ({ question }) => [question.trim()]);
  return ({ ids, question }) =>
    ids.flatMap(id => itemsById.get(id) ?? [])[0] ??
    (question === undefined ? undefined : itemsByQuestion.get(question.trim())) ??
    undefined;
}

interface PredictionInFile extends LocatedPrediction {
  readonly path: string;
}

const idForPeople = ({ ids }: RawPrediction) => ids.at(-1) ?? "";

function duplicateAnswerError(
  { path, location, rawPrediction }: PredictionInFile,
  earlier: PredictionInFile,
): PipelineError {
  const placeOfEarlier =
    earlier.path === path ? earlier.location : `${earlier.path} ${earlier.location}`;
  return recordError(
    path,
    location,
    `${idForPeople(rawPrediction)} is answered twice (first at ${placeOfEarlier})`,
    "Give one prediction per item.",
  );
}

function toRow(
  { path, location, rawPrediction }: PredictionInFile,
  truth: PredictedTruth,
  { system, documents }: PredictionOptions,
): PredictionRow {
  const passagesOf = (name: "retrieved" | "reranked" | "contexts"): Passage[] | null => {
    const passages = toPassages(rawPrediction[name], documents);
    if (passages && "problem" in passages)
      throw recordError(
        path,
        location,
        `${name}.${passages.problem}`,
        "Offsets count code points of the document's text, end exclusive, as in the exported files.",
      );
    return passages;
  };
  return {
    id: rowId("prediction", system, truth.id),
    itemId: truth.id,
    system,
    language: truth.language,
    answer: scoredPartOf(rawPrediction.answer, truth),
    retrieved: passagesOf("retrieved"),
    reranked: passagesOf("reranked"),
    contexts: passagesOf("contexts"),
    ...(rawPrediction.measured ? { measured: rawPrediction.measured } : {}),
    ...(rawPrediction.toolScores ? { toolScores: rawPrediction.toolScores } : {}),
  };
}

function joinWithItems(
  predictions: Iterable<PredictionInFile>,
  options: PredictionOptions,
): Pick<PredictionFile, "rows" | "missingIds" | "surplusIds"> {
  const truths = [...options.truths];
  const findItem = createItemFinder(truths);
  const predictionsByKey = new Map<string, PredictionInFile>();
  const [rows, surplusIds]: [PredictionRow[], string[]] = [[], []];
  for (const prediction of predictions) {
    const truth = findItem(prediction.rawPrediction);
    const key = truth
      ? `item ${truth.id}`
      : `surplus ${prediction.rawPrediction.question ?? prediction.rawPrediction.ids[0]}`;
    const earlier = predictionsByKey.get(key);
    if (earlier) throw duplicateAnswerError(prediction, earlier);
    // The answer and the passages are not needed again.
    predictionsByKey.set(key, {
      ...prediction,
      rawPrediction: {
        ...prediction.rawPrediction,
        retrieved: null,
        reranked: null,
        contexts: null,
        answer: null,
      },
    });
    if (truth) rows.push(toRow(prediction, truth, options));
    else surplusIds.push(idForPeople(prediction.rawPrediction));
  }
  return {
    rows,
    missingIds: truths.filter(({ id }) => !predictionsByKey.has(`item ${id}`)).map(({ id }) => id),
    surplusIds,
  };
}

/** Takes predictions from a finished evaluation, under the system's new name. */
function fromEvaluation(
  { rows: evaluatedRows, hash }: EvaluatedAnswers,
  { system, truths }: PredictionOptions,
): PredictionFile {
  const itemIds = new Set([...truths].map(({ id }) => id));
  const rows = evaluatedRows.filter(({ itemId }) => itemIds.has(itemId));
  const answeredIds = new Set(rows.map(({ itemId }) => itemId));
  return {
    format: "simple",
    hash,
    rows: rows.map(row => ({ ...row, id: rowId("prediction", system, row.itemId), system })),
    missingIds: [...itemIds].filter(id => !answeredIds.has(id)),
    surplusIds: evaluatedRows.map(({ itemId }) => itemId).filter(id => !itemIds.has(id)),
  };
}

/**
 * Reads a file of predictions, or a folder of such files, in a single format, which is recognized by the content. An item
 * is identified by its id, or by an id it was exported under. Throws PipelineError("bad-input"), with the file and the
 * place, for an invalid record and for an item that is answered twice. A system of a finished evaluation is given as <its
 * folder>/<system>. Keeps all rows in memory.
 */
export function readPredictionRows(path: string, options: PredictionOptions): PredictionFile {
  const evaluatedAnswers = readEvaluatedAnswers(path);
  if (evaluatedAnswers) return fromEvaluation(evaluatedAnswers, options);
  const paths = filesAt(path);
  const files = paths.map(openPredictions);
  const formats = files.map(formatOfFile);
  const [format = "simple"] = formats;
  const indexOfMismatch = formats.findIndex(each => each !== format);
  if (indexOfMismatch >= 0)
    throw recordError(
      paths[indexOfMismatch] ?? path,
      "",
      `its format differs from that of ${paths[0]}`,
      "Give predictions in a single format.",
    );
  function* allPredictions(): Generator<PredictionInFile> {
    for (const file of files)
      for (const prediction of readers[format](listRecords(file), file))
        yield { path: file.path, ...prediction };
  }
  return { format, hash: hashFiles(paths), ...joinWithItems(allPredictions(), options) };
}
