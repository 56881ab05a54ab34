// What a fresh split needs of the older one: the texts it was built from, and its measures to be set beside the new one.

import type { OlderRow } from "../../schemas/crud/older.ts";
import { pool } from "../../schemas/crud/records.ts";
import { items } from "../../schemas/items/records.ts";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";
import { describeSplit, sourcesOf } from "../report/older-read.ts";

export interface OlderSplit {
  readonly usedTexts: readonly string[];
  readonly rows: readonly OlderRow[];
}

/** PipelineError("bad-input") where the directory holds no items of the wing. */
export function readOlderSplit(directory: string): OlderSplit {
  const run = openRun(directory);
  const rows = [...run.rows(items)].filter(({ wing }) => wing === "crud");
  if (rows.length === 0)
    throw new PipelineError("bad-input", `${directory} holds no items of ragwright run crud.`, {
      hint: "Give the directory of a finished run of that wing.",
    });
  const used = new Set(rows.flatMap(sourcesOf));
  const dayOf = new Map<string, string | null>();
  const usedTexts: string[] = [];
  for (const { id, published, text } of run.rows(pool)) {
    if (!used.has(id)) continue;
    dayOf.set(id, published);
    usedTexts.push(text);
  }
  return { usedTexts, rows: describeSplit(rows, id => dayOf.get(id) ?? null) };
}
