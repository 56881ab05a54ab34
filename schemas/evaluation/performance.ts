// The time, tokens and money that answers took, as measured or as reported by the system.

import { z } from "zod";

/** Measurements of one answer; a value that was not reported is null. */
export const Measured = z.strictObject({
  /** From sending the question to the complete reply, not counting failed tries. */
  milliseconds: z.number().min(0).nullable(),
  /** Number of tries that failed before the reply arrived. */
  failedTries: z.int().min(0),
  inputTokens: z.number().min(0).nullable(),
  outputTokens: z.number().min(0).nullable(),
  /** Cost in USD. */
  cost: z.number().min(0).nullable(),
});
export type Measured = z.output<typeof Measured>;

/** A summary of many answers. */
export const Performance = z.strictObject({
  /** Number of answers with any measurement. */
  answers: z.int(),
  failedTries: z.int(),
  milliseconds: z.strictObject({ p50: z.number(), p95: z.number(), n: z.int() }).nullable(),
  /** Means over the answers that reported them. */
  tokens: z.strictObject({ input: z.number(), output: z.number(), n: z.int() }).nullable(),
  /** Cost in USD: the mean per answer, and the total. */
  cost: z.strictObject({ mean: z.number(), total: z.number(), n: z.int() }).nullable(),
});
export type Performance = z.output<typeof Performance>;
