// Langfuse's dataset items, as its public API accepts them (CreateDatasetItemRequest without the dataset's name, which is chosen at upload).

import { z } from "zod";

export const LangfuseItem = z.strictObject({
  /** Langfuse upserts items by this id, which cannot be used in two datasets of a project. */
  id: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
  expectedOutput: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()),
});
export type LangfuseItem = z.output<typeof LangfuseItem>;
