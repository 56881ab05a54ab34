// The corpus of a baseline: the documents of the run, and unrelated ones mixed in.

import { join } from "node:path";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { RawArticleRow } from "../../schemas/crud/records.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { hashOf } from "../engine/fingerprint.ts";
import { openRun } from "../engine/open-run.ts";
import { InputFailure } from "../engine/pipeline.ts";
import { hashFiles } from "../engine/hash-files.ts";
import { readArticles } from "../intake/articles.ts";
import { filesUnder } from "../intake/files/list-files.ts";
import { readDocuments } from "../intake/sources.ts";
import { languageOf } from "../text/language.ts";
import { isRun } from "./evaluation-inputs.ts";

interface DistractorOptions {
  /** Files, folders, or run directories. */
  readonly distractorPaths: readonly string[];
  /** How many are mixed in. Default: all. */
  readonly count: number | undefined;
  readonly settings: Settings;
}

/** Converts an article. A text file may contain one per line, as for `run crud`. */
const toDocument = ({ id, text, headline, domain, provenance }: RawArticleRow): DocumentRow => ({
  id,
  language: languageOf(text),
  domain,
  name: headline ?? "",
  text,
  kind: "own",
  published: null,
  configId: null,
  sections: [],
  format: null,
  places: [],
  provenance,
  foreign: null,
});

const isTextFile = (path: string): boolean => path.toLowerCase().endsWith(".txt");

/** Documents of files, folders and runs that may serve as distractors; unreadable files are skipped. */
export async function* readCandidateDistractors({
  distractorPaths,
  settings: { languages, files: limits },
}: Pick<DistractorOptions, "distractorPaths" | "settings">): AsyncGenerator<DocumentRow> {
  for (const path of distractorPaths.filter(isRun)) yield* openRun(path).rows(documents);
  // All in one call, since a separate process reads them.
  const files = filesUnder(distractorPaths.filter(path => !isRun(path)));
  const readOptions = { languages, licence: null, limits };
  const otherFiles = files.filter(path => !isTextFile(path));
  if (otherFiles.length > 0)
    for await (const row of readDocuments({
      ...readOptions,
      domains: undefined,
      paths: otherFiles,
    }))
      if (!(row instanceof InputFailure)) yield row;
  const textFiles = files.filter(isTextFile);
  if (textFiles.length > 0)
    for await (const row of readArticles({ ...readOptions, paths: textFiles }))
      if (!(row instanceof InputFailure)) yield toDocument(row);
}

/** Selects the rows whose hash with the random seed is lowest: the selection changes little when documents are added. */
const drawRows = (rows: readonly DocumentRow[], count: number, randomSeed: number): DocumentRow[] =>
  rows
    .map(row => ({ row, rank: hashOf([randomSeed, row.id]) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ row }) => row);

/**
 * Documents that are not in the run, under any id, and contain none of the items' references. Throws
 * PipelineError("bad-input") if there are fewer than requested, or none. Keeps the texts of all candidates in memory.
 */
async function readDistractors(
  distractors: DistractorOptions,
  own: readonly DocumentRow[],
  truths: readonly TruthRow[],
): Promise<DocumentRow[]> {
  const references = [
    ...new Set(
      truths
        .flatMap(({ references }) => (references ?? []).map(({ text }) => text.trim()))
        .filter(text => text.length > maxIgnoredLength),
    ),
  ];
  const ownIds = new Set(own.map(({ id }) => id));
  const ownTexts = new Set(own.map(({ text }) => text.trim()));
  const isOwn = ({ id, text }: DocumentRow) => ownIds.has(id) || ownTexts.has(text.trim());
  const rows = new Map<string, DocumentRow>();
  for await (const row of readCandidateDistractors(distractors)) {
    // A document that contains an item's reference is not unrelated: retrieving it would count as a miss.
    if (!isOwn(row) && !references.some(reference => row.text.includes(reference)))
      rows.set(row.id, row);
  }
  const { count, settings } = distractors;
  if (rows.size >= (count ?? 1))
    return drawRows([...rows.values()], count ?? rows.size, settings.randomSeed);
  throw new PipelineError(
    "bad-input",
    `${count ?? "Some"} distractors are requested, but ${distractors.distractorPaths.join(", ")} has ${rows.size} documents that are not in the run and contain no item's reference.`,
    { hint: "Give more documents with --distractors-from, or ask for fewer." },
  );
}

/** References up to this length are ignored: a few words may occur in any document. */
const maxIgnoredLength = 20;

export interface Corpus {
  readonly rows: () => Iterable<DocumentRow>;
  /** Number of documents mixed in. */
  readonly distractors: number;
  readonly hash: string;
}

export interface CorpusOptions extends Omit<DistractorOptions, "distractorPaths"> {
  readonly run: string;
  /** Sources of distractors; none are mixed in if absent. */
  readonly distractorPaths: readonly string[] | undefined;
  /** The items, whose references no distractor may contain. */
  readonly truths: readonly TruthRow[];
}

/** Opens the run's documents, read anew at each iteration, followed by the distractors. */
export async function openCorpus({
  run,
  distractorPaths,
  count,
  settings,
  truths,
}: CorpusOptions): Promise<Corpus> {
  if (count !== undefined && distractorPaths === undefined)
    throw new PipelineError("wrong-use", "--distractors needs documents to draw from.", {
      hint: "Add --distractors-from with files, a folder, or another run.",
    });
  const own = openRun(run);
  const distractorRows = distractorPaths
    ? await readDistractors({ distractorPaths, count, settings }, [...own.rows(documents)], truths)
    : [];
  const rows = function* () {
    yield* own.rows(documents);
    yield* distractorRows;
  };
  return {
    rows,
    distractors: distractorRows.length,
    hash: `${hashFiles([join(run, "items/documents.jsonl")])} ${distractorRows.map(({ id }) => id).join(" ")}`,
  };
}
