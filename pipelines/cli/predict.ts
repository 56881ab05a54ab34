// `ragwright predict`: asks a user's own RAG over HTTP for each item, and writes its predictions beside the run.

import { join } from "node:path";
import { predictions } from "../../schemas/evaluation/predictions.ts";
import { type TruthRow, truths } from "../../schemas/evaluation/truth.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { readRows, readRun } from "../engine/reading.ts";
import type { RunSummary } from "../engine/runner.ts";
import { endpointPredictionsStage } from "../evaluate/predictions/endpoint-predictions.ts";
import { type KnownDocuments, readKnownDocuments } from "../evaluate/evidence/known-documents.ts";
import { toSimplePrediction } from "../evaluate/predictions/simple.ts";
import { readTruths } from "../evaluate/truth/truth.ts";
import { placeOf } from "../llm/endpoints/redaction.ts";
import { checkedName, folderName, type Split } from "../run/evaluation-inputs.ts";
import { createPrinter } from "./print.ts";
import type { Reporter } from "../run/reporter.ts";
import { readModelSettings, type RunFlags } from "../run/settings.ts";
import { interruption, runStages } from "../run/stage-run.ts";

interface PredictFlags extends Pick<RunFlags, "settings" | "concurrency" | "rpm" | "retryFailed" | "json"> {
  readonly endpoint: string;
  readonly name?: string;
  readonly split?: Split;
}

const asks = "evaluate/predictions";

/** PipelineError("wrong-use") for what is no address, or holds a password. */
function checkedAddress(typed: string): URL {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new PipelineError("wrong-use", `--endpoint takes the address of your RAG, not "${typed}".`, { hint: "Type for example: --endpoint http://localhost:8000/ask" });
  }
  if (url.username === "" && url.password === "") return url;
  throw new PipelineError("wrong-use", "--endpoint takes an address without user and password.", {
    hint: "Put the key into RAGWRIGHT_ENDPOINT_KEY: it is sent as a bearer token.",
  });
}

/** The settings of the user's models, with the endpoint in the place of one. */
function settingsFor(url: URL, flags: PredictFlags): Settings {
  const settings = readModelSettings(flags, [asks]);
  const own = settings.models[asks] ?? settings.models["predictions"];
  return { ...settings, models: { [asks]: { ...own, model: `rag:${url.host}`, baseUrl: url.href } } };
}

function* wanted(rows: Iterable<TruthRow>, split: PredictFlags["split"]): Generator<TruthRow> {
  for (const row of rows) if (split === undefined || row.split === split) yield row;
}

function checkWanted(rows: Iterable<TruthRow>, directory: string, split: PredictFlags["split"]): void {
  for (const _ of wanted(rows, split)) return;
  throw new PipelineError("bad-input", `There are no items${split === undefined ? "" : ` of the split ${split}`} in ${directory}.`, {
    hint: "Give a run that has finished (ragwright status <run>).",
  });
}

interface Finished {
  readonly directory: string;
  readonly summary: RunSummary;
  readonly documents: KnownDocuments;
  readonly printer: Reporter;
}

/** Writes the simple form beside the folder of the calls. */
function finish({ directory, summary: { failures }, documents, printer }: Finished): number {
  const path = `${directory}.jsonl`;
  let written = 0;
  const lines = function* () {
    for (const row of readRows(directory, predictions)) {
      written++;
      yield `${JSON.stringify(toSimplePrediction(row, documents))}\n`;
    }
  };
  replaceFile(path, lines());
  const failed = failures.map(({ input, code, detail }) => ({ id: input, code, detail }));
  const told = failed.map(({ id, detail }) => `${id}: ${detail}`);
  const lost = failed.length === 0 ? [] : [`${failed.length} items have none (type the same command again to ask for them):`, ...told];
  printer.result({ predictions: path, written, failed }, [`${written} predictions written to ${path}`, ...lost].join("\n"));
  return failed.length > 0 ? 1 : 0;
}

/** Returns the exit code: 0 done, 1 with failed items. */
export async function predict(run: string, flags: PredictFlags): Promise<number> {
  const printer = createPrinter(flags.json === true);
  readRun(run);
  const url = checkedAddress(flags.endpoint);
  const name = checkedName(flags.name ?? folderName(url.host));
  const settings = settingsFor(url, flags);
  const { rows } = readTruths(run);
  checkWanted(rows, run, flags.split);
  const documents = readKnownDocuments(run);
  const directory = join(run, "predictions", name);
  return runStages({
    directory,
    stages: [endpointPredictionsStage({ system: name, documents })],
    inputs: [{ artifact: truths, rows: () => wanted(rows, flags.split) }],
    settings,
    flags,
    told: () => ({ predictions: name, endpoint: placeOf(url.href), of: run, split: flags.split ?? null, limits: settings.limits }),
    printer,
    signal: interruption(printer),
    finish: summary => finish({ directory, summary, documents, printer }),
  });
}
