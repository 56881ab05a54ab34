// LangSmith's examples, as its client creates them (the part of its SDKs' ExampleCreate that we write).

import { z } from "zod";

export const LangsmithExample = z.strictObject({
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()),
  split: z.enum(["test", "dev"]),
});
export type LangsmithExample = z.output<typeof LangsmithExample>;
