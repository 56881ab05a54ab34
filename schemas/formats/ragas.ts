// Ragas's single-turn samples, as EvaluationDataset.from_jsonl reads them (0.4): the part that we write, with fields of ours that it passes over.

import { z } from "zod";
import { ForeignTruth } from "./known-truth.ts";

export const RagasSample = z.strictObject({
  user_input: z.string().min(1),
  reference: z.string(),
  reference_contexts: z.array(z.string().min(1)),
  reference_context_ids: z.array(z.string()),
  id: z.string(),
  type: z.string(),
  language: z.string(),
  domain: z.string(),
  ...ForeignTruth.shape,
});
export type RagasSample = z.input<typeof RagasSample>;
