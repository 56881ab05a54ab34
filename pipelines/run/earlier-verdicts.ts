// Where verdicts on the answers to a run's items may stand already: its evaluations, and its decisions.

import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { isRun } from "./evaluation-inputs.ts";

const foldersIn = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(({ name }) => join(path, name))
        .sort()
    : [];

/**
 * Folders whose journals may hold a judge's word on the same answer to the same item. A reply is found by what the judge was asked, the answer
 * among it, so that it is taken over for this answer alone, by this judge. None against a dataset's file.
 */
export function verdictFolders(against: string, directory: string): string[] {
  if (!isRun(against)) return [];
  const evaluations = foldersIn(join(against, "evaluations"));
  const judged = foldersIn(join(against, "decisions")).flatMap(decision =>
    foldersIn(join(decision, "judged")),
  );
  const beside = evaluations.map(evaluation => join(evaluation, "no-worse-than"));
  return [...evaluations, ...beside, ...judged].filter(
    folder => resolve(folder) !== resolve(directory),
  );
}
