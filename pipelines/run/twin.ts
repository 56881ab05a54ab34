// Writes the counterfactual twin of a run, as a separate run.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, rmdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Artifact } from "../../schemas/define.ts";
import { documents } from "../../schemas/items/documents.ts";
import { labels, splits } from "../../schemas/items/finished-items.ts";
import { items, questions } from "../../schemas/items/records.ts";
import type { TwinOutput as TwinMade } from "../../schemas/output/datasets.ts";
import { facts, schemas } from "../../schemas/rageval/records.ts";
import { PipelineError } from "../engine/errors.ts";
import { explainDiskErrors, replaceFile } from "../engine/files.ts";
import { type OpenRun, openRun } from "../engine/open-run.ts";
import type { RunFile } from "../engine/runner.ts";
import { Store } from "../engine/store.ts";
import { pairTwins } from "../twin/twin-pairs.ts";
import { newTextOf } from "../twin/fact-changes.ts";
import { makeTwin, type RunRows, type Twin } from "../twin/twin.ts";

export type { TwinMade };

export interface MakeTwinOptions {
  /** The directory of the run. */
  readonly run: string;
  /** Directory of the twin. Default: `<run>-twin`. */
  readonly out?: string | undefined;
  /** Default: the run's own. */
  readonly randomSeed?: number | undefined;
  /** Share of the changeable facts to change, from 0 to 1. Default: as few as are needed to change as many items as possible. */
  readonly share?: number | undefined;
}

const twinArtifacts = { documents, facts, questions, labels, splits };

function readRows(run: OpenRun): RunRows {
  return {
    documents: [...run.rows(documents)],
    facts: [...run.rows(facts)],
    items: [...run.rows(items)],
    questions: [...run.rows(questions)],
    labels: [...run.rows(labels)],
    splits: [...run.rows(splits)],
  };
}

/** Throws PipelineError("wrong-use") for a folder that is not empty, or is inside the run. */
function checkedFolder(run: string, out: string): string {
  const relativePath = relative(resolve(run), resolve(out));
  if (!relativePath.startsWith(".."))
    throw new PipelineError("wrong-use", `${out} is inside the run that it would be the twin of.`, {
      hint: `For example: ragwright twin ${run} --out ${run}-twin`,
    });
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new PipelineError("wrong-use", `${out} already exists and is not empty.`, {
      hint: "Name another folder with --out, or delete the existing one.",
    });
  return out;
}

function summarizeTwin({ rows, choice }: Twin, originalRows: RunRows) {
  const pairs = pairTwins(originalRows.items, rows.items);
  const idsOf = (isChanged: boolean) =>
    pairs.filter(pair => pair.isChanged === isChanged).map(({ original }) => original.id);
  return {
    changeable: choice.changeable,
    facts: choice.changes.map(change => ({
      before: change.fact.detail.text,
      after: newTextOf(change),
      documentIds: [...new Set(change.fact.places.map(({ documentId }) => documentId))],
      places: change.fact.places.length,
    })),
    changed: idsOf(true),
    kept: idsOf(false),
    notCarried: [...choice.carried].flatMap(([id, carried]) =>
      carried.outcome === "not-carried" ? [{ id, because: carried.reason }] : [],
    ),
  };
}

/** Writes an artifact as a finished stage leaves it. */
function writeRows(
  directory: string,
  artifact: Artifact,
  rows: readonly { readonly id: string; readonly twinOf?: string | undefined }[],
  notCarried: TwinMade["notCarried"] = [],
): void {
  const store = new Store(directory, artifact);
  const outcomeFields = { fingerprint: "twin", calls: [], reads: [] };
  for (const row of rows)
    store.write({ ...outcomeFields, input: row.twinOf ?? row.id, outcome: "made" }, [row]);
  for (const { id, because } of notCarried)
    store.write(
      { ...outcomeFields, input: id, outcome: "rejected", code: "not-carried", detail: because },
      [],
    );
  store.close([...rows.map(({ id, twinOf }) => twinOf ?? id), ...notCarried.map(({ id }) => id)]);
  store.release();
}

function writeTwin(directory: string, { rows }: Twin, summary: TwinMade, run: OpenRun): void {
  for (const name of ["documents", "facts", "questions", "labels", "splits"] as const)
    writeRows(directory, twinArtifacts[name], rows[name]);
  writeRows(directory, items, rows.items, summary.notCarried);
  const stage = {
    name: "twin",
    over: questions.name,
    lookup: [documents.name],
    writes: items.name,
  };
  const file: RunFile = {
    randomSeed: summary.randomSeed,
    settings: { ...Object(run.settings), twinOf: summary.of },
    inputs: Object.values(twinArtifacts).map(({ name }) => name),
    stages: [stage],
  };
  const write = (name: string, value: object) =>
    replaceFile(join(directory, name), [`${JSON.stringify(value, null, 2)}\n`]);
  const { directory: _, ...twin } = summary;
  write("twin.json", twin);
  write("run.json", file);
}

/**
 * Writes the twin completely or not at all, and nothing into the run. Throws PipelineError("bad-input") for a run without
 * items, or if none of its answers can be changed.
 */
export function twin({
  run: runDirectory,
  out = `${runDirectory.replace(/\/+$/, "")}-twin`,
  ...options
}: MakeTwinOptions): TwinMade {
  const run = openRun(runDirectory);
  const directory = checkedFolder(runDirectory, out);
  const originalRows = readRows(run);
  if (originalRows.items.length === 0)
    throw new PipelineError("bad-input", `There are no items in ${runDirectory}.`, {
      hint: "Give a run that has finished (ragwright status <run>).",
    });
  const { share, randomSeed = run.randomSeed } = options;
  const newTwin = makeTwin(originalRows, [...run.rows(schemas)], { randomSeed, share });
  const summary = {
    directory,
    of: runDirectory,
    randomSeed,
    ...summarizeTwin(newTwin, originalRows),
  };
  if (summary.changed.length === 0)
    throw new PipelineError(
      "bad-input",
      `None of the answers in ${runDirectory} can be changed with certainty.`,
      {
        hint: "Twins need items about numbers, dates, amounts, versions or names in their documents.",
      },
    );
  const unfinished = `${out}.new`;
  explainDiskErrors(out, () => {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(dirname(resolve(out)), { recursive: true });
  });
  writeTwin(unfinished, newTwin, summary, run);
  explainDiskErrors(out, () => {
    if (existsSync(out)) rmdirSync(out);
    renameSync(unfinished, out);
  });
  return summary;
}
