// What must be known of each item, from a run of ours, one packed, or a published dataset, told apart by what stands in it.

import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { packFiles } from "../../../schemas/formats/pack.ts";
import { hashFiles } from "../../engine/hash-files.ts";
import { openRun } from "../../engine/open-run.ts";
import type { KnownDocuments } from "../evidence/known-documents.ts";
import { packedTruth, readPack } from "../pack/read-pack.ts";
import { openRecords, type RecordFile, refuseRecord } from "../record-files.ts";
import { cofeRecords, cofeTruths, isCofe } from "./cofe.ts";
import { crudTruths, isCrud } from "./crud.ts";
import {
  dragonballTruths,
  isDragonball,
  isQuestionLists,
  questionListTruths,
} from "./dragonball.ts";
import { locateReferences } from "./locate.ts";
import { runTruths, truthFiles } from "./run.ts";

/** `question-lists` are DragonBall's multi-document questions by kind. */
type TruthKind = "run" | "pack" | "dragonball" | "question-lists" | "crud" | "cofe";

export interface Truths {
  readonly kind: TruthKind;
  /** SHA-256 of all they are read from. */
  readonly hash: string;
  /** Read again each time they are gone through, in the order of their file. */
  readonly rows: Iterable<TruthRow>;
}

export interface TruthOptions {
  /** A corpus in which references given as text are looked for, and by whose ids documents then go. */
  readonly documents?: KnownDocuments | undefined;
  /** Whether documents that an audit of the run found to answer an item count as relevant; they do where absent. */
  readonly audited?: boolean | undefined;
}

const hint =
  "Give a run directory, a folder that ragwright pack wrote, or a dataset: DragonBall's queries (JSONL) or lists of questions, CRUD-RAG's crud.json, or CoFE-RAG's examples.";

const first = <T>(all: Iterable<T>): T | undefined => {
  for (const one of all) return one;
  return undefined;
};

type TruthReader = (file: RecordFile, documents: KnownDocuments | undefined) => Iterable<TruthRow>;

type FileKind = Exclude<TruthKind, "run" | "pack">;

const readers: Record<FileKind, TruthReader> = {
  dragonball: dragonballTruths,
  "question-lists": questionListTruths,
  crud: crudTruths,
  cofe: cofeTruths,
};

function kindOf(file: RecordFile): FileKind {
  if (isCrud(file.whole)) return "crud";
  const record = first(cofeRecords(file));
  if (isDragonball(record?.value)) return "dragonball";
  if (isCofe(record?.value)) return "cofe";
  if (isQuestionLists(file.whole)) return "question-lists";
  throw refuseRecord(
    file.path,
    record?.place ?? "",
    "this is not a dataset that is known here",
    hint,
  );
}

/** Each row once: an item of a dataset that stands there twice could not be told from the other. */
function* distinct(rows: Iterable<TruthRow>, path: string): Generator<TruthRow> {
  const seen = new Set<string>();
  for (const row of rows) {
    if (seen.has(row.id))
      throw refuseRecord(
        path,
        "",
        `the id ${row.id} stands on two items`,
        "Give each item an id of its own.",
      );
    seen.add(row.id);
    yield row;
  }
  if (seen.size === 0) throw refuseRecord(path, "", "it holds no items", hint);
}

const besideCrud = (path: string): string[] =>
  readdirSync(dirname(path))
    .filter(
      name =>
        name === "qrels.tsv" || name === "quest-eval.json" || name.endsWith("_quest_gt_save.json"),
    )
    .sort()
    .map(name => join(dirname(path), name));

function runOf(directory: string, audited: boolean): Truths {
  const run = openRun(directory);
  return {
    kind: "run",
    hash: hashFiles(truthFiles.map(name => join(directory, name))),
    rows: { [Symbol.iterator]: () => distinct(runTruths(run, audited), directory) },
  };
}

function packOf(directory: string): Truths {
  const { items } = readPack(directory);
  return {
    kind: "pack",
    hash: hashFiles(Object.values(packFiles).map(name => join(directory, name))),
    rows: { [Symbol.iterator]: () => distinct(items.map(packedTruth), directory) },
  };
}

/**
 * A run directory, a packed one, or a published dataset's file. PipelineError("bad-input") at once for a path that is neither. For a
 * record that does not fit it comes while the rows are gone through, with the line and what was expected there.
 */
export function readTruths(path: string, { documents, audited = true }: TruthOptions = {}): Truths {
  if (existsSync(join(path, packFiles.manifest))) return packOf(path);
  if (existsSync(path) && statSync(path).isDirectory()) return runOf(path, audited);
  const file = openRecords(path, hint);
  const kind = kindOf(file);
  const located = function* (): Generator<TruthRow> {
    for (const row of distinct(readers[kind](file, documents), path))
      yield documents ? locateReferences(row, documents) : row;
  };
  return {
    kind,
    hash: hashFiles([path, ...(kind === "crud" ? besideCrud(path) : [])]),
    rows: { [Symbol.iterator]: located },
  };
}
