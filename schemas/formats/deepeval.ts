// DeepEval's goldens, as the Python package reads them from JSON (snake case) and the TypeScript constructor takes them.

import { z } from "zod";

const texts = z.array(z.string().min(1));
const metadata = z.record(z.string(), z.unknown());

/** Input of `EvaluationDataset.add_goldens_from_json_file`, with its default key names. */
export const DeepevalGolden = z.strictObject({
  name: z.string(),
  input: z.string().min(1),
  expected_output: z.string(),
  /** The ideal context, not what a system retrieved. */
  context: texts,
  additional_metadata: metadata,
});
export type DeepevalGolden = z.output<typeof DeepevalGolden>;

/** Argument of `new Golden(…)`. */
export const DeepevalTypescriptGolden = z.strictObject({
  input: z.string().min(1),
  expectedOutput: z.string(),
  context: texts,
  additionalMetadata: metadata,
});
export type DeepevalTypescriptGolden = z.output<typeof DeepevalTypescriptGolden>;

const MetricData = z.object({ name: z.string().min(1), score: z.number().nullish() });

const record = z.record(z.string(), z.unknown()).nullish().catch(null);
const words = z.string().nullish();
const passages = z.array(z.string()).nullish();

/** A test case with its metrics' scores, from a saved test run (`.latest_run_full.json`, `test_run_*.json`) or either package's EvaluationResult. */
export const DeepevalResult = z
  .object({
    name: words,
    input: z.string().min(1),
    actual_output: words,
    actualOutput: words,
    retrieval_context: passages,
    retrievalContext: passages,
    metadata: record,
    additional_metadata: record,
    additionalMetadata: record,
    metrics_data: z.array(MetricData).nullish(),
    metricsData: z.array(MetricData).nullish(),
  })
  .transform(one => ({
    name: one.name ?? null,
    input: one.input,
    answer: one.actual_output ?? one.actualOutput ?? null,
    contexts: one.retrieval_context ?? one.retrievalContext ?? null,
    metadata: one.metadata ?? one.additional_metadata ?? one.additionalMetadata ?? null,
    metrics: one.metrics_data ?? one.metricsData ?? [],
  }));
