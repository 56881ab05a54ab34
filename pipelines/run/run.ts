// Makes a benchmark: runs a wing's pipeline, exports the dataset and writes the report.

import { join } from "node:path";
import { z } from "zod";
import { items } from "../../schemas/items/records.ts";
import type { SharedRows } from "../../schemas/output/run.ts";
import type { RunSummary } from "../engine/runner.ts";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";
import { noItemsError, noNewItemsError } from "./no-items-errors.ts";
import { countSharedRows } from "./older-split.ts";
import type { RunOptions } from "./options.ts";
import { queueNote, queueRun } from "./queue-run.ts";
import { recipeOf } from "./recipe.ts";
import { reportAtEnd } from "./report.ts";
import type { Services } from "./services.ts";
import { readSettings } from "./settings.ts";
import { type Ended, endedIn, runStages, type Waiting } from "./stage-run.ts";
import { exportAll } from "./export-run.ts";

export interface RunEnded extends Ended {
  /** Items in the run directory. */
  readonly items: number;
  /** What it shares with the run it refreshes; null if it refreshes none. */
  readonly shared: SharedRows | null;
}

export type RunResult = RunEnded | Waiting;

/** An earlier run that this one refreshes, and its settings. */
interface OlderRun {
  readonly directory: string;
  readonly recordedSettings: Record<string, unknown>;
}

/**
 * Makes a benchmark in a directory, or resumes after an interruption: no finished call is made again. The dataset is
 * then in `dataset/` and the report in `report.html`; with `until` there is no dataset. Throws PipelineError for what
 * the user can fix: "wrong-use" and "bad-settings" before anything is written, "locked" if another process is working
 * there, "bad-input" if no item was generated.
 */
export const run = (options: RunOptions): Promise<RunResult> => runWith(options, undefined);

async function runWith(options: RunOptions, refreshed: OlderRun | undefined): Promise<RunResult> {
  const {
    wing,
    until,
    out: directory = join("out", wing),
    signal = new AbortController().signal,
  } = options;
  const { settings, ownModels, sources } = readSettings(options, refreshed?.recordedSettings);
  const older = refreshed?.directory;
  const { plan, stages, inputs, prepare } = recipeOf(wing, {
    settings,
    sources,
    directory,
    olderDirectory: older,
    stages: options.stages,
  });
  const queue = queueRun(options, settings, plan);
  const notes = {
    ...sources,
    ...(older === undefined ? {} : { older }),
    ...queueNote(queue, directory),
  };
  const recordedSettings = ({ modelNames }: Services) => ({
    wing,
    ...settings,
    model: { ...settings.model, name: modelNames.join(", ") },
    ...notes,
  });
  return runStages({
    directory,
    stages,
    inputs,
    settings,
    ownModels,
    options,
    signal,
    recordedSettings,
    prepare,
    queue,
    finish: summary => finish({ wing, until, directory, older }, summary),
  });
}

interface FinishOptions extends Pick<RunOptions, "wing" | "until"> {
  readonly directory: string;
  readonly older: string | undefined;
}

async function finish(
  { wing, until, directory, older }: FinishOptions,
  summary: RunSummary,
): Promise<RunEnded> {
  const newRun = openRun(directory);
  const count = newRun.count(items);
  if (until === undefined && count > 0) exportAll(wing, newRun);
  await reportAtEnd(directory);
  if (until === undefined && count === 0)
    throw (
      (older === undefined ? undefined : noNewItemsError(newRun, older)) ?? noItemsError(newRun)
    );
  const shared = older === undefined ? null : countSharedRows(older, newRun);
  return { ...endedIn(directory, summary), items: count, shared };
}

/** What run.json records: settings, and notes that are not settings. */
const RecordedSettings = z.looseObject({ wing: z.literal("crud") });

function settingsOf(directory: string): Record<string, unknown> {
  const recorded = RecordedSettings.safeParse(openRun(directory).settings);
  if (!recorded.success)
    throw new PipelineError("wrong-use", `${directory} is not a run of the wing crud.`, {
      hint: "Only news splits are refreshed: ragwright run crud …",
    });
  const {
    older: _older,
    answeredBy: _answeredBy,
    prices: _prices,
    onQueue: _onQueue,
    model,
    ...settings
  } = recorded.data;
  const { name: _name, ...modelSettings } = (model ?? {}) as Record<string, unknown>;
  return { ...settings, model: modelSettings };
}

export interface RefreshOptions extends Omit<RunOptions, "wing"> {
  /** The directory of the older split. */
  readonly older: string;
}

/**
 * Makes a fresh split with the recipe of an earlier run on news, from newer articles (`crud.since`). It should
 * share no item and no source with that run; `shared` counts them. Default of `out`: `<older>-<since>`. Throws
 * PipelineError("wrong-use") without a start day, "bad-input" if no article is new.
 */
export async function refresh({ older, ...options }: RefreshOptions): Promise<RunResult> {
  const since = options.crud?.since ?? undefined;
  if (since === undefined)
    throw new PipelineError("wrong-use", "The first day whose articles count as new is missing.", {
      hint: `Type: ragwright refresh ${older} --since YYYY-MM-DD`,
    });
  const out = options.out ?? `${older.replace(/[/\\]+$/, "")}-${since}`;
  return runWith(
    { ...options, wing: "crud", out },
    { directory: older, recordedSettings: settingsOf(older) },
  );
}
