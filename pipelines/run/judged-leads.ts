// Per-item differences between two systems by a judge's marks, if the run already has them.

import { join } from "node:path";
import { existsSync } from "node:fs";
import { hashFiles } from "../engine/hash-files.ts";
import { readResult, readScores } from "../evaluate/result.ts";
import { earlierFolders } from "./earlier-evaluations.ts";

/** Completeness of the answers in a file by item, from the evaluation or decision that has the most of them. */
function marksOf(run: string, file: string): ReadonlyMap<string, number> {
  const hash = hashFiles([file]);
  const markLists = earlierFolders(run, "")
    .filter(folder => existsSync(join(folder, "result.json")))
    .filter(folder => readResult(folder).provenance.predictions?.hash === hash)
    .map(
      folder =>
        new Map(
          readScores(folder).flatMap(({ itemId, values }) =>
            values.completeness == null ? [] : [[itemId, values.completeness] as const],
          ),
        ),
    );
  return markLists.sort((a, b) => b.size - a.size)[0] ?? new Map();
}

/** The mark in the second file minus that in the first, for items that a judge marked in both. */
export function judgedLeads(
  run: string,
  [first, second]: readonly [string, string],
): ReadonlyMap<string, number> {
  const [one, other] = [marksOf(run, first), marksOf(run, second)];
  return new Map(
    [...one].flatMap(([itemId, mark]) => {
      const otherMark = other.get(itemId);
      return otherMark === undefined ? [] : [[itemId, otherMark - mark] as const];
    }),
  );
}
