// Exports the dataset of a run in a published format.

import { join } from "node:path";
import type { FindingCode } from "../../schemas/evaluation/findings.ts";
import type { ExportFormat } from "../../schemas/formats/export-formats.ts";
import type { ExportCounts } from "../../schemas/output/datasets.ts";
import { wings, type Wing } from "../../schemas/wings.ts";
import { PipelineError } from "../engine/errors.ts";
import { type OpenRun, openRun } from "../engine/open-run.ts";
import type { ExportOptions } from "../export/chosen-items.ts";
import { exportBeir } from "../export/beir.ts";
import { exportCofe } from "../export/cofe.ts";
import { exportCrud } from "../export/crud.ts";
import { exportCsv } from "../export/csv.ts";
import { exportDeepeval } from "../export/deepeval.ts";
import { exportDragonball } from "../export/dragonball.ts";
import { exportHuggingface } from "../export/huggingface.ts";
import { exportLangfuse } from "../export/langfuse.ts";
import { exportLangsmith } from "../export/langsmith.ts";
import { exportMteb } from "../export/mteb.ts";
import { exportPromptfoo } from "../export/promptfoo.ts";
import { exportRagas } from "../export/ragas.ts";
import { exportChunks } from "./chunk-export.ts";

const exporters: Readonly<
  Record<ExportFormat, (run: OpenRun, to: string, options: ExportOptions) => ExportCounts>
> = {
  dragonball: exportDragonball,
  crud: exportCrud,
  cofe: exportCofe,
  beir: exportBeir,
  mteb: exportMteb,
  huggingface: exportHuggingface,
  ragas: exportRagas,
  deepeval: exportDeepeval,
  promptfoo: exportPromptfoo,
  langfuse: exportLangfuse,
  langsmith: exportLangsmith,
  csv: exportCsv,
};

/** Which items are exported. Default: all. */
export interface ItemChoice {
  /** Only items that people accepted, as they edited them. */
  readonly accepted?: boolean | undefined;
  /** Only items that have none of these findings in an audit. */
  readonly sound?: readonly FindingCode[] | undefined;
  /** Only items whose mean rating, by the proposer and the blind reader, is at least this (1 to 5). */
  readonly minWorth?: number | undefined;
}

export interface ExportRunOptions extends ItemChoice {
  /** The directory of the run. */
  readonly run: string;
  readonly format: ExportFormat;
  /** Default: `<run>/dataset/<format>`, followed by `-chunks`, `-accepted`, `-sound`, `-worth` if those options are used. */
  readonly to?: string | undefined;
  /** With `beir`: labels projected onto your own chunks, JSONL of {id, documentId, start, end, text}. */
  readonly chunks?: string | undefined;
}

export interface Exported {
  /** The folder that was written. */
  readonly to: string;
  /** Counts by kind: documents, queries … */
  readonly counts: ExportCounts;
}

/** Name of the folder: an export of only some items, or with other chunks, gets its own. */
const exportFolder = ({ format, chunks, accepted, sound, minWorth }: ExportRunOptions): string =>
  [
    format,
    chunks === undefined ? "" : "chunks",
    accepted === true ? "accepted" : "",
    sound === undefined ? "" : "sound",
    minWorth === undefined ? "" : "worth",
  ]
    .filter(part => part !== "")
    .join("-");

export const exportOptionsOf = ({
  accepted = false,
  sound,
  minWorth,
}: ItemChoice): ExportOptions => ({
  accepted,
  ...(sound ? { sound: [...sound] } : {}),
  ...(minWorth === undefined ? {} : { minWorth }),
});

/** Writes a run's dataset. Throws PipelineError("bad-input") if there is nothing to export, "wrong-use" for chunks with a format other than `beir`. */
export function exportRun(options: ExportRunOptions): Exported {
  const { run, format, chunks, to = join(run, "dataset", exportFolder(options)) } = options;
  const exportOptions = exportOptionsOf(options);
  if (chunks === undefined)
    return { to, counts: exporters[format](openRun(run), to, exportOptions) };
  if (format === "beir")
    return { to, counts: exportChunks(run, to, { path: chunks, options: exportOptions }) };
  throw new PipelineError("wrong-use", `--chunks works with --format beir, not with ${format}.`, {
    hint: `Type: ragwright export ${run} --format beir --chunks ${chunks}`,
  });
}

/** Exports all formats of the run's wing, at the end of the run. */
export function exportAll(wing: Wing, run: OpenRun): void {
  for (const format of wings[wing].exports)
    exporters[format](run, join(run.directory, "dataset", format), {});
}
