// Opens a run directory for reading: its rows by artifact, its settings, its progress.

import { join } from "node:path";
import type { z } from "zod";
import type { Artifact } from "../../schemas/define.ts";
import type { RunStatus } from "../../schemas/output/status.ts";
import {
  type Call,
  readCalls,
  readJournal,
  readUncheckedRows,
  readRows,
  readRun,
} from "./read-run.ts";
import type { RunFile } from "./runner.ts";
import type { Outcomes } from "./open-store.ts";
import { statusOf } from "./status.ts";

/** The artifacts that are in a folder so far, even while another process works there; nothing is written. */
export interface Artifacts {
  readonly directory: string;
  /** In order, one in memory at a time; none if the artifact does not exist. Throws PipelineError("bad-row") for a row that does not fit its schema. */
  rows<Row extends z.ZodObject>(artifact: Artifact<Row>): Generator<z.output<Row>>;
  /** In the same order, whether or not the rows fit their schema. */
  ids(artifact: Artifact): Generator<string>;
  /** Number of rows, whether or not they fit their schema. */
  count(artifact: Artifact): number;
  /** The last outcome of every input from which the artifact is made, and whether its stage has ended. */
  outcomes(artifact: string): Outcomes;
}

export interface OpenRun extends Artifacts, RunFile {
  /** The answered calls, one in memory at a time. */
  calls(): Generator<Call>;
  /** Rows, outcomes, calls and cost by stage. */
  status(): RunStatus;
  /** The artifacts of the run's audit; empty if there was none. */
  audit(): Artifacts;
}

const artifactsIn = (directory: string): Artifacts => ({
  directory,
  rows: artifact => readRows(directory, artifact),
  *ids({ name }) {
    for (const { id } of readUncheckedRows(directory, name)) yield id;
  },
  count: ({ name }) => {
    let count = 0;
    for (const _row of readUncheckedRows(directory, name)) count++;
    return count;
  },
  outcomes: artifact => readJournal(directory, artifact),
});

/** Throws PipelineError("bad-input") if the directory holds no run. */
export const openRun = (directory: string): OpenRun => ({
  ...artifactsIn(directory),
  ...readRun(directory),
  calls: () => readCalls(directory),
  status: () => statusOf(directory),
  audit: () => artifactsIn(join(directory, "audit")),
});
