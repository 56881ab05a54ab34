// Reads the ground truth of each item from a run, a packed benchmark or a published dataset, which is recognized by its content.

import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { packFiles } from "../../../schemas/formats/pack.ts";
import { hashFiles } from "../../engine/hash-files.ts";
import { openRun } from "../../engine/open-run.ts";
import type { KnownDocuments } from "../evidence/known-documents.ts";
import { packedTruth, readPack } from "../pack/read-pack.ts";
import { openRecords, type RecordFile, recordError } from "../record-files.ts";
import { cofeRecords, cofeTruths, isCofeExample } from "./cofe-truths.ts";
import { crudTruths, crudCompanionFiles, isCrudFile } from "./crud-truths.ts";
import {
  dragonballTruths,
  isDragonballQuery,
  hasQuestionLists,
  questionListTruths,
} from "./dragonball-truths.ts";
import { locateReferences } from "./locate-references.ts";
import { runTruths, truthFiles } from "./run-truths.ts";

interface Truths {
  readonly kind: "run" | "pack" | FileKind;
  /** SHA-256 of all files that the truths are read from. */
  readonly hash: string;
  /** Read again at each iteration, in the order of the file. */
  readonly rows: Iterable<TruthRow>;
}

export interface TruthOptions {
  /** The corpus in which references given as texts are located; the ids of their documents are then those of the corpus. */
  readonly documents?: KnownDocuments | undefined;
  /** Whether documents that answer an item according to the run's audit count as relevant; true by default. */
  readonly withAuditLabels?: boolean | undefined;
}

const hint =
  "Give a run directory, a folder written by ragwright pack, or a dataset: DragonBall's queries (JSONL) or lists of questions, CRUD-RAG's crud.json, or CoFE-RAG's examples.";

const readers = {
  dragonball: dragonballTruths,
  /** DragonBall's lists of multi-document questions. */
  "question-lists": questionListTruths,
  crud: crudTruths,
  cofe: cofeTruths,
};

type FileKind = keyof typeof readers;

function kindOf(file: RecordFile): FileKind {
  if (isCrudFile(file.singleValue)) return "crud";
  const [record] = cofeRecords(file);
  if (isDragonballQuery(record?.value)) return "dragonball";
  if (isCofeExample(record?.value)) return "cofe";
  if (hasQuestionLists(file.singleValue)) return "question-lists";
  throw recordError(file.path, record?.location ?? "", "this is not a known dataset", hint);
}

/** Passes the rows on. Throws PipelineError("bad-input") if there are none, or for a duplicate id, since items that share one cannot be told apart. */
function* checkIds(rows: Iterable<TruthRow>, path: string): Generator<TruthRow> {
  const seenIds = new Set<string>();
  for (const row of rows) {
    if (seenIds.has(row.id))
      throw recordError(path, "", `two items have the id ${row.id}`, "Give each item its own id.");
    seenIds.add(row.id);
    yield row;
  }
  if (seenIds.size === 0) throw recordError(path, "", "it contains no items", hint);
}

const truthsFrom = (
  kind: Truths["kind"],
  files: readonly string[],
  read: () => Iterator<TruthRow>,
): Truths => ({ kind, hash: hashFiles(files), rows: { [Symbol.iterator]: read } });

function truthsOfRun(directory: string, withAuditLabels: boolean): Truths {
  const run = openRun(directory);
  const files = truthFiles.map(name => join(directory, name));
  return truthsFrom("run", files, () => checkIds(runTruths(run, withAuditLabels), directory));
}

function truthsOfPack(directory: string): Truths {
  const { items } = readPack(directory);
  const files = Object.values(packFiles).map(name => join(directory, name));
  return truthsFrom("pack", files, () => checkIds(items.map(packedTruth), directory));
}

/**
 * The truths of a run directory, a packed benchmark, or a published dataset's file. Throws PipelineError("bad-input") at once for any other path, and
 * during iteration for an invalid record, with the line and what was expected.
 */
export function readTruths(
  path: string,
  { documents, withAuditLabels = true }: TruthOptions = {},
): Truths {
  if (existsSync(join(path, packFiles.manifest))) return truthsOfPack(path);
  if (existsSync(path) && statSync(path).isDirectory()) return truthsOfRun(path, withAuditLabels);
  const file = openRecords(path, hint);
  const kind = kindOf(file);
  return truthsFrom(
    kind,
    [path, ...(kind === "crud" ? crudCompanionFiles(path) : [])],
    function* () {
      for (const row of checkIds(readers[kind](file, documents), path))
        yield documents ? locateReferences(row, documents) : row;
    },
  );
}
