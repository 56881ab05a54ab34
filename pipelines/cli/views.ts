// The commands that only look: status, trace, diff; and those that write views of a finished run: export, report.

import { join } from "node:path";
import { Command, Option } from "commander";
import { changes, type ChangeRow } from "../../schemas/cofe/records.ts";
import { FindingCode } from "../../schemas/evaluation/findings.ts";
import { type RunDiff, diffRuns } from "../engine/diff.ts";
import { PipelineError } from "../engine/errors.ts";
import { readRows, readRun } from "../engine/reading.ts";
import { statusOf } from "../engine/status.ts";
import { type TraceNode, trace } from "../engine/trace.ts";
import { writeReport } from "../report/page.ts";
import { exportChunks } from "./chunk-export.ts";
import { list, oneOf } from "./lists.ts";
import { createPrinter, table } from "./print.ts";
import { statusText } from "./status-text.ts";
import { exporters, type Format } from "./wings.ts";

const json = new Option("--json", "one JSON value on stdout");

interface JsonFlag {
  readonly json?: boolean;
}

export const statusCommand = new Command("status")
  .description("progress, outcomes and calls of a run, also while it goes on")
  .argument("<run>", "run directory")
  .addOption(json)
  .action((directory: string, flags: JsonFlag) => {
    const status = statusOf(directory);
    createPrinter(flags.json === true).result(status, statusText(status));
  });

function traceText(node: TraceNode, depth = 0): string {
  const calls = node.calls.length > 0 ? `  calls ${node.calls.map(({ key }) => key.slice(0, 12)).join(" ")}` : "";
  const line = `${"  ".repeat(depth)}${node.artifact} ${node.id}${node.summary ? `  ${node.summary}` : ""}${calls}`;
  return [line, ...node.parents.map(parent => traceText(parent, depth + 1))].join("\n");
}

export const traceCommand = new Command("trace")
  .description("one item (or any row) back to its seed, prompts and calls")
  .argument("<run>", "run directory")
  .argument("<id>", "id of an item or row, or its beginning")
  .addOption(json)
  .action((directory: string, id: string, flags: JsonFlag) => {
    const node = trace(directory, id);
    createPrinter(flags.json === true).result(node, traceText(node));
  });

function diffText({ artifacts, settings, items }: RunDiff): string {
  const rows = artifacts.map(({ artifact, same, changed, onlyA, onlyB }) => [artifact, same, changed.length, onlyA.length, onlyB.length]);
  const grid = table(["artifact", "same", "changed", "only in the first", "only in the second"], rows);
  const questions = `questions: ${items.kept} kept, ${items.changed} with another answer, ${items.gone} gone, ${items.fresh} new`;
  return [...settings.map(({ path, a, b }) => `setting ${path}: ${JSON.stringify(a)} → ${JSON.stringify(b)}`), grid, questions].join("\n");
}

/** Items kept, moved, retired and new since the files of a run changed. */
function changesOf(directory: string): ChangeRow[] {
  readRun(directory);
  return [...readRows(directory, changes)];
}

function changesText(rows: readonly ChangeRow[]): string {
  if (rows.length === 0) return "Its files have not changed since its first run. To compare two runs: ragwright diff <first> <second>";
  const counts = table(
    ["items", "number"],
    ["kept", "moved", "retired", "new"].map(state => [state, rows.filter(row => row.state === state).length]),
  );
  const told = rows
    .filter(({ state }) => state === "retired" || state === "new")
    .map(({ state, id, question, because }) => `${state} ${id}: ${question}${because === null ? "" : ` (${because})`}`);
  return [counts, ...told].join("\n");
}

export const diffCommand = new Command("diff")
  .description("what two runs have in common and where they differ; of one run over files what became of its items when the files changed")
  .argument("<first>", "run directory")
  .argument("[second]", "run directory")
  .addOption(json)
  .action((first: string, second: string | undefined, flags: JsonFlag) => {
    if (second === undefined) {
      const changed = changesOf(first);
      return createPrinter(flags.json === true).result(changed, changesText(changed));
    }
    const diff = diffRuns(first, second);
    createPrinter(flags.json === true).result(diff, diffText(diff));
  });

interface ExportFlags extends JsonFlag {
  readonly format: Format;
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

export const exportCommand = new Command("export")
  .description("writes the dataset of a run in a published format")
  .argument("<run>", "run directory")
  .addOption(new Option("--format <name>", "file format").choices(Object.keys(exporters)).makeOptionMandatory())
  .option("--to <directory>", "where to (default: <run>/dataset/<format>, with -chunks, -accepted, -sound after it where these are asked for)")
  .option("--accepted", "only items that people accepted, as they edited them (ragwright annotate)")
  .option("--sound [findings]", "only items against which ragwright audit found nothing, or none of these findings")
  .option("--chunks <file>", "with --format beir: labels on your own chunks, JSONL of {id, documentId, start, end, text}")
  .addOption(json)
  .action((directory: string, flags: ExportFlags) => {
    const to = flags.to ?? join(directory, "dataset", exportFolder(flags));
    const counts = writeExport(directory, to, flags);
    createPrinter(flags.json === true).result(
      { to, ...counts },
      `${Object.entries(counts)
        .map(([name, count]) => `${count} ${name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)}`)
        .join(", ")} written to ${to}`,
    );
  });

export const reportCommand = new Command("report")
  .description("one HTML file about a run")
  .argument("<run>", "run directory")
  .addOption(json)
  .action((directory: string, flags: JsonFlag) => {
    const path = writeReport(directory);
    createPrinter(flags.json === true).result({ report: path }, `Report written to ${path}`);
  });
