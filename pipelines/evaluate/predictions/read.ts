// Predictions of any known form, joined with the items they are on; what is missing and what is surplus is named.

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
import { type GivenPrediction, type PlacedPrediction, toPassages } from "./given.ts";

export interface PredictionFile {
  readonly form: PredictionForm;
  /** SHA-256 of the bytes. */
  readonly hash: string;
  /** In the order of the file. */
  readonly rows: PredictionRow[];
  /** Items that no prediction names, in their order. */
  readonly missing: string[];
  /** Ids of predictions that no item has, in the order of the file. */
  readonly surplus: string[];
}

/** What must be known of an item to read what was predicted of it. */
type PredictedTruth = Pick<TruthRow, "id" | "otherIds" | "language" | "type" | "question">;

export interface PredictionOptions {
  /** Whose predictions they are. */
  readonly system: string;
  readonly truths: Iterable<PredictedTruth>;
  /** By which offsets are read, and documents named as the truths name them. */
  readonly documents?: KnownDocuments | undefined;
}

/** The evaluator of CRUD-RAG writes a file a task: of a folder all its JSON files count, in the order of their names. */
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

/** Items by each name they go by; null where two share it. */
function byName<T>(
  truths: readonly T[],
  namesOf: (truth: T) => readonly string[],
): Map<string, T | null> {
  const known = new Map<string, T | null>();
  for (const truth of truths)
    for (const name of new Set(namesOf(truth))) known.set(name, known.has(name) ? null : truth);
  return known;
}

/** White space at its ends is not what a question is known by. */
const asked = (question: string): string => question.trim();

/** By id, or by the question where the form has no ids. */
function finderOf<T extends PredictedTruth>(
  truths: readonly T[],
): (given: GivenPrediction) => T | undefined {
  const known = byName(truths, ({ otherIds }) => otherIds);
  for (const truth of truths) known.set(truth.id, truth);
  const questions = byName(truths, ({ question }) => [asked(question)]);
  return ({ ids, question }) =>
    ids.map(id => known.get(id)).find(found => found !== undefined && found !== null) ??
    (question === undefined ? undefined : (questions.get(asked(question)) ?? undefined));
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
    "Give one prediction an item.",
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

/** Under the name that the system has here. */
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
 * Reads a file of predictions, or a folder of such files, of one form that is told by what stands in it. An item is
 * named by its id or by one under which it was exported. PipelineError("bad-input") with file and place for what does
 * not fit, and for an item that is answered twice. A system of a finished evaluation is named as <its folder>/<system>. Memory: the rows.
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
      `it is in another form than ${paths[0]}`,
      "Give predictions of one form.",
    );
  const all = function* (): Generator<PredictionInFile> {
    for (const file of files)
      for (const prediction of readers[form](listed(file), file))
        yield { path: file.path, ...prediction };
  };
  return { form, hash: hashFiles(paths), ...joined(all(), options) };
}
