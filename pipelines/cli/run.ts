// `ragwright run`: runs a wing's pipeline, exports and reports.

import { join } from "node:path";
import type { Wing } from "../../schemas/settings.ts";
import type { RunSummary } from "../engine/runner.ts";
import { writeReport } from "../report/page.ts";
import { createPrinter } from "./print.ts";
import type { Reporter } from "../run/reporter.ts";
import { queueNote, queueRun } from "../run/queue-run.ts";
import { recipeOf } from "../run/recipe.ts";
import type { Services } from "../run/services.ts";
import { type RunFlags, readSettings } from "../run/settings.ts";
import { interruption, runStages } from "../run/stage-run.ts";
import { partialText, summaryText } from "./summary.ts";
import { exportAll } from "../run/wing-exports.ts";
import { wingNamed } from "../run/wings.ts";

interface Run {
  readonly wing: Wing;
  readonly flags: RunFlags;
  /** An earlier run that this one refreshes, and what it was told. */
  readonly older?: { readonly directory: string; readonly told: Record<string, unknown> };
}

/** As it is typed. */
export const runTyped = (wing: string, flags: RunFlags): Promise<number> => run({ wing: wingNamed(wing, "run"), flags });

/** Runs and returns the exit code: 0 done, 1 failed rows, 3 waiting for replies. */
export async function run({ wing, flags, older }: Run): Promise<number> {
  const printer = createPrinter(flags.json === true);
  const { settings, sources } = readSettings(wing, flags, older?.told);
  const directory = flags.out ?? join("out", wing);
  const { plan, stages, inputs, prepare } = recipeOf(wing, { settings, sources, directory, older: older?.directory });
  const refreshed = older ? { older: older.directory } : {};
  const queue = queueRun(flags, settings, plan);
  const noted = { ...sources, ...refreshed, ...queueNote(queue, directory) };
  const told = ({ modelNames }: Services) => ({ wing, ...settings, model: { ...settings.model, name: modelNames.join(", ") }, ...noted });
  const finished = (summary: RunSummary) => finish({ wing, directory, summary, printer, until: flags.until });
  return runStages({ directory, stages, inputs, settings, flags, told, printer, signal: interruption(printer), prepare, queue, finish: finished });
}

interface Finished {
  readonly wing: Wing;
  readonly directory: string;
  readonly summary: RunSummary;
  readonly printer: Reporter;
  readonly until: string | undefined;
}

function finish({ wing, directory, summary, printer, until }: Finished): number {
  if (until === undefined) exportAll(wing, directory);
  writeReport(directory);
  const { value, text } = until === undefined ? summaryText(directory, summary.failures) : partialText(directory, until);
  printer.result(value, text);
  return summary.failures.length > 0 ? 1 : 0;
}
