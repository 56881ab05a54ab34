// promptfoo's test cases as its documentation describes them (promptfoo.dev/docs/configuration/test-cases, 0.123), the part that we write.

import { z } from "zod";

/** Checks the output without a model: one of these texts stands in it. */
const ContainsAny = z.strictObject({
  type: z.literal("contains-any"),
  value: z.array(z.string().min(1)).min(1),
  metric: z.string(),
});

/** Has promptfoo's grader compare the output with a reference. */
const Factuality = z.strictObject({
  type: z.literal("factuality"),
  value: z.string().min(1),
  metric: z.string(),
});

/** One line of a JSONL file of tests. Of `vars` a list would be spread into several tests: each is a text. */
export const PromptfooTest = z.strictObject({
  description: z.string(),
  vars: z.record(z.string(), z.string()),
  assert: z.array(z.discriminatedUnion("type", [ContainsAny, Factuality])).min(1),
  metadata: z.record(z.string(), z.unknown()),
});
export type PromptfooTest = z.output<typeof PromptfooTest>;
