// DeepEval's goldens: as the Python package reads them from JSON (snake case), and as the constructor of the TypeScript package takes them.

import { z } from "zod";

const texts = z.array(z.string().min(1));
const metadata = z.record(z.string(), z.unknown());

/** Of `EvaluationDataset.add_goldens_from_json_file`, under its usual key names. */
export const DeepevalGolden = z.strictObject({
  name: z.string(),
  input: z.string().min(1),
  expected_output: z.string(),
  /** The ideal context, not what a system retrieved. */
  context: texts,
  additional_metadata: metadata,
});
export type DeepevalGolden = z.output<typeof DeepevalGolden>;

/** Of `new Golden(…)`. */
export const DeepevalTypescriptGolden = z.strictObject({
  input: z.string().min(1),
  expectedOutput: z.string(),
  context: texts,
  additionalMetadata: metadata,
});
export type DeepevalTypescriptGolden = z.output<typeof DeepevalTypescriptGolden>;
