// `ragwright diff`: shows where two runs differ, or what happened to a run's items when its files changed.

import { changes, type ChangeRow } from "../../schemas/items/changes.ts";
import type { RunDiff } from "../../schemas/output/other-commands.ts";
import { diffRuns } from "../engine/diff.ts";
import { openRun } from "../engine/open-run.ts";
import { printResult, table } from "./printer.ts";

function diffText({ artifacts, settings, items }: RunDiff): string {
  const rows = artifacts.map(({ artifact, same, changed, onlyA, onlyB }) => [
    artifact,
    same,
    changed.length,
    onlyA.length,
    onlyB.length,
  ]);
  const artifactsTable = table(
    ["artifact", "same", "changed", "only in the first", "only in the second"],
    rows,
  );
  const questions = `questions: ${items.kept} kept, ${items.changed} with a different answer, ${items.gone} gone, ${items.fresh} new`;
  return [
    ...settings.map(
      ({ path, a, b }) => `setting ${path}: ${JSON.stringify(a)} → ${JSON.stringify(b)}`,
    ),
    artifactsTable,
    questions,
  ].join("\n");
}

function changesText(rows: readonly ChangeRow[]): string {
  if (rows.length === 0)
    return "The files of this run have not changed since it first ran. To compare two runs: ragwright diff <first> <second>";
  const counts = table(
    ["items", "number"],
    ["kept", "moved", "retired", "new"].map(state => [
      state,
      rows.filter(row => row.state === state).length,
    ]),
  );
  const details = rows
    .filter(({ state }) => state === "retired" || state === "new")
    .map(
      ({ state, id, question, because: reason }) =>
        `${state} ${id}: ${question}${reason === null ? "" : ` (${reason})`}`,
    );
  return [counts, ...details].join("\n");
}

/** Prints the differences; returns the exit code. */
export function diff(
  first: string,
  second: string | undefined,
  flags: { readonly json?: boolean },
): number {
  if (second === undefined) {
    const rows = [...openRun(first).rows(changes)];
    return printResult(flags.json, rows, changesText(rows));
  }
  const difference = diffRuns(first, second);
  return printResult(flags.json, difference, diffText(difference));
}
