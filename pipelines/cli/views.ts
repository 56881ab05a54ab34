// The commands that only look: status, trace, diff; and those that write views of a finished run: export, report.

import { join } from "node:path";
import { Command, Option } from "commander";
import { changes, type ChangeRow } from "../../schemas/cofe/records.ts";
import { type RunDiff, diffRuns } from "../engine/diff.ts";
import { readRows, readRun } from "../engine/reading.ts";
import { statusOf } from "../engine/status.ts";
import { type TraceNode, trace } from "../engine/trace.ts";
import { writeReport } from "../report/page.ts";
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

export const exportCommand = new Command("export")
  .description("writes the dataset of a run in a published format")
  .argument("<run>", "run directory")
  .addOption(new Option("--format <name>", "file format").choices(Object.keys(exporters)).makeOptionMandatory())
  .option("--to <directory>", "where to (default: <run>/dataset/<format>, with --accepted <run>/dataset/<format>-accepted)")
  .option("--accepted", "only items that people accepted, as they edited them (ragwright annotate)")
  .addOption(json)
  .action((directory: string, flags: JsonFlag & { format: Format; to?: string; accepted?: boolean }) => {
    const accepted = flags.accepted === true;
    const to = flags.to ?? join(directory, "dataset", accepted ? `${flags.format}-accepted` : flags.format);
    const counts = exporters[flags.format](directory, to, { accepted });
    createPrinter(flags.json === true).result(
      { to, ...counts },
      `${Object.entries(counts)
        .map(([name, count]) => `${count} ${name}`)
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
