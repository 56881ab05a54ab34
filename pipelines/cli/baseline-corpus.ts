// The corpus of a baseline: the documents of the run, and unrelated ones mixed in.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { hashOf } from "../engine/fingerprint.ts";
import { InputFailure } from "../engine/pipeline.ts";
import { readRows } from "../engine/reading.ts";
import { readDocuments } from "../intake/sources.ts";

export interface Distractors {
  /** Files, folders, or run directories. */
  readonly from: readonly string[];
  /** How many are mixed in; all where absent. */
  readonly count: number | undefined;
  readonly settings: Settings;
}

async function* candidates({ from, settings }: Distractors): AsyncGenerator<DocumentRow> {
  const reading = { languages: settings.languages, domains: undefined, licence: null, limits: settings.files };
  for (const path of from) {
    if (existsSync(join(path, "run.json"))) yield* readRows(path, documents);
    else for await (const row of readDocuments({ ...reading, paths: [path] })) if (!(row instanceof InputFailure)) yield row as DocumentRow;
  }
}

/** Of more than are wanted, those whose hash with the random seed is lowest: a draw that stays mostly the same when documents are added. */
const drawn = (rows: readonly DocumentRow[], count: number, randomSeed: number): DocumentRow[] =>
  rows
    .map(row => ({ row, rank: hashOf([randomSeed, row.id]) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ row }) => row);

/**
 * Documents that are none of the run's and say none of the items' references. PipelineError("bad-input") where there are fewer than
 * wanted. Memory: the texts of all candidates.
 */
export async function readDistractors(distractors: Distractors, own: ReadonlySet<string>, truths: readonly TruthRow[]): Promise<DocumentRow[]> {
  const references = new Set(truths.flatMap(({ references }) => (references ?? []).map(({ text }) => text.trim())).filter(text => text.length > shortest));
  const rows = new Map<string, DocumentRow>();
  for await (const row of candidates(distractors)) {
    // One that says what an item rests on is not unrelated: found, it would be counted as a miss.
    if (!own.has(row.id) && ![...references].some(reference => row.text.includes(reference))) rows.set(row.id, row);
  }
  const { count = rows.size, settings } = distractors;
  if (rows.size >= count) return drawn([...rows.values()], count, settings.randomSeed);
  throw new PipelineError("bad-input", `${count} distractors are wanted, and ${distractors.from.join(", ")} holds ${rows.size} documents that are none of the run's.`, {
    hint: "Give more documents with --distractors-from, or ask for fewer.",
  });
}

/** A reference of a few words may stand in any document. */
const shortest = 20;
