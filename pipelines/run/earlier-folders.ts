// Finds folders with replies already paid for, about a run's items: verdicts, answers and vectors, in its evaluations and decisions.

import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isRun } from "./evaluation-inputs.ts";

const foldersIn = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(({ name }) => join(path, name))
        .sort()
    : [];

/** Subfolder of an evaluation, for the system that the evaluated system must be no worse than. */
export const otherSystemFolder = "no-worse-than";

/** Folder of the evaluation on the other side of a gate. */
const otherSideOf = (directory: string): string =>
  basename(directory) === otherSystemFolder
    ? dirname(directory)
    : join(directory, otherSystemFolder);

/**
 * Folders whose journals may contain the reply to the same request: a judge's verdict on the same answer to the same item, a model's
 * answer from the same passages, a text's vector. If `against` is not a run, only the other side of the gate.
 */
export function earlierFolders(against: string, directory: string): string[] {
  const otherSides = [otherSideOf(directory)].filter(existsSync);
  if (!isRun(against)) return otherSides;
  const evaluations = foldersIn(join(against, "evaluations"));
  const judgedFolders = foldersIn(join(against, "decisions")).flatMap(decision =>
    foldersIn(join(decision, "judged")),
  );
  const gates = evaluations.map(evaluation => join(evaluation, otherSystemFolder));
  const all = [...evaluations, ...gates, ...judgedFolders, ...otherSides].map(folder =>
    resolve(folder),
  );
  return [...new Set(all)].filter(folder => folder !== resolve(directory));
}
