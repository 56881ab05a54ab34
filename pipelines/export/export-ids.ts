// Assigns whole numbers to documents and queries and stores them in the run, so that they stay the same when the run grows.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import type { OpenRun } from "../engine/open-run.ts";

const Numbers = z.record(z.string(), z.int().min(0));
const ExportIds = z.object({ documents: Numbers, queries: Numbers });

/** Numbers by row id. */
export interface ExportIds {
  readonly documents: ReadonlyMap<string, number>;
  readonly queries: ReadonlyMap<string, number>;
}

/** A row to number, with its number in the file that it came from. */
export interface NumberedRow {
  readonly id: string;
  readonly foreign: number | undefined;
}

const pathIn = ({ directory }: OpenRun) => join(directory, "export-ids.json");

function readIds(run: OpenRun): z.output<typeof ExportIds> {
  const path = pathIn(run);
  if (!existsSync(path)) return { documents: {}, queries: {} };
  try {
    return ExportIds.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new PipelineError("corrupt-file", `${path} is not a map of ids to whole numbers.`, {
      hint: "Restore it from an earlier export, or delete it: documents and queries are then renumbered.",
      cause,
    });
  }
}

/** Numbered rows keep their number, and foreign rows keep their own if it is free; all other rows get the next free numbers from 1, in order. */
function numberRows(
  existing: Readonly<Record<string, number>>,
  rows: readonly NumberedRow[],
): Map<string, number> {
  const numbers = new Map(Object.entries(existing));
  const usedNumbers = new Set(numbers.values());
  const assign = (id: string, number: number) => {
    numbers.set(id, number);
    usedNumbers.add(number);
  };
  for (const { id, foreign } of rows)
    if (foreign !== undefined && !numbers.has(id) && !usedNumbers.has(foreign)) assign(id, foreign);
  let next = 1;
  for (const { id } of rows) {
    if (numbers.has(id)) continue;
    while (usedNumbers.has(next)) next++;
    assign(id, next);
  }
  return numbers;
}

/** Numbers the rows that have no number yet, and writes the map to the run. */
export function assignIds(
  run: OpenRun,
  rows: { documents: readonly NumberedRow[]; queries: readonly NumberedRow[] },
): ExportIds {
  const existingIds = readIds(run);
  const ids = {
    documents: numberRows(existingIds.documents, rows.documents),
    queries: numberRows(existingIds.queries, rows.queries),
  };
  const file = {
    documents: Object.fromEntries(ids.documents),
    queries: Object.fromEntries(ids.queries),
  };
  replaceFile(pathIn(run), [`${JSON.stringify(file, null, 2)}\n`]);
  return ids;
}
