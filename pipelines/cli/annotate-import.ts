// `ragwright annotate import`: people's verdicts back into the run, from every format they were given in.

import type { Imported } from "../../schemas/output/annotation.ts";
import { takeVerdicts as takeIn } from "../run/annotation.ts";
import { createPrinter } from "./print.ts";

const shown = 10;

function listed(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const rest =
    lines.length > shown ? [`  and ${lines.length - shown} more (--json lists all)`] : [];
  return [title, ...lines.slice(0, shown).map(line => `  ${line}`), ...rest];
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
      ? `${replaced} of them take the place of what the same person said before (it is kept).`
      : "",
    gone > 0
      ? `${gone} verdicts are on items that the run has no more: they are kept, and decide on nothing.`
      : "",
    unknown > 0 ? `${unknown} verdicts are on tasks of another run.` : "",
  ];
  return [
    `${added} verdicts taken in, ${unchanged} known before, ${unfinished} tasks not finished yet; ${edited} items edited.`,
    ...remarks.filter(line => line !== ""),
    ...listed(
      `${problems.length} verdicts were not taken in:`,
      problems.map(({ place, problem }) => `${place}: ${problem}`),
    ),
    ...listed(
      `${ambiguous.length} times one person said two things of one task, and no time tells which came last; one of the two counts, so have it judged again:`,
      ambiguous,
    ),
    ...listed(
      `${conflicts.length} items on which people are at odds (annotate batch --conflicts asks a further person):`,
      conflicts.map(({ itemId, detail }) => `${itemId}: ${detail}`),
    ),
    `See how far people agree: ragwright annotate agreement ${directory}`,
  ].join("\n");
}

/** Takes them in and says what was taken; returns the exit code: 1 where some were not. */
export async function takeVerdicts(
  directory: string,
  paths: string[],
  flags: { readonly json?: boolean },
): Promise<number> {
  const imported = await takeIn(directory, paths);
  createPrinter(flags.json === true).result(imported, importText(directory, imported));
  return imported.problems.length > 0 ? 1 : 0;
}
