// `ragwright annotate import`: brings people's verdicts back into the run, from every format of a batch.

import type { Imported } from "../../schemas/output/annotation.ts";
import { importVerdictFiles } from "../run/annotation.ts";
import { createPrinter } from "./print.ts";

const maxLines = 10;

function titledList(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const moreLine =
    lines.length > maxLines ? [`  and ${lines.length - maxLines} more (--json lists all)`] : [];
  return [title, ...lines.slice(0, maxLines).map(line => `  ${line}`), ...moreLine];
}

function importText(directory: string, imported: Imported): string {
  const {
    added,
    unchanged,
    replaced,
    unfinished,
    edited,
    unknown,
    gone,
    problems,
    conflicts,
    ambiguous,
  } = imported;
  const remarks = [
    replaced > 0
      ? `${replaced} of them replace an earlier verdict by the same person (the earlier one is kept).`
      : "",
    gone > 0
      ? `${gone} verdicts concern items that the run no longer has: they are kept, but decide nothing.`
      : "",
    unknown > 0 ? `${unknown} verdicts concern tasks of another run.` : "",
  ];
  return [
    `${added} verdicts imported, ${unchanged} already known, ${unfinished} tasks not finished yet; ${edited} items edited.`,
    ...remarks.filter(line => line !== ""),
    ...titledList(
      `${problems.length} verdicts were not imported:`,
      problems.map(({ place, problem }) => `${place}: ${problem}`),
    ),
    ...titledList(
      `${ambiguous.length} times one person gave two verdicts on the same task, and no timestamp shows which is later; only one of the two counts, so have the task judged again:`,
      ambiguous,
    ),
    ...titledList(
      `${conflicts.length} items on which people disagree (annotate batch --conflicts asks another person):`,
      conflicts.map(({ itemId, detail }) => `${itemId}: ${detail}`),
    ),
    `See how well people agree: ragwright annotate agreement ${directory}`,
  ].join("\n");
}

/** Imports verdicts and reports the result; returns the exit code: 1 if some were not imported. */
export async function annotateImport(
  directory: string,
  paths: string[],
  flags: { readonly json?: boolean },
): Promise<number> {
  const imported = await importVerdictFiles(directory, paths);
  createPrinter(flags.json === true).result(imported, importText(directory, imported));
  return imported.problems.length > 0 ? 1 : 0;
}
