// Reads what a fresh split needs from the older one: the texts it was built from and its measures; counts what both share.

import type { OlderSplitRow } from "../../schemas/crud/older-split.ts";
import { pool } from "../../schemas/crud/records.ts";
import { type ItemRow, items } from "../../schemas/items/records.ts";
import type { SharedCounts, SharedRows } from "../../schemas/output/run.ts";
import { PipelineError } from "../engine/errors.ts";
import { type OpenRun, openRun } from "../engine/open-run.ts";
import { describeSplit, sourceDocumentIds } from "../report/describe-split.ts";

export interface OlderSplit {
  readonly usedTexts: readonly string[];
  readonly rows: readonly OlderSplitRow[];
}

/** Throws PipelineError("bad-input") if the directory has no items of the wing. */
export function readOlderSplit(directory: string): OlderSplit {
  const run = openRun(directory);
  const rows = [...run.rows(items)].filter(({ wing }) => wing === "crud");
  if (rows.length === 0)
    throw new PipelineError("bad-input", `${directory} has no items of ragwright run crud.`, {
      hint: "Give the directory of a finished run of that wing.",
    });
  const usedIds = new Set(rows.flatMap(sourceDocumentIds));
  const publishedById = new Map<string, string | null>();
  const usedTexts: string[] = [];
  for (const { id, published, text } of run.rows(pool)) {
    if (!usedIds.has(id)) continue;
    publishedById.set(id, published);
    usedTexts.push(text);
  }
  return { usedTexts, rows: describeSplit(rows, id => publishedById.get(id) ?? null) };
}

/** The text that identifies each entry, by id. */
type TextsById = ReadonlyMap<string, string>;

const countShared = (older: TextsById, newer: TextsById): SharedCounts => {
  const texts = new Set(older.values());
  const shared = [...newer].filter(([id, text]) => older.has(id) || texts.has(text));
  return { older: older.size, newer: newer.size, shared: shared.length };
};

function identifyingTexts(run: OpenRun): { items: TextsById; sources: TextsById } {
  const rows = [...run.rows(items)].filter(({ wing }) => wing === "crud");
  const usedIds = new Set(rows.flatMap(sourceDocumentIds));
  const texts = new Map([...run.rows(pool)].map(({ id, text }) => [id, text]));
  const wording = ({ question, answer }: ItemRow) => JSON.stringify([question, answer]);
  return {
    items: new Map(rows.map(row => [row.id, wording(row)])),
    // An article found on the web is not in the pool: it is identified by its id.
    sources: new Map([...usedIds].map(id => [id, texts.get(id) ?? id])),
  };
}

export function countSharedRows(older: string, newer: OpenRun): SharedRows {
  const [olderTexts, newerTexts] = [identifyingTexts(openRun(older)), identifyingTexts(newer)];
  return {
    older,
    items: countShared(olderTexts.items, newerTexts.items),
    sources: countShared(olderTexts.sources, newerTexts.sources),
  };
}
