// Compares systems metric by metric: one evaluation with others, the best setting of a sweep with the rest.

import type { Metric } from "../../schemas/evaluation/metrics.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { bestOf, readResult, readScores } from "../evaluate/result.ts";
import { compareSystems } from "../evaluate/statistics/comparison.ts";

interface Compared {
  readonly directory: string;
  readonly name: string;
  readonly metrics: readonly Metric[];
}

/** Compares one evaluation with others of the same items; `compare` names their folders. */
export function comparisonsWith(
  { directory, metrics, name }: Compared,
  compare: readonly string[] = [],
): EvaluationResult["comparisons"] {
  const own = readScores(directory);
  return compare.flatMap(other => {
    const { systems } = readResult(other);
    const theirs = readScores(other);
    return systems.flatMap(({ system }) =>
      compareSystems(
        own,
        theirs.filter(row => row.system === system),
        metrics,
      ).map(comparison => ({
        ...comparison,
        first: name,
        second: system === name ? other : system,
      })),
    );
  });
}

/** Compares the best setting with each of the others, so that nobody mistakes chance for merit. */
export function comparisonsIn(
  directory: string,
  metrics: readonly Metric[],
  result: EvaluationResult,
): EvaluationResult["comparisons"] {
  const rows = readScores(directory);
  const of = (system: string) => rows.filter(row => row.system === system);
  return (["completeness", "evidence-recall", "rouge-l"] as const)
    .filter(metric => metrics.includes(metric))
    .flatMap(metric => {
      const best = bestOf(result, metric);
      return best === undefined
        ? []
        : result.systems
            .filter(({ system }) => system !== best)
            .flatMap(({ system }) => compareSystems(of(best), of(system), [metric]));
    });
}
