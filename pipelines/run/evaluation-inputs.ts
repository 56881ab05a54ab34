// Inputs of an evaluation: the items, their corpus, and a system's predictions and chunks.

import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { predictions, type PredictionRow } from "../../schemas/evaluation/predictions.ts";
import type { PassageCounts } from "../../schemas/evaluation/result.ts";
import { type TruthRow, truths } from "../../schemas/evaluation/truth.ts";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";
import type { Input } from "../engine/pipeline.ts";
import { indexChunks } from "../evaluate/evidence/chunk-index.ts";
import { type KnownDocuments, readKnownDocuments } from "../evaluate/evidence/known-documents.ts";
import type { KnownChunks } from "../evaluate/evidence/evidence-losses.ts";
import { type OwnChunks, readOwnChunks } from "../evaluate/evidence/own-chunks.ts";
import { countPassages } from "../evaluate/evidence/passage-counts.ts";
import { locatePassages } from "../evaluate/evidence/locate-passages.ts";
import { readPredictionRows } from "../evaluate/predictions/read-predictions.ts";
import { hashFiles } from "../engine/hash-files.ts";
import { readTruths, type TruthOptions } from "../evaluate/truth/read-truths.ts";

export type Split = "dev" | "test";

/** Items of a run or a dataset; with a split, only its items. */
export interface ChosenTruths {
  readonly rows: readonly TruthRow[];
  /** Items that the split leaves out. */
  readonly excludedRows: readonly TruthRow[];
  readonly hash: string;
  /** Documents of their run; undefined for a dataset without documents. */
  readonly documents: KnownDocuments | undefined;
}

/** Whether a path is a run directory. */
export const isRun = (path: string): boolean => existsSync(join(path, "run.json"));

/** Whether a path is the folder of a finished evaluation. */
export const isEvaluation = (path: string): boolean => existsSync(join(path, "result.json"));

interface ChoiceOptions extends TruthOptions {
  /** Ids of items: all others are left out, as if they were in another split. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Throws PipelineError("bad-input") if no items are left. Keeps the items, and a run's documents, in memory. */
export function chooseTruths(
  against: string,
  split: Split | undefined,
  options: ChoiceOptions = {},
): ChosenTruths {
  const { documents = isRun(against) ? readKnownDocuments(openRun(against)) : undefined } = options;
  const { withAuditLabels, only } = options;
  const { rows, hash } = readTruths(against, { documents, withAuditLabels });
  const allRows = [...rows];
  const isChosen = (row: TruthRow): boolean =>
    (split === undefined || row.split === split) && (only?.has(row.id) ?? true);
  const chosen = allRows.filter(isChosen);
  if (chosen.length > 0)
    return { rows: chosen, excludedRows: allRows.filter(row => !isChosen(row)), hash, documents };
  throw new PipelineError(
    "bad-input",
    split ? `No item of ${against} is in the split ${split}.` : `${against} has no items.`,
    {
      hint: split
        ? "Remove --split, or use the other split."
        : "Finish the run first: ragwright status <run>",
    },
  );
}

interface RunTruths extends ChosenTruths {
  readonly documents: KnownDocuments;
}

/**
 * Like `chooseTruths`, for a run only, with its documents. Throws PipelineError("bad-input") for a path that does not exist,
 * PipelineError("wrong-use") for one that is not a run.
 */
export function chooseRunTruths(
  run: string,
  split: Split | undefined,
  { withAuditLabels }: Pick<TruthOptions, "withAuditLabels"> = {},
): RunTruths {
  const hint = "Give the folder that you gave to --out (it contains run.json).";
  if (!existsSync(run))
    throw new PipelineError("bad-input", `There is no such file or folder: ${run}.`, { hint });
  if (!isRun(run))
    throw new PipelineError(
      "wrong-use",
      `${run} is not a run: it is a dataset, or a folder of something else.`,
      { hint },
    );
  const documents = readKnownDocuments(openRun(run));
  return { ...chooseTruths(run, split, { documents, withAuditLabels }), documents };
}

export interface SystemInput {
  readonly path: string;
  readonly system: string;
  readonly truths: ChosenTruths;
  /** A system's own chunks, JSONL. */
  readonly chunks: string | undefined;
}

export interface SystemData {
  readonly rows: readonly PredictionRow[];
  readonly missingIds: readonly string[];
  readonly surplusIds: readonly string[];
  readonly hash: string;
  readonly chunks: KnownChunks | null;
  /** How its passages were matched to the documents; null if the documents are not known. */
  readonly passages: PassageCounts | null;
  /** Notices to print: chunks that could not be located, documents with different names. */
  readonly notices: readonly string[];
}

function noticesOf({ chunks, unlocatedIds, ambiguousIds, conflictingIds }: OwnChunks): string[] {
  const notice = (ids: readonly string[], description: string) =>
    ids.length > 0
      ? [
          `${ids.length} of ${chunks.length} chunks ${description}: ${ids.slice(0, 5).join(", ")}${ids.length > 5 ? " …" : ""}`,
        ]
      : [];
  return [
    ...notice(unlocatedIds, "occur nowhere in the documents"),
    ...notice(ambiguousIds, "occur in several places"),
    ...notice(conflictingIds, "differ from the text at their position"),
  ];
}

/** Warns if no passage names any relevant document: most likely the system uses other names, and its ranking metrics of 0 mean nothing. */
function unknownDocumentNotices(
  predictionRows: readonly PredictionRow[],
  truthRows: readonly TruthRow[],
): string[] {
  const relevantIds = new Set(
    truthRows.flatMap(({ labels }) => (labels ?? []).map(({ documentId }) => documentId)),
  );
  const namedIds = new Set<string>();
  for (const { retrieved, reranked, contexts } of predictionRows)
    for (const list of [retrieved, reranked, contexts])
      for (const { documentId } of list ?? []) if (documentId !== null) namedIds.add(documentId);
  if (
    relevantIds.size === 0 ||
    namedIds.size === 0 ||
    [...namedIds].some(id => relevantIds.has(id))
  )
    return [];
  const examplesOf = (ids: ReadonlySet<string>) => [...ids].slice(0, 3).join(", ");
  return [
    `No passage names a document of any item: the passages name ${examplesOf(namedIds)} …, the items ${examplesOf(relevantIds)} … If these are the same documents, MRR, Hit, Recall and nDCG are wrongly 0.`,
  ];
}

/** Joins predictions with the items, and locates their passages in the documents if these are known. */
export function readSystem({
  path,
  system,
  truths: chosen,
  chunks: chunkPath,
}: SystemInput): SystemData {
  const { documents, rows: truthRows, excludedRows } = chosen;
  if (chunkPath !== undefined && !documents)
    throw new PipelineError("wrong-use", "--chunks needs the documents they were cut from.", {
      hint: "Evaluate against a run directory: --against <run>",
    });
  const file = readPredictionRows(path, {
    system,
    truths: [...truthRows, ...excludedRows],
    documents,
  });
  const excludedIds = new Set(excludedRows.map(({ id }) => id));
  const ownChunks =
    chunkPath !== undefined && documents ? readOwnChunks(chunkPath, documents) : undefined;
  const chunkIndex = ownChunks && indexChunks(ownChunks.chunks);
  const locate = (passages: PredictionRow["contexts"]) =>
    passages && documents ? locatePassages(passages, documents, chunkIndex?.byId) : passages;
  const rows = file.rows
    .filter(({ itemId }) => !excludedIds.has(itemId))
    .map(row => ({
      ...row,
      retrieved: locate(row.retrieved),
      reranked: locate(row.reranked),
      contexts: locate(row.contexts),
    }));
  return {
    rows,
    missingIds: file.missingIds.filter(id => !excludedIds.has(id)),
    surplusIds: file.surplusIds,
    hash: file.hash,
    chunks:
      chunkIndex && chunkPath !== undefined
        ? { chunksOf: () => chunkIndex, hash: hashFiles([chunkPath]) }
        : null,
    passages: documents ? countPassages(rows, documents) : null,
    notices: [
      ...(ownChunks ? noticesOf(ownChunks) : []),
      ...unknownDocumentNotices(rows, truthRows),
    ],
  };
}

export const noMatchError = (path: string, against: string, { surplusIds }: SystemData) =>
  new PipelineError(
    "bad-input",
    `No prediction in ${path} belongs to an item of ${against}; its first ids are ${surplusIds.slice(0, 3).join(", ")}.`,
    {
      hint: "Use the ids in items/items.jsonl, or those in an export of this run (dragonball's query_id, CRUD's ID, BEIR's _id).",
    },
  );

/** Items, and the predictions for them unless the evaluation produces these itself. */
export const evaluationInputs = (
  truthRows: readonly TruthRow[],
  predictionRows?: readonly PredictionRow[],
): Input[] => [
  { artifact: truths, rows: () => truthRows },
  ...(predictionRows ? [{ artifact: predictions, rows: () => predictionRows }] : []),
];

/** A name for a folder, from a path or an address. */
export const folderName = (path: string): string =>
  basename(path)
    .replace(/\.(?:jsonl?|csv)$/i, "")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+/, "") || "evaluation";

/** Checks a typed name for a folder. Throws PipelineError("wrong-use") for a name that is invalid or leads elsewhere. */
export function checkedName(name: string): string {
  if (/^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u.test(name)) return name;
  throw new PipelineError(
    "wrong-use",
    `--name accepts letters, digits, ".", "_" and "-", not "${name}".`,
    { hint: "For example: --name my-rag" },
  );
}

/** Folders of a run's evaluations, sorted by name. */
export const evaluationsOf = (run: string): string[] => evaluationsIn(join(run, "evaluations"));

/** Folders of the evaluations in a folder, sorted by name. */
export function evaluationsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map(name => join(folder, name))
    .filter(isEvaluation);
}
