// The counterfactual twin of a run, written as a run of its own.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, rmdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Artifact } from "../../schemas/define.ts";
import { documents } from "../../schemas/items/documents.ts";
import { labels, splits } from "../../schemas/items/labels.ts";
import { items, questions } from "../../schemas/items/records.ts";
import type { TwinOutput as TwinMade } from "../../schemas/output/datasets.ts";
import { facts, schemas } from "../../schemas/rageval/records.ts";
import { PipelineError } from "../engine/errors.ts";
import { onDisk, replaceFile } from "../engine/files.ts";
import { type OpenRun, openRun } from "../engine/open-run.ts";
import type { RunFile } from "../engine/runner.ts";
import { Store } from "../engine/store.ts";
import { pairTwins } from "../evaluate/twin-pairs.ts";
import { writtenAfter } from "../twin/changes.ts";
import { makeTwin, type RunRows, type Twin } from "../twin/twin.ts";

export type { TwinMade };

export interface MakeTwinOptions {
  /** The directory of the run. */
  readonly run: string;
  /** Where to; `<run>-twin` where absent. */
  readonly out?: string | undefined;
  /** The run's own where absent. */
  readonly randomSeed?: number | undefined;
  /** Of the facts that can be changed, from 0 to 1; as few as change as many items as can be where absent. */
  readonly share?: number | undefined;
}

const tailOf = { documents, facts, questions, labels, splits };

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

/** PipelineError("wrong-use") for a folder that holds something, or lies within the run. */
function checkedPlace(run: string, out: string): string {
  const within = relative(resolve(run), resolve(out));
  if (!within.startsWith(".."))
    throw new PipelineError("wrong-use", `${out} lies within the run it would be the twin of.`, {
      hint: `Type for example: ragwright twin ${run} --out ${run}-twin`,
    });
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new PipelineError("wrong-use", `${out} is there already, and is not empty.`, {
      hint: "Name another folder with --out, or delete that one.",
    });
  return out;
}

function tellTwin({ rows, choice }: Twin, before: RunRows) {
  const pairs = pairTwins(before.items, rows.items);
  const idsOf = (isChanged: boolean) =>
    pairs.filter(pair => pair.isChanged === isChanged).map(({ original }) => original.id);
  return {
    changeable: choice.changeable,
    facts: choice.changes.map(change => ({
      before: change.fact.told.text,
      after: writtenAfter(change),
      documentIds: [...new Set(change.fact.places.map(({ documentId }) => documentId))],
      places: change.fact.places.length,
    })),
    changed: idsOf(true),
    kept: idsOf(false),
    notCarried: [...choice.carried].flatMap(([id, carried]) =>
      carried.outcome === "not-carried" ? [{ id, because: carried.because }] : [],
    ),
  };
}

/** As a finished stage leaves its artifact. */
function writeRows(
  directory: string,
  artifact: Artifact,
  rows: readonly { readonly id: string; readonly twinOf?: string | undefined }[],
  notCarried: TwinMade["notCarried"] = [],
): void {
  const store = new Store(directory, artifact);
  const done = { fingerprint: "twin", calls: [], reads: [] };
  for (const row of rows)
    store.write({ ...done, input: row.twinOf ?? row.id, outcome: "made" }, [row]);
  for (const { id, because } of notCarried)
    store.write(
      { ...done, input: id, outcome: "rejected", code: "not-carried", detail: because },
      [],
    );
  store.close([...rows.map(({ id, twinOf }) => twinOf ?? id), ...notCarried.map(({ id }) => id)]);
  store.release();
}

function writeTwin(directory: string, { rows }: Twin, told: TwinMade, run: OpenRun): void {
  for (const name of ["documents", "facts", "questions", "labels", "splits"] as const)
    writeRows(directory, tailOf[name], rows[name]);
  writeRows(directory, items, rows.items, told.notCarried);
  const stage = {
    name: "twin",
    over: questions.name,
    lookup: [documents.name],
    writes: items.name,
  };
  const file: RunFile = {
    randomSeed: told.randomSeed,
    settings: { ...Object(run.settings), twinOf: told.of },
    inputs: Object.values(tailOf).map(({ name }) => name),
    stages: [stage],
  };
  const write = (name: string, value: object) =>
    replaceFile(join(directory, name), [`${JSON.stringify(value, null, 2)}\n`]);
  const { directory: _, ...twin } = told;
  write("twin.json", twin);
  write("run.json", file);
}

/**
 * Writes the twin whole or not at all, and nothing into the run. PipelineError("bad-input") for a run without items, or
 * one none of whose answers can be changed.
 */
export function twin({
  run: of,
  out = `${of.replace(/\/+$/, "")}-twin`,
  ...options
}: MakeTwinOptions): TwinMade {
  const run = openRun(of);
  const directory = checkedPlace(of, out);
  const before = readRows(run);
  if (before.items.length === 0)
    throw new PipelineError("bad-input", `There are no items in ${of}.`, {
      hint: "Give a run that has finished (ragwright status <run>).",
    });
  const { share, randomSeed = run.randomSeed } = options;
  const made = makeTwin(before, [...run.rows(schemas)], { randomSeed, share });
  const told = { directory, of, randomSeed, ...tellTwin(made, before) };
  if (told.changed.length === 0)
    throw new PipelineError("bad-input", `No answer of ${of} can be changed with certainty.`, {
      hint: "Twins need items that tell numbers, dates, amounts, versions or names of their documents.",
    });
  const beside = `${out}.new`;
  onDisk(out, () => {
    rmSync(beside, { recursive: true, force: true });
    mkdirSync(dirname(resolve(out)), { recursive: true });
  });
  writeTwin(beside, made, told, run);
  onDisk(out, () => {
    if (existsSync(out)) rmdirSync(out);
    renameSync(beside, out);
  });
  return told;
}
