// Ragas's single-turn samples, as EvaluationDataset.from_jsonl reads them (0.4): the fields that we write, with fields of our own that Ragas ignores; and Ragas's results.

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

/** Fields of a sample that are Ragas's own (0.1 to 0.4) or ours: any other number in a result is a score. */
const nonScoreFields = [
  "user_input",
  "response",
  "retrieved_contexts",
  "reference",
  "reference_contexts",
  "retrieved_context_ids",
  "reference_context_ids",
  "multi_responses",
  "rubrics",
  "rubric",
  "persona_name",
  "query_style",
  "query_length",
  "synthesizer_name",
  "question",
  "answer",
  "contexts",
  "ground_truth",
  "ground_truths",
  "id",
  "type",
  "language",
  "domain",
  "as_of",
  "members",
  "wrong_answers",
  "twin_of",
];

/** A row of `EvaluationResult.to_pandas()`, read tolerantly from JSON lines or from the cells of a CSV file. */
export const RagasResult = z.looseObject({
  user_input: z.string().min(1),
  response: z.string().nullish(),
  retrieved_contexts: z.union([z.array(z.string()), z.string()]).nullish(),
  id: z
    .union([z.string().min(1), z.int()])
    .nullish()
    .catch(null),
});

/** The number in a JSON or CSV cell; null if the cell is not a number. A binary metric may give true or false. */
const toNumber = (value: unknown): number | null => {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  const isNumber =
    typeof value === "string" && /^\s*-?\d+(?:\.\d*)?(?:e[+-]?\d+)?\s*$/i.test(value);
  return isNumber ? Number(value) : null;
};

/** Scores by metric. An empty cell, `nan` and null mean a metric without a value; any other string is not a metric. */
export const ragasScores = (
  row: Readonly<Record<string, unknown>>,
): Record<string, number | null> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      if (nonScoreFields.includes(name) || name === "") return [];
      const number = toNumber(value);
      const isEmpty =
        value === null || (typeof value === "string" && /^\s*(?:nan)?\s*$/i.test(value));
      return number === null && !isEmpty ? [] : [[name, number]];
    }),
  );
