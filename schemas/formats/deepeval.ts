// DeepEval's goldens, as the Python package reads them from JSON (snake case) and the TypeScript constructor accepts them, and its results.

import { z } from "zod";

const NonEmptyStrings = z.array(z.string().min(1));
const Metadata = z.record(z.string(), z.unknown());

/** Input of `EvaluationDataset.add_goldens_from_json_file`, with its default key names. */
export const DeepevalGolden = z.strictObject({
  name: z.string(),
  input: z.string().min(1),
  expected_output: z.string(),
  /** The ideal context, not what a system retrieved. */
  context: NonEmptyStrings,
  additional_metadata: Metadata,
});
export type DeepevalGolden = z.output<typeof DeepevalGolden>;

/** Argument of `new Golden(…)`. */
export const DeepevalTypescriptGolden = z.strictObject({
  input: z.string().min(1),
  expectedOutput: z.string(),
  context: NonEmptyStrings,
  additionalMetadata: Metadata,
});
export type DeepevalTypescriptGolden = z.output<typeof DeepevalTypescriptGolden>;

const MetricData = z.object({ name: z.string().min(1), score: z.number().nullish() });

const OptionalRecord = z.record(z.string(), z.unknown()).nullish().catch(null);
const OptionalString = z.string().nullish();
const OptionalPassages = z.array(z.string()).nullish();

/** A test case with its metrics' scores, from a saved test run (`.latest_run_full.json`, `test_run_*.json`) or either package's EvaluationResult. */
export const DeepevalResult = z
  .object({
    name: OptionalString,
    input: z.string().min(1),
    actual_output: OptionalString,
    actualOutput: OptionalString,
    retrieval_context: OptionalPassages,
    retrievalContext: OptionalPassages,
    metadata: OptionalRecord,
    additional_metadata: OptionalRecord,
    additionalMetadata: OptionalRecord,
    metrics_data: z.array(MetricData).nullish(),
    metricsData: z.array(MetricData).nullish(),
  })
  .transform(result => ({
    name: result.name ?? null,
    input: result.input,
    answer: result.actual_output ?? result.actualOutput ?? null,
    contexts: result.retrieval_context ?? result.retrievalContext ?? null,
    metadata: result.metadata ?? result.additional_metadata ?? result.additionalMetadata ?? null,
    metrics: result.metrics_data ?? result.metricsData ?? [],
  }));
