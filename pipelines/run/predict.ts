// Asks a user's own RAG about each item, and writes its predictions into the run.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Measured, Performance } from "../../schemas/evaluation/performance.ts";
import { predictions } from "../../schemas/evaluation/predictions.ts";
import { type TruthRow, truths } from "../../schemas/evaluation/truth.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { openRun } from "../engine/open-run.ts";
import type { RunSummary } from "../engine/runner.ts";
import { endpointPredictionsStage } from "../evaluate/predictions/endpoint-predictions.ts";
import { type KnownDocuments, readKnownDocuments } from "../evaluate/evidence/known-documents.ts";
import { toSimplePrediction } from "../evaluate/predictions/simple-predictions.ts";
import { performanceOf } from "../evaluate/statistics/performance.ts";
import { readTruths } from "../evaluate/truth/read-truths.ts";
import {
  readModuleHash,
  type OpenedSystem,
  changedNotice,
  openSystem,
  type SystemOptions,
} from "./open-system.ts";
import { checkedName, type Split } from "./evaluation-inputs.ts";
import type { AskingOptions } from "./options.ts";
import { readAskingSettings } from "./settings.ts";
import { type Ended, endedIn, runStages, type Waiting } from "./stage-run.ts";

export interface PredictOptions
  extends Pick<
      AskingOptions,
      "settings" | "limits" | "retryFailed" | "redo" | "signal" | "reporter"
    >,
    SystemOptions {
  /** The directory of the run. */
  readonly run: string;
  /** Name of the predictions. Default: the host, module or program. */
  readonly name?: string | undefined;
  readonly split?: Split | undefined;
  /** Ids of the items to ask about. Default: all. Earlier answers are kept. */
  readonly only?: ReadonlySet<string> | undefined;
  /** How many times to ask about each item, since answers vary. Default: once. The second set of answers is named `<name>-2`, and so on. */
  readonly repeat?: number | undefined;
}

export interface PredictEnded extends Ended {
  /** The predictions file; if there are several repetitions, the first one's. */
  readonly predictions: string;
  /** The files of all repetitions, including the first. */
  readonly files: readonly string[];
  /** Number of predictions in all files. */
  readonly written: number;
  /** Time, tokens and cost of the answers, as far as known. */
  readonly performance: Performance | null;
}

const predictionStage = "evaluate/predictions";

/** The user's settings, with the system as the model. */
function settingsWith(system: OpenedSystem, settings: Settings): Settings {
  const ownSettings = settings.models[predictionStage] ?? settings.models["predictions"];
  return { ...settings, models: { [predictionStage]: { ...ownSettings, ...system.model } } };
}

type ChosenItems = Pick<PredictOptions, "split" | "only">;

function* wantedRows(rows: Iterable<TruthRow>, { split, only }: ChosenItems): Generator<TruthRow> {
  for (const row of rows)
    if ((split === undefined || row.split === split) && (only?.has(row.id) ?? true)) yield row;
}

/** Adds the items that were answered before: otherwise a shorter list would remove their answers. */
const addAnswered = (only: ReadonlySet<string>, directory: string): ReadonlySet<string> =>
  existsSync(join(directory, "run.json"))
    ? new Set([...only, ...[...openRun(directory).rows(predictions)].map(({ itemId }) => itemId)])
    : only;

function checkItemsExist(
  rows: Iterable<TruthRow>,
  directory: string,
  split: PredictOptions["split"],
): void {
  for (const _ of wantedRows(rows, { split })) return;
  throw new PipelineError(
    "bad-input",
    `${directory} has no items${split === undefined ? "" : ` in the split ${split}`}.`,
    { hint: "Give a run that has finished (ragwright status <run>)." },
  );
}

/** Data shared by all repetitions. */
interface SharedParts {
  readonly options: PredictOptions;
  readonly system: OpenedSystem;
  readonly settings: Settings;
  readonly documents: KnownDocuments;
}

/** Result of asking about each item once. */
interface RepetitionEnded extends Ended {
  readonly path: string;
  readonly measurements: readonly (Measured | undefined)[];
}

/** Writes predictions in the simple format, next to the folder of the calls. */
function writePredictions(
  directory: string,
  documents: KnownDocuments,
  summary: RunSummary,
): RepetitionEnded {
  const path = `${directory}.jsonl`;
  const measurements: (Measured | undefined)[] = [];
  const lines = function* () {
    for (const row of openRun(directory).rows(predictions)) {
      measurements.push(row.measured);
      yield `${JSON.stringify(toSimplePrediction(row, documents))}\n`;
    }
  };
  replaceFile(path, lines());
  return { ...endedIn(directory, summary), path, measurements };
}

function predictOnce(
  name: string,
  { options, system, settings, documents }: SharedParts,
): Promise<RepetitionEnded | Waiting> {
  const { run, split, signal = new AbortController().signal } = options;
  const directory = join(run, "predictions", name);
  const only = options.only && addAnswered(options.only, directory);
  const recordedHash = readModuleHash(directory);
  const notice = recordedHash === undefined ? undefined : changedNotice(system, recordedHash);
  if (notice !== undefined) options.reporter?.note(notice);
  return runStages({
    directory,
    stages: [endpointPredictionsStage({ system: name, documents })],
    inputs: [{ artifact: truths, rows: () => wantedRows(readTruths(run).rows, { split, only }) }],
    settings,
    ownModels: system.ownModels,
    options,
    signal,
    recordedSettings: () => ({
      predictions: name,
      ...system.recordedSettings,
      ...(recordedHash === undefined ? {} : { moduleHash: recordedHash }),
      of: run,
      split: split ?? null,
      limits: settings.limits,
    }),
    finish: summary => writePredictions(directory, documents, summary),
  });
}

/** Joins all repetitions; progress is that of the first. */
const joinRepetitions = (
  first: RepetitionEnded,
  repetitions: readonly RepetitionEnded[],
): PredictEnded => {
  const { path: _path, measurements: _measurements, ...ended } = first;
  return {
    ...ended,
    status: repetitions.some(({ status }) => status === "failed") ? "failed" : "done",
    failures: repetitions.flatMap(({ failures }) => failures),
    predictions: first.path,
    files: repetitions.map(({ path }) => path),
    written: repetitions.reduce((sum, { measurements }) => sum + measurements.length, 0),
    performance: performanceOf(repetitions.flatMap(({ measurements }) => measurements)),
  };
};

function checkedRepeat(repeat: number): number {
  if (Number.isInteger(repeat) && repeat >= 1 && repeat <= 100) return repeat;
  throw new PipelineError("wrong-use", `--repeat must be a number from 1 to 100, not ${repeat}.`, {
    hint: "For example: --repeat 3",
  });
}

/** Asks about each item once, or `repeat` times; resumes after an interruption, and retries items that failed. */
export async function predict(options: PredictOptions): Promise<PredictEnded | Waiting> {
  const { run, split } = options;
  const benchmark = openRun(run);
  const repeat = checkedRepeat(options.repeat ?? 1);
  const fileSettings = readAskingSettings(options, [predictionStage]).settings;
  const system = await openSystem(options, { settings: fileSettings, stage: predictionStage });
  try {
    const name = checkedName(options.name ?? system.name);
    checkItemsExist(readTruths(run).rows, run, split);
    const documents = readKnownDocuments(benchmark);
    const prepared = {
      options,
      system,
      settings: settingsWith(system, fileSettings),
      documents,
    };
    const first = await predictOnce(name, prepared);
    if (first.status === "waiting") return first;
    const repetitions = [first];
    while (repetitions.length < repeat) {
      const next = await predictOnce(`${name}-${repetitions.length + 1}`, prepared);
      if (next.status === "waiting") return next;
      repetitions.push(next);
    }
    return joinRepetitions(first, repetitions);
  } finally {
    await system.close();
  }
}
