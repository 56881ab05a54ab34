// Reads predictions in any known format and joins them with their items; lists what is missing and what is surplus.

import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Passage, PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import type { PipelineError } from "../../engine/errors.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { hashFiles } from "../../engine/hash-files.ts";
import { scoredPart } from "../corrected-part.ts";
import type { KnownDocuments } from "../evidence/known-documents.ts";
import { refuseRecord } from "../record-files.ts";
import { type EvaluatedAnswers, readEvaluatedAnswers } from "./evaluated-answers.ts";
import { formOfFile, listed, openPredictions, type PredictionForm, readers } from "./forms.ts";
import { type GivenPrediction, type PlacedPrediction, toPassages } from "./raw-prediction.ts";

export interface PredictionFile {
  readonly form: PredictionForm;
  /** SHA-256 of the bytes. */
  readonly hash: string;
  /** In the order of the file. */
  readonly rows: PredictionRow[];
  /** Ids of items without a prediction, in the order of the items. */
  readonly missing: string[];
  /** Ids of predictions without an item, in the order of the file. */
  readonly surplus: string[];
}

/** The fields of an item that are needed to read its prediction. */
type PredictedTruth = Pick<TruthRow, "id" | "otherIds" | "language" | "type" | "question">;

export interface PredictionOptions {
  /** Name of the system that made the predictions. */
  readonly system: string;
  readonly truths: Iterable<PredictedTruth>;
  /** Needed to convert offsets, and to give documents the ids that the truths use. */
  readonly documents?: KnownDocuments | undefined;
}

/** CRUD-RAG's evaluator writes one file per task: a folder gives all its JSON files, in the order of their names. */
function filesAt(path: string): string[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter(name => /\.jsonl?$/i.test(name));
  if (names.length === 0)
    throw refuseRecord(
      path,
      "",
      "there is no .json or .jsonl file in this folder",
      "Give a file of predictions, or a folder of such files.",
    );
  return names.sort().map(name => join(path, name));
}

/** Items by each of their names; null if two share it. */
function byName<T>(
  truths: readonly T[],
  namesOf: (truth: T) => readonly string[],
): Map<string, T | null> {
  const known = new Map<string, T | null>();
  for (const truth of truths)
    for (const name of new Set(namesOf(truth))) known.set(name, known.has(name) ? null : truth);
  return known;
}

/** A question for comparison, without white space at its ends. */
const trimmed = (question: string): string => question.trim();

/** Finds an item by id, or by the question if the form has no ids. */
function finderOf<T extends PredictedTruth>(
  truths: readonly T[],
): (given: GivenPrediction) => T | undefined {
  const known = byName(truths, ({ otherIds }) => otherIds);
  for (const truth of truths) known.set(truth.id, truth);
  const questions = byName(truths, ({ question }) => [trimmed(question)]);
  return ({ ids, question }) =>
    ids.map(id => known.get(id)).find(found => found !== undefined && found !== null) ??
    (question === undefined ? undefined : (questions.get(trimmed(question)) ?? undefined));
}

interface PredictionInFile extends PlacedPrediction {
  readonly path: string;
}

const shownId = ({ ids }: GivenPrediction) => ids.at(-1) ?? "";

function answeredTwice(
  { path, place, given }: PredictionInFile,
  first: PredictionInFile,
): PipelineError {
  const before = first.path === path ? first.place : `${first.path} ${first.place}`;
  return refuseRecord(
    path,
    place,
    `${shownId(given)} is answered a second time (first: ${before})`,
    "Give one prediction per item.",
  );
}

function toRow(
  { path, place, given }: PredictionInFile,
  truth: PredictedTruth,
  { system, documents }: PredictionOptions,
): PredictionRow {
  const list = (name: "retrieved" | "reranked" | "contexts"): Passage[] | null => {
    const passages = toPassages(given[name], documents);
    if (passages && "problem" in passages)
      throw refuseRecord(
        path,
        place,
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
    answer: scoredPart(given.answer, truth),
    retrieved: list("retrieved"),
    reranked: list("reranked"),
    contexts: list("contexts"),
    ...(given.measured ? { measured: given.measured } : {}),
    ...(given.toolScores ? { toolScores: given.toolScores } : {}),
  };
}

function joined(
  predictions: Iterable<PredictionInFile>,
  options: PredictionOptions,
): Pick<PredictionFile, "rows" | "missing" | "surplus"> {
  const truths = [...options.truths];
  const find = finderOf(truths);
  const seen = new Map<string, PredictionInFile>();
  const [rows, surplus]: [PredictionRow[], string[]] = [[], []];
  for (const placed of predictions) {
    const truth = find(placed.given);
    const key = truth
      ? `item ${truth.id}`
      : `surplus ${placed.given.question ?? placed.given.ids[0]}`;
    const before = seen.get(key);
    if (before) throw answeredTwice(placed, before);
    // Its passages are not needed again.
    seen.set(key, {
      ...placed,
      given: { ...placed.given, retrieved: null, reranked: null, contexts: null, answer: null },
    });
    if (truth) rows.push(toRow(placed, truth, options));
    else surplus.push(shownId(placed.given));
  }
  return {
    rows,
    missing: truths.filter(({ id }) => !seen.has(`item ${id}`)).map(({ id }) => id),
    surplus,
  };
}

/** Predictions from a finished evaluation, under the system's name here. */
function taken(
  { rows: all, hash }: EvaluatedAnswers,
  { system, truths }: PredictionOptions,
): PredictionFile {
  const wanted = new Set([...truths].map(({ id }) => id));
  const rows = all.filter(({ itemId }) => wanted.has(itemId));
  const answered = new Set(rows.map(({ itemId }) => itemId));
  return {
    form: "simple",
    hash,
    rows: rows.map(row => ({ ...row, id: rowId("prediction", system, row.itemId), system })),
    missing: [...wanted].filter(id => !answered.has(id)),
    surplus: all.flatMap(({ itemId }) => (wanted.has(itemId) ? [] : itemId)),
  };
}

/**
 * Reads a file of predictions, or a folder of such files, of one form, which is recognised by the content. An item is
 * identified by its id or one it was exported with. PipelineError("bad-input") with file and place for an invalid
 * record, and for an item that is answered twice. A system of a finished evaluation is given as <its folder>/<system>. Memory: the rows.
 */
export function readPredictionRows(path: string, options: PredictionOptions): PredictionFile {
  const evaluated = readEvaluatedAnswers(path);
  if (evaluated) return taken(evaluated, options);
  const paths = filesAt(path);
  const files = paths.map(openPredictions);
  const forms = files.map(formOfFile);
  const [form = "simple"] = forms;
  const other = forms.findIndex(found => found !== form);
  if (other >= 0)
    throw refuseRecord(
      paths[other] ?? path,
      "",
      `its form differs from that of ${paths[0]}`,
      "Give predictions of a single form.",
    );
  const all = function* (): Generator<PredictionInFile> {
    for (const file of files)
      for (const prediction of readers[form](listed(file), file))
        yield { path: file.path, ...prediction };
  };
  return { form, hash: hashFiles(paths), ...joined(all(), options) };
}
