// Formats the summary at the end of a run: what was made, what was left out and why, and where the results are.

import { join } from "node:path";
import { type DemandRow, demand, items } from "../../schemas/items/records.ts";
import type { FinishedRun, StoppedRun } from "../../schemas/output/run.ts";
import type { RunStatus } from "../../schemas/output/status.ts";
import { sortedSeeds } from "../../schemas/rageval/records.ts";
import type { Failure } from "../engine/failures.ts";
import { countOf } from "../engine/grouping.ts";
import { type OpenRun, openRun } from "../engine/open-run.ts";
import type { RunEnded } from "../run/run.ts";
import { table } from "./printer.ts";

interface Summary {
  readonly value: FinishedRun | StoppedRun;
  readonly text: string;
}

/** Items by type, domain and language, one row per type. */
function itemsTable(run: OpenRun): string {
  const counts = new Map<string, Map<string, number>>();
  const columns = new Set<string>();
  for (const { type, domain, language } of run.rows(items)) {
    const column = `${domain} ${language}`;
    columns.add(column);
    const row = counts.get(type) ?? new Map<string, number>();
    row.set(column, (row.get(column) ?? 0) + 1);
    counts.set(type, row);
  }
  const columnNames = [...columns].sort();
  return table(
    ["items", ...columnNames, "all"],
    [...counts].map(([type, row]) => [
      type,
      ...columnNames.map(column => row.get(column) ?? 0),
      [...row.values()].reduce((a, b) => a + b, 0),
    ]),
  );
}

/** Reasons why rows were left out, most frequent first. */
function leftOutLines({ stages }: RunStatus): string[] {
  const leftOutRows = stages.flatMap(stage =>
    (["rejected", "declined", "failed"] as const).flatMap(outcome =>
      Object.entries(stage[outcome]).map(([code, count]) => ({
        stage: stage.name,
        outcome,
        code,
        count,
      })),
    ),
  );
  return leftOutRows
    .sort((a, b) => b.count - a.count)
    .map(
      ({ stage, outcome, code, count }) =>
        `${String(count).padStart(5)} ${outcome} ${stage}: ${code}`,
    );
}

/** Summary of a run stopped by `--until`: where the last artifact is, for people to read or edit. */
export function stoppedText({ directory, progress: status }: RunEnded, until: string): Summary {
  const lastStage = status.stages.find(({ name }) => name === until || name.endsWith(`/${until}`));
  const path = join(directory, `${lastStage?.artifact ?? until}.jsonl`);
  const text = `Stopped after ${lastStage?.name ?? until}: ${lastStage?.rows ?? 0} rows in ${path}\nRead or edit them, then run the same command without --until: edits are kept, and whatever depends on them is regenerated.`;
  const kinds = kindLines(openRun(directory));
  return {
    value: { directory, status, stoppedAfter: lastStage?.name ?? until, path },
    text: [text, ...kinds].join("\n"),
  };
}

const maxLines = 20;

const firstLines = (lines: readonly string[], place: string): string[] =>
  lines.length > maxLines
    ? [...lines.slice(0, maxLines), `  and ${lines.length - maxLines} more, in ${place}`]
    : [...lines];

/** Files, lines and pages that could not be read, each with its reason. */
function unreadLines({ inputs }: RunStatus, failures: readonly Failure[]): string[] {
  const inputArtifacts = new Set(inputs.map(({ artifact }) => artifact));
  const unread = failures.filter(({ artifact }) => inputArtifacts.has(artifact));
  if (unread.length === 0) return [];
  const lines = unread.map(({ detail }) => `  ${detail}`);
  return ["", "Could not be read:", ...firstLines(lines, "failures.jsonl")];
}

/** Number of seeds of each kind, and the seeds for which no kind was found. */
function kindLines(run: OpenRun): string[] {
  if (!run.stages.some(({ writes }) => writes === sortedSeeds.name)) return [];
  const kinds = countOf([...run.rows(sortedSeeds)].map(seed => `${seed.domain} ${seed.language}`));
  const counts = [...kinds].map(([kind, count]) => `${kind} ${count}`).sort();
  const unsorted = [...run.outcomes(sortedSeeds.name).lines.values()].flatMap(({ code, detail }) =>
    code === "no-kind" ? [`  ${detail}`] : [],
  );
  return [
    "",
    `Kinds of seeds: ${counts.join(", ") || "none"}`,
    ...(unsorted.length > 0
      ? ["Seeds without a kind:", ...firstLines(unsorted, "the report")]
      : []),
  ];
}

/** Missing items by type, domain and language; a type that is missing everywhere is listed once. */
const missingLines = (missing: readonly DemandRow[]): string[] => [
  ...new Set(
    missing.map(
      ({ id, type, target, because: reason }) => `  missing ${target === 0 ? type : id}: ${reason}`,
    ),
  ),
];

/** Number of items and sources that a fresh split shares with the older one. */
function sharedLines({ shared }: RunEnded): string[] {
  if (shared === null) return [];
  const { older, items: itemCounts, sources } = shared;
  const warning = itemCounts.shared + sources.shared > 0 ? "WARNING " : "";
  return [
    `${warning}Shares ${itemCounts.shared} of its ${itemCounts.newer} items and ${sources.shared} of its ${sources.newer} sources with ${older} (${itemCounts.older} items from ${sources.older} sources).`,
    "",
  ];
}

export function summaryText(ended: RunEnded): Summary {
  const { directory, failures, progress: status, shared } = ended;
  const run = openRun(directory);
  const missing = [...run.rows(demand)].filter(({ because: reason }) => reason !== null);
  const leftOut = leftOutLines(status);
  const leftOutText =
    leftOut.length + missing.length > 0
      ? ["Left out, with reasons:", ...leftOut]
      : ["Nothing was left out."];
  const lines = [
    itemsTable(run),
    ...kindLines(run),
    "",
    ...leftOutText,
    ...missingLines(missing),
    ...unreadLines(status, failures),
    "",
    ...sharedLines(ended),
    `Dataset   ${join(directory, "dataset")}`,
    `Report    ${join(directory, "report.html")}`,
    ...(failures.length > 0
      ? [
          `Failures  ${failures.length} rows, listed in ${join(directory, "failures.jsonl")}; the same command retries technical ones, --retry-failed the others`,
        ]
      : []),
  ];
  const value = { directory, status, short: missing, failures: failures.length, shared };
  return { value, text: lines.join("\n") };
}
