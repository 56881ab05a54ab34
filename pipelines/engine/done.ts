// The journal of outcomes: one line an input row, with everything that must still hold for it to be taken over.

import { z } from "zod";
import type { Outcome } from "./stage.ts";

/** What a row looked up: artifact, how, key, and the hash of what it saw. */
export const Read = z.tuple([z.string(), z.enum(["get", "where", "rows"]), z.string(), z.string()]);
export type Read = z.output<typeof Read>;

/**
 * A row made: id, hash of its line, and a mark. edited: a person has changed it since. shared: another input made the
 * same row too, and its version is the one that stands in the artifact.
 */
export const RowMark = z.union([z.tuple([z.string(), z.string()]), z.tuple([z.string(), z.string(), z.enum(["edited", "shared"])])]);
export type RowMark = z.output<typeof RowMark>;

export const DoneLine = z.object({
  input: z.string(),
  fingerprint: z.string(),
  outcome: z.enum(["made", "rejected", "declined", "failed"]),
  code: z.string().optional(),
  detail: z.string().optional(),
  /** Of a failure: contract (the model answered, it never fitted) or technical (no whole answer arrived). */
  kind: z.enum(["contract", "technical"]).optional(),
  /** Of a failure: the last raw reply. */
  reply: z.string().nullable().optional(),
  rows: z.array(RowMark),
  /** Keys in calls.jsonl. */
  calls: z.array(z.string()),
  reads: z.array(Read),
});
export type DoneLine = z.output<typeof DoneLine>;

/** The last line of a journal whose artifact is in its final order, with the number of its outcomes. */
export const closedLine = (outcomes: number) => JSON.stringify({ closed: true, outcomes });

/** Stands before the first line that is written to a closed journal. */
export const reopenedLine = '{"closed":false}';

/** The input of a stage that takes its whole artifact at once. */
export const wholeInput = "*";

export const isEdited = (done: DoneLine) => done.rows.some(mark => mark[2] === "edited");

export const describe = (outcome: Outcome<unknown>) => (outcome.outcome === "made" ? {} : { code: outcome.code, detail: outcome.detail });
