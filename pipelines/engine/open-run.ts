// A run directory opened to be read: its rows by artifact, what it was told, how far it is.

import { join } from "node:path";
import type { z } from "zod";
import type { Artifact } from "../../schemas/define.ts";
import type { RunStatus } from "../../schemas/output/status.ts";
import {
  type Call,
  type Outcomes,
  readCallMarks,
  readDone,
  readLooseRows,
  readRows,
  readRun,
} from "./reading.ts";
import type { RunFile } from "./runner.ts";
import { statusOf } from "./status.ts";

/** What stands in a folder by now, also while another process works there; nothing is written. */
export interface Artifacts {
  readonly directory: string;
  /** In their order, one in memory at a time; none of an artifact that is not there. PipelineError("bad-row") for one that does not fit. */
  rows<Row extends z.ZodObject>(artifact: Artifact<Row>): Generator<z.output<Row>>;
  /** In the same order, whether or not the rows fit. */
  ids(artifact: Artifact): Generator<string>;
  /** How many there are, whether or not they fit. */
  count(artifact: Artifact): number;
  /** The last outcome of every input that an artifact was made from, and whether its stage has ended. */
  outcomes(artifact: string): Outcomes;
}

export interface OpenRun extends Artifacts, RunFile {
  /** The calls that were answered, one in memory at a time. */
  calls(): Generator<Call>;
  /** Rows, outcomes, calls and cost by stage. */
  status(): RunStatus;
  /** What an audit of the run left in it; nothing where there was none. */
  audit(): Artifacts;
}

const artifactsIn = (directory: string): Artifacts => ({
  directory,
  rows: artifact => readRows(directory, artifact),
  *ids({ name }) {
    for (const { id } of readLooseRows(directory, name)) yield id;
  },
  count: ({ name }) => {
    let count = 0;
    for (const _row of readLooseRows(directory, name)) count++;
    return count;
  },
  outcomes: artifact => readDone(directory, artifact),
});

/** PipelineError("bad-input") if the directory holds no run. */
export const openRun = (directory: string): OpenRun => ({
  ...artifactsIn(directory),
  ...readRun(directory),
  calls: () => readCallMarks(directory),
  status: () => statusOf(directory),
  audit: () => artifactsIn(join(directory, "audit")),
});
