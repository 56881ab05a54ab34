// Compares systems metric by metric: one evaluation with others, the best setting of a sweep with the rest.

import type { Metric } from "../../schemas/evaluation/metrics.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { bestOf, readResult, readScores } from "../evaluate/result.ts";
import { compareSystems } from "../evaluate/statistics/comparison.ts";

interface ComparedEvaluation {
  readonly directory: string;
  readonly name: string;
  readonly metrics: readonly Metric[];
}

/** Compares one evaluation with others of the same items, in the folders given. */
export function compareEvaluations(
  { directory, metrics, name }: ComparedEvaluation,
  otherFolders: readonly string[] = [],
): EvaluationResult["comparisons"] {
  const ownRows = readScores(directory);
  return otherFolders.flatMap(folder => {
    const { systems } = readResult(folder);
    const otherRows = readScores(folder);
    return systems.flatMap(({ system }) =>
      compareSystems(
        ownRows,
        otherRows.filter(row => row.system === system),
        metrics,
      ).map(comparison => ({
        ...comparison,
        first: name,
        second: system === name ? folder : system,
      })),
    );
  });
}

/** Compares the best setting with each of the others, so that chance is not mistaken for merit. */
export function compareWithBest(
  directory: string,
  metrics: readonly Metric[],
  result: EvaluationResult,
): EvaluationResult["comparisons"] {
  const rows = readScores(directory);
  const rowsOf = (system: string) => rows.filter(row => row.system === system);
  return (["completeness", "evidence-recall", "rouge-l"] as const)
    .filter(metric => metrics.includes(metric))
    .flatMap(metric => {
      const best = bestOf(result, metric);
      return best === undefined
        ? []
        : result.systems
            .filter(({ system }) => system !== best)
            .flatMap(({ system }) => compareSystems(rowsOf(best), rowsOf(system), [metric]));
    });
}
