// What a fresh split needs of the older one: the texts it was built from, and its size to be set beside the new one.

import { pool } from "../../schemas/crud/records.ts";
import type { OlderRow } from "../../schemas/crud/older.ts";
import { CrudTask, type DocumentRow, isReverse, type ItemRow, items } from "../../schemas/items/records.ts";
import { PipelineError } from "../engine/errors.ts";
import { readRows } from "../engine/reading.ts";

export interface OlderSplit {
  readonly usedTexts: readonly string[];
  readonly rows: readonly OlderRow[];
}

/** What an item was built from: the document held out for it, or its golds. What it cites of the corpus is no source. */
const sourcesOf = ({ type, heldOutIds, documentIds }: ItemRow) => (isReverse(type) ? heldOutIds : documentIds);

const mean = (numbers: readonly number[]) => (numbers.length === 0 ? 0 : Math.round((numbers.reduce((a, b) => a + b, 0) / numbers.length) * 10) / 10);

function describe(type: CrudTask, mine: readonly ItemRow[], sources: ReadonlyMap<string, DocumentRow>): OlderRow {
  const ids = new Set(mine.flatMap(sourcesOf));
  const days = [...ids].flatMap(id => sources.get(id)?.published ?? []).sort();
  const language = mine[0]?.language ?? "en";
  return {
    id: `${type}/${language}`,
    type,
    language,
    items: mine.length,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    meanQuestion: mean(mine.map(({ question }) => question.length)),
    meanAnswer: mean(mine.map(({ answer }) => answer.length)),
    documents: ids.size,
  };
}

/** PipelineError("bad-input") where the directory holds no items of the wing. */
export function readOlderSplit(directory: string): OlderSplit {
  const rows = [...readRows(directory, items)].filter(({ wing }) => wing === "crud");
  if (rows.length === 0) throw new PipelineError("bad-input", `${directory} holds no items of ragwright run crud.`, { hint: "Give the directory of a finished run of that wing." });
  const used = new Set(rows.flatMap(sourcesOf));
  const sources = new Map<string, DocumentRow>();
  for (const document of readRows(directory, pool)) if (used.has(document.id)) sources.set(document.id, document);
  const groups = CrudTask.options.flatMap(type => (["zh", "en"] as const).map(language => ({ type, mine: rows.filter(row => row.type === type && row.language === language) })));
  return {
    usedTexts: [...sources.values()].map(({ text }) => text),
    rows: groups.filter(({ mine }) => mine.length > 0).map(({ type, mine }) => describe(type, mine, sources)),
  };
}
