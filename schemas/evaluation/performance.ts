// What an answer took: time, tokens and money, as it was measured or as the system told.

import { z } from "zod";

/** Of one answer; null where nothing was told. */
export const Measured = z.strictObject({
  /** From the sending of the question to the whole reply, tries that failed left out. */
  milliseconds: z.number().min(0).nullable(),
  /** Tries that failed before it came. */
  failedTries: z.int().min(0),
  inputTokens: z.number().min(0).nullable(),
  outputTokens: z.number().min(0).nullable(),
  /** USD. */
  cost: z.number().min(0).nullable(),
});
export type Measured = z.output<typeof Measured>;

/** Of many answers. */
export const Performance = z.strictObject({
  /** Answers of which anything is told. */
  answers: z.int(),
  failedTries: z.int(),
  milliseconds: z.strictObject({ p50: z.number(), p95: z.number(), n: z.int() }).nullable(),
  /** Means over the answers that told them. */
  tokens: z.strictObject({ input: z.number(), output: z.number(), n: z.int() }).nullable(),
  /** USD: the mean an answer, and all. */
  cost: z.strictObject({ mean: z.number(), total: z.number(), n: z.int() }).nullable(),
});
export type Performance = z.output<typeof Performance>;
