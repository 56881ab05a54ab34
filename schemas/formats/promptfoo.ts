// The part of promptfoo's test cases that we write, as documented at promptfoo.dev/docs/configuration/test-cases (0.123).

import { z } from "zod";

/** Checks, without a model, that the output contains one of these strings. */
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

/** One line of a JSONL file of tests. All `vars` are strings: a list would be expanded into several tests. */
export const PromptfooTest = z.strictObject({
  description: z.string(),
  vars: z.record(z.string(), z.string()),
  assert: z.array(z.discriminatedUnion("type", [ContainsAny, Factuality])).min(1),
  metadata: z.record(z.string(), z.unknown()),
});
export type PromptfooTest = z.output<typeof PromptfooTest>;
