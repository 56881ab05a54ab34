// Reads DeepEval's results as predictions: test cases with a system's answer and retrieved texts, and the scores of DeepEval's metrics.

import { DeepevalResult } from "../../../schemas/formats/deepeval.ts";
import { parseRecord } from "../record-files.ts";
import { type PredictionReader, singleList } from "./raw-prediction.ts";

const hint =
  "Give the test run that DeepEval saves (.deepeval/.latest_run_full.json, or a file of DEEPEVAL_RESULTS_FOLDER), or an EvaluationResult as JSON.";

/** The id of the item, which an exported golden passes on to its test case. */
const idsOfGolden = (metadata: Readonly<Record<string, unknown>> | null): string[] =>
  typeof metadata?.["id"] === "string" ? [metadata["id"]] : [];

/** DeepEval leaves out empty lists: if any test case has a list, those without one retrieved nothing. Keeps the file's records in memory. */
export const deepevalPredictions: PredictionReader = function* (records, { path }) {
  const cases = Array.from(records, record => ({
    location: record.location,
    ...parseRecord(DeepevalResult, record, { path, hint }),
  }));
  const defaultContexts = cases.some(({ contexts }) => contexts !== null) ? [] : null;
  for (const { location, name, input, answer, contexts, metadata, metrics } of cases) {
    const values = Object.fromEntries(metrics.map(({ name, score }) => [name, score ?? null]));
    yield {
      location,
      rawPrediction: {
        ids: [...idsOfGolden(metadata), ...(name === null ? [] : [name]), input],
        question: input,
        answer,
        ...singleList(contexts ?? defaultContexts),
        ...(metrics.length > 0 ? { toolScores: { tool: "deepeval", values } } : {}),
      },
    };
  }
};
