// What `run`, `make` and `refresh` print under `--json`.

import { z } from "zod";
import { DemandRow } from "../items/records.ts";
import { RunStatus } from "./status.ts";
import { WaitingOutput } from "./waiting.ts";

/** Rows of a split, and how many of them the other one has too. */
const SharedCounts = z.strictObject({ older: z.int(), newer: z.int(), shared: z.int() });
export type SharedCounts = z.output<typeof SharedCounts>;

/** What a split has in common with the older one that it refreshes, counted in the rows of both. */
export const SharedRows = z.strictObject({
  /** The directory of the older split. */
  older: z.string(),
  /** The same where their ids are, or question and answer. */
  items: SharedCounts,
  /** Articles that items were built from; the same where their ids are, or their texts. */
  sources: SharedCounts,
});
export type SharedRows = z.output<typeof SharedRows>;

/** Of a run that went to its end. */
export const RunMade = z.strictObject({
  directory: z.string(),
  status: RunStatus,
  /** What fewer items were made of than were wanted. */
  short: z.array(DemandRow),
  /** Rows that failed. */
  failures: z.int(),
  /** What it has in common with the run it refreshes; null where it refreshes none. */
  shared: SharedRows.nullable(),
});
export type RunMade = z.output<typeof RunMade>;

/** Of a run that `--until` stopped. */
export const RunStopped = z.strictObject({
  directory: z.string(),
  status: RunStatus,
  /** The last stage, and the file of its rows. */
  stoppedAfter: z.string(),
  path: z.string(),
});
export type RunStopped = z.output<typeof RunStopped>;

export const RunOutput = z.union([RunMade, RunStopped, WaitingOutput]);
