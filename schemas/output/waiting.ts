// What any job prints under `--json` that ends with rows waiting for replies (exit code 3).

import { z } from "zod";

export const BatchProgress = z.strictObject({
  /** Name of the file of requests. */
  file: z.string(),
  endpoint: z.string(),
  /** The provider's; null until the batch is created. */
  id: z.string().nullable(),
  /** In the provider's word, or where it has none yet, in ours. */
  status: z.string(),
  done: z.int(),
  /** 0 until the provider has counted. */
  total: z.int(),
  /** Under way for longer than the day that batches are given. */
  late: z.boolean(),
  /** Why the last look or step failed; it is tried again. */
  problem: z.string().nullable(),
});
export type BatchProgress = z.output<typeof BatchProgress>;

/** A file of requests for whose replies rows wait. */
export const WaitingFile = z.strictObject({
  file: z.string(),
  /** Requests of this run in it. */
  requests: z.int(),
  /** How its batch stands; null where a person carries the file. */
  batch: BatchProgress.nullable(),
});
export type WaitingFile = z.output<typeof WaitingFile>;

export const WaitingOutput = z.strictObject({
  directory: z.string(),
  rowsWaiting: z.int(),
  waiting: z.array(WaitingFile),
});
export type WaitingOutput = z.output<typeof WaitingOutput>;
