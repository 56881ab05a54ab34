// Output of `run`, `make` and `refresh` with `--json`.

import { z } from "zod";
import { DemandRow } from "../items/records.ts";
import { RunStatus } from "./status.ts";
import { WaitingOutput } from "./waiting.ts";

/** Numbers of rows in the older and the newer split, and in both. */
const SharedCounts = z.strictObject({ older: z.int(), newer: z.int(), shared: z.int() });
export type SharedCounts = z.output<typeof SharedCounts>;

/** What a split shares with the older one that it refreshes, in rows. */
export const SharedRows = z.strictObject({
  /** The directory of the older split. */
  older: z.string(),
  /** An item is shared if both splits have its id, or its question and answer. */
  items: SharedCounts,
  /** Articles that items were created from; one is shared if both splits have its id or its text. */
  sources: SharedCounts,
});
export type SharedRows = z.output<typeof SharedRows>;

/** Output of a run that completed. */
export const FinishedRun = z.strictObject({
  directory: z.string(),
  status: RunStatus,
  /** Demands for which fewer items were created than requested. */
  short: z.array(DemandRow),
  /** Rows that failed. */
  failures: z.int(),
  /** What the run shares with the one that it refreshes; null if it refreshes none. */
  shared: SharedRows.nullable(),
});
export type FinishedRun = z.output<typeof FinishedRun>;

/** Output of a run that `--until` stopped. */
export const StoppedRun = z.strictObject({
  directory: z.string(),
  status: RunStatus,
  /** The last stage, and the file that contains its rows. */
  stoppedAfter: z.string(),
  path: z.string(),
});
export type StoppedRun = z.output<typeof StoppedRun>;

export const RunOutput = z.union([FinishedRun, StoppedRun, WaitingOutput]);
