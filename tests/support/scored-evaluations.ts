// Evaluations as `evaluate` leaves them in a run's folder: the scores of one system each, with the items they are of.

import { join } from "node:path";
import { scores, type Metric } from "../../schemas/evaluation/metrics.ts";
import { predictions } from "../../schemas/evaluation/predictions.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { truths } from "../../schemas/evaluation/truth.ts";
import { aTruth } from "./evaluation-rows.ts";
import { putResult, resultOf, systemOf } from "./evaluation-results.ts";
import { putRunJson, stageNote } from "./run-files.ts";
import { putEach } from "./sample-run.ts";
import { aScore } from "./score-rows.ts";

/** Values by metric, one an item: i0, i1 … */
export function putScored(
  run: string,
  name: string,
  values: Partial<Record<Metric, readonly number[]>>,
  {
    typeOf = () => "factual",
    ...more
  }: Partial<EvaluationResult> & { readonly typeOf?: (place: number) => string } = {},
): void {
  const directory = join(run, "evaluations", name);
  putRunJson(directory, {
    inputs: [truths.name, predictions.name],
    stages: [stageNote(scores.name, predictions.name)],
  });
  const count = Math.max(...Object.values(values).map(list => list.length));
  const ids = Array.from({ length: count }, (_, at) => `i${at}`);
  const valuesOf = (at: number) =>
    Object.fromEntries(Object.entries(values).map(([metric, list]) => [metric, list[at] ?? null]));
  putEach(
    directory,
    truths,
    ids.map(id => aTruth({ id })),
  );
  putEach(
    directory,
    scores,
    ids.map((itemId, at) =>
      aScore({ itemId, system: name, type: typeOf(at), values: valuesOf(at) }),
    ),
  );
  putResult(run, name, resultOf({ name, systems: [systemOf(name, {})], ...more }));
}
