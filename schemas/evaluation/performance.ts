// What an answer took: time, tokens and money, as measured or as the system reported.

import { z } from "zod";

/** Measurements of one answer; null if nothing was reported. */
export const Measured = z.strictObject({
  /** From sending the question to the whole reply, not counting failed tries. */
  milliseconds: z.number().min(0).nullable(),
  /** Tries that failed before it arrived. */
  failedTries: z.int().min(0),
  inputTokens: z.number().min(0).nullable(),
  outputTokens: z.number().min(0).nullable(),
  /** USD. */
  cost: z.number().min(0).nullable(),
});
export type Measured = z.output<typeof Measured>;

/** Summary over many answers. */
export const Performance = z.strictObject({
  /** Answers with any measurement. */
  answers: z.int(),
  failedTries: z.int(),
  milliseconds: z.strictObject({ p50: z.number(), p95: z.number(), n: z.int() }).nullable(),
  /** Means over the answers that reported them. */
  tokens: z.strictObject({ input: z.number(), output: z.number(), n: z.int() }).nullable(),
  /** USD: mean per answer, and total. */
  cost: z.strictObject({ mean: z.number(), total: z.number(), n: z.int() }).nullable(),
});
export type Performance = z.output<typeof Performance>;
