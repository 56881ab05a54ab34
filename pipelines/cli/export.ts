// `ragwright export`: writes the dataset of a run in a published format.

import { FindingCode } from "../../schemas/evaluation/findings.ts";
import type { ExportFormat } from "../../schemas/formats/export-formats.ts";
import type { ExportOutput } from "../../schemas/output/datasets.ts";
import { exportRun as writeExport } from "../run/export-run.ts";
import { parseList, parseWords } from "./parse-lists.ts";
import { optionalRating } from "./parse-numbers.ts";
import { printResult } from "./printer.ts";

interface ExportFlags {
  readonly json?: boolean;
  readonly format: ExportFormat;
  readonly to?: string;
  readonly accepted?: boolean;
  /** True if `--sound` names no findings: then all of them count. */
  readonly sound?: true | string;
  readonly minWorth?: string;
  readonly chunks?: string;
}

/** The findings that exclude an item; undefined without `--sound`. */
export function excludingFindings({
  sound,
}: Pick<ExportFlags, "sound">): readonly FindingCode[] | undefined {
  if (sound === undefined) return undefined;
  return sound === true
    ? FindingCode.options
    : [...new Set(parseWords("sound", FindingCode.options, parseList(sound)))];
}

/** Writes the dataset and reports its counts; returns the exit code. */
export function exportRun(run: string, flags: ExportFlags): number {
  const { format, accepted, chunks } = flags;
  const { to, counts } = writeExport({
    run,
    format,
    to: flags.to,
    accepted,
    sound: excludingFindings(flags),
    minWorth: optionalRating("min-worth", flags.minWorth),
    chunks,
  });
  const countTexts = Object.entries(counts).map(
    ([name, count]) =>
      `${count} ${name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)}`,
  );
  const value: ExportOutput = { ...counts, to };
  return printResult(flags.json, value, `${countTexts.join(", ")} written to ${to}`);
}
