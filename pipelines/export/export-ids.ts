// Whole numbers for documents and queries, stored in the run: they stay the same when the run continues and grows.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import type { OpenRun } from "../engine/open-run.ts";

const Numbers = z.record(z.string(), z.int().min(0));
const ExportIds = z.object({ documents: Numbers, queries: Numbers });

/** Row id → number. */
export interface ExportIds {
  readonly documents: ReadonlyMap<string, number>;
  readonly queries: ReadonlyMap<string, number>;
}

/** A row to number, and its number in the file it came from. */
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

/** Known rows keep their number, foreign ones keep theirs if it is free; the others get the next free ones from 1, in order. */
function numberRows(
  known: Readonly<Record<string, number>>,
  rows: readonly NumberedRow[],
): Map<string, number> {
  const numbers = new Map(Object.entries(known));
  const taken = new Set(numbers.values());
  const take = (id: string, number: number) => {
    numbers.set(id, number);
    taken.add(number);
  };
  for (const { id, foreign } of rows)
    if (foreign !== undefined && !numbers.has(id) && !taken.has(foreign)) take(id, foreign);
  let next = 1;
  for (const { id } of rows) {
    if (numbers.has(id)) continue;
    while (taken.has(next)) next++;
    take(id, next);
  }
  return numbers;
}

/** Numbers rows that have no number yet, and writes the map to the run. */
export function assignIds(
  run: OpenRun,
  rows: { documents: readonly NumberedRow[]; queries: readonly NumberedRow[] },
): ExportIds {
  const known = readIds(run);
  const ids = {
    documents: numberRows(known.documents, rows.documents),
    queries: numberRows(known.queries, rows.queries),
  };
  const file = {
    documents: Object.fromEntries(ids.documents),
    queries: Object.fromEntries(ids.queries),
  };
  replaceFile(pathIn(run), [`${JSON.stringify(file, null, 2)}\n`]);
  return ids;
}
