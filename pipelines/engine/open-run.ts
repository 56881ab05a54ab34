// A run directory opened to be read: its rows by artifact, what it was told, how far it is.

import type { z } from "zod";
import type { Artifact } from "../../schemas/define.ts";
import { type Call, type Outcomes, readCallMarks, readDone, readLooseRows, readRows, readRun } from "./reading.ts";
import type { RunFile } from "./runner.ts";
import { type RunStatus, statusOf } from "./status.ts";

/** Reads at each call what stands there then, also while another process works in it, and writes nothing. */
export interface OpenRun extends RunFile {
  readonly directory: string;
  /** In their order, one in memory at a time; none of an artifact that the run does not have. PipelineError("bad-row") for one that does not fit. */
  rows<Row extends z.ZodObject>(artifact: Artifact<Row>): Generator<z.output<Row>>;
  /** How many rows an artifact has, whether or not they fit their record. */
  count(artifact: Artifact): number;
  /** The last outcome of every input that an artifact is made from, and whether its stage has ended. */
  outcomes(artifact: string): Outcomes;
  /** The calls that were answered, one in memory at a time. */
  calls(): Generator<Call>;
  /** Rows, outcomes, calls and cost by stage. */
  status(): RunStatus;
}

/** PipelineError("bad-input") if the directory holds no run. */
export function openRun(directory: string): OpenRun {
  return {
    ...readRun(directory),
    directory,
    rows: artifact => readRows(directory, artifact),
    count: ({ name }) => {
      let count = 0;
      for (const _row of readLooseRows(directory, name)) count++;
      return count;
    },
    outcomes: artifact => readDone(directory, artifact),
    calls: () => readCallMarks(directory),
    status: () => statusOf(directory),
  };
}
