// `ragwright export`: the dataset of a run in a published format.

import { join } from "node:path";
import { FindingCode } from "../../schemas/evaluation/findings.ts";
import { PipelineError } from "../engine/errors.ts";
import type { ExportOptions } from "../export/accepted.ts";
import { exportBeir } from "../export/beir.ts";
import { exportCofe } from "../export/cofe.ts";
import { exportCrud } from "../export/crud.ts";
import { exportDragonball } from "../export/dragonball.ts";
import { exportHuggingface } from "../export/huggingface.ts";
import { exportRagas } from "../export/ragas.ts";
import { exportChunks } from "../run/chunk-export.ts";
import type { ExportFormat } from "../run/export-formats.ts";
import { list, oneOf } from "./lists.ts";
import { createPrinter } from "./print.ts";

const exporters: Readonly<Record<ExportFormat, (directory: string, to: string, options: ExportOptions) => object>> = {
  dragonball: exportDragonball,
  crud: exportCrud,
  cofe: exportCofe,
  beir: exportBeir,
  huggingface: exportHuggingface,
  ragas: exportRagas,
};

interface ExportFlags {
  readonly json?: boolean;
  readonly format: ExportFormat;
  readonly to?: string;
  readonly accepted?: boolean;
  /** True where no findings are named: all count. */
  readonly sound?: true | string;
  readonly chunks?: string;
}

function soundCodes({ sound }: ExportFlags): FindingCode[] | undefined {
  if (sound === undefined) return undefined;
  return sound === true ? [...FindingCode.options] : [...new Set(oneOf("sound", FindingCode.options, list(sound)))];
}

/** Exports of a part of the items, or over other chunks, stand in a folder of their own. */
const exportFolder = ({ format, chunks, accepted, sound }: ExportFlags): string =>
  [format, chunks === undefined ? "" : "chunks", accepted === true ? "accepted" : "", sound === undefined ? "" : "sound"].filter(part => part !== "").join("-");

function writeExport(directory: string, to: string, flags: ExportFlags): object {
  const { format, chunks, accepted = false } = flags;
  const sound = soundCodes(flags);
  const options = { accepted, ...(sound ? { sound } : {}) };
  if (chunks === undefined) return exporters[format](directory, to, options);
  if (format === "beir") return exportChunks(directory, to, { path: chunks, options });
  throw new PipelineError("wrong-use", `--chunks goes with --format beir, not with ${format}.`, { hint: `Type: ragwright export ${directory} --format beir --chunks ${chunks}` });
}

/** Writes it and says what was written; returns the exit code. */
export function exportRun(directory: string, flags: ExportFlags): number {
  const to = flags.to ?? join(directory, "dataset", exportFolder(flags));
  const counts = writeExport(directory, to, flags);
  const told = Object.entries(counts).map(([name, count]) => `${count} ${name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)}`);
  createPrinter(flags.json === true).result({ to, ...counts }, `${told.join(", ")} written to ${to}`);
  return 0;
}
