// Output, with `--json`, of a command that ends with rows waiting for replies (exit code 3).

import { z } from "zod";

export const BatchProgress = z.strictObject({
  /** Name of the requests file. */
  file: z.string(),
  endpoint: z.string(),
  /** The provider's id; null until the batch is created. */
  id: z.string().nullable(),
  /** The provider's status, or our own until there is one. */
  status: z.string(),
  done: z.int(),
  /** 0 until the provider has counted the requests. */
  total: z.int(),
  /** Whether the batch has taken longer than a day, the time allowed. */
  late: z.boolean(),
  /** Why the last poll or step failed; it will be retried. */
  problem: z.string().nullable(),
});
export type BatchProgress = z.output<typeof BatchProgress>;

/** A file of requests; rows are waiting for the replies. */
export const WaitingFile = z.strictObject({
  file: z.string(),
  /** Number of this run's requests in the file. */
  requests: z.int(),
  /** Progress of its batch; null if a person transfers the file. */
  batch: BatchProgress.nullable(),
});
export type WaitingFile = z.output<typeof WaitingFile>;

export const WaitingOutput = z.strictObject({
  directory: z.string(),
  rowsWaiting: z.int(),
  waiting: z.array(WaitingFile),
});
export type WaitingOutput = z.output<typeof WaitingOutput>;
