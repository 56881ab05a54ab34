// Links an evaluation with an evaluation of the same system on an older split: how much of the change is due to the system, and how much to the news.

import { basename, dirname } from "node:path";
import {
  isJudged,
  isOfRetrieval,
  type Metric,
  type ScoreRow,
} from "../../schemas/evaluation/metrics.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import type { LinkedMetric, SplitLink } from "../../schemas/evaluation/split-link.ts";
import { openRun } from "../engine/open-run.ts";
import {
  type FinishedEvaluation,
  type EvaluatedPair,
  type FrozenSystem,
  frozenSystems,
  haveSameJudges,
  stagesWithChangedCode,
} from "../evaluate/frozen-systems.ts";
import { readResult, readScores } from "../evaluate/result.ts";
import type { LinkedScores } from "../evaluate/statistics/compared-cells.ts";
import { canBeLinked, linkSplits } from "../evaluate/statistics/split-link.ts";
import { evaluationsIn } from "./evaluation-inputs.ts";
import type { LinkOptions } from "./older-evaluation.ts";

/** Metrics of a system that are measured in the same way on both splits; not cosines, whose embedding model is unknown. */
function comparableMetricsOf(pair: EvaluatedPair): Metric[] {
  const [older, newer] = [pair.older, pair.newer].map(
    ({ result }) => result.systems[0]?.metrics ?? {},
  );
  const isJudgedAlike = haveSameJudges(pair);
  return (Object.keys(newer ?? {}) as Metric[]).filter(
    metric =>
      (older?.[metric]?.n ?? 0) > 0 &&
      (newer?.[metric]?.n ?? 0) > 0 &&
      canBeLinked(metric) &&
      (isJudgedAlike || !isJudged(metric)),
  );
}

/** Reads an evaluation's scores once, however many of its systems are anchors. */
function createRowReader(): (
  pair: EvaluatedPair,
  names: readonly [string, string],
) => LinkedScores {
  const rowsByFolder = new Map<string, ReturnType<typeof readScores>>();
  const rowsOf = ({ directory }: FinishedEvaluation, system: string) => {
    const rows = rowsByFolder.get(directory) ?? readScores(directory);
    rowsByFolder.set(directory, rows);
    return rows.filter(row => row.system === system);
  };
  return ({ older, newer }, [olderName, newerName]) => ({
    name: newerName,
    older: rowsOf(older, olderName),
    newer: rowsOf(newer, newerName),
  });
}

const nameOf = ({ result }: FinishedEvaluation): string => result.systems[0]?.system ?? result.name;

/** Links the system by each metric that it has on both splits; null if no frozen system has it too, or only on too few items. */
function linkMetrics(pair: EvaluatedPair, frozen: readonly FrozenSystem[]) {
  const rowsOf = createRowReader();
  const system = rowsOf(pair, [nameOf(pair.older), nameOf(pair.newer)]);
  const others = frozen.map(anchor => ({
    isJudgedAlike: haveSameJudges(anchor),
    rows: rowsOf(anchor, [anchor.name, anchor.name]),
  }));
  return comparableMetricsOf(pair).map(metric => {
    const hasMetric = (rows: readonly ScoreRow[]) =>
      rows.some(({ values }) => values[metric] != null);
    const anchors = others
      .filter(({ isJudgedAlike }) => isJudgedAlike || !isJudged(metric))
      .map(({ rows }) => rows)
      .filter(({ older, newer }) => hasMetric(older) && hasMetric(newer));
    return { metric, linked: linkSplits({ metric, system, anchors }) };
  });
}

/** How the scoring of the older split differed from that of the newer; null if it did not. */
function scoringDifference(pair: EvaluatedPair): string | null {
  const { variant } = pair.older.result;
  if (variant !== pair.newer.result.variant)
    return `The older split was scored with the variant ${variant}`;
  const stages = stagesWithChangedCode(pair);
  return stages.length > 0 ? `Different code scored the older split (${stages.join(", ")})` : null;
}

/** Reason why nothing is linked, and what to do. */
function refusalOf(
  pair: EvaluatedPair,
  metrics: readonly Metric[],
  frozen: readonly FrozenSystem[],
): string {
  const consequence = `how much of a change is due to ${nameOf(pair.newer)} and how much to the news is unknown`;
  const difference = scoringDifference(pair);
  if (difference !== null)
    return `${difference}: ${consequence}. Run that evaluation again, in the same way as this one and with --redo.`;
  if (metrics.length === 0)
    return `No metric that is a share was computed in the same way on both splits: ${consequence}.`;
  const flags = metrics.some(isOfRetrieval) ? "--retrieval-only" : "--model NAME";
  const reason =
    frozen.length === 0
      ? "No frozen system was scored on both splits"
      : "No frozen system shares a metric and items with it on both splits";
  return `${reason}: ${consequence}. Run the same baseline on both (ragwright baseline <run> ${flags}), then run this command again.`;
}

const evaluatedIn = (directory: string, result = readResult(directory)): FinishedEvaluation => ({
  directory,
  result,
  versions: openRun(directory).versions,
});

/** Other evaluations in the same folder. */
const neighboursOf = ({ directory }: FinishedEvaluation): FinishedEvaluation[] =>
  evaluationsIn(dirname(directory))
    .filter(path => basename(path) !== basename(directory))
    .map(path => evaluatedIn(path));

/** Links a finished evaluation with an older one of the same system; frozen systems are looked for next to both. Null if there is no older one. */
export function linkEvaluations(
  directory: string,
  result: EvaluationResult,
  { older: olderDirectory, frozen: frozenNames = [] }: LinkOptions,
): SplitLink | null {
  if (olderDirectory === undefined) return null;
  const pair = { older: evaluatedIn(olderDirectory), newer: evaluatedIn(directory, result) };
  const { frozen, notFrozen } = frozenSystems(
    neighboursOf(pair.older),
    neighboursOf(pair.newer),
    frozenNames,
  );
  const metrics = scoringDifference(pair) !== null ? [] : linkMetrics(pair, frozen);
  const linked = metrics.flatMap((entry): LinkedMetric[] => (entry.linked ? [entry.linked] : []));
  const recordOf = (one: FinishedEvaluation) => ({ path: one.directory, system: nameOf(one) });
  return {
    older: recordOf(pair.older),
    newer: recordOf(pair.newer),
    metrics: linked,
    notFrozen,
    unlinked: metrics.flatMap(evaluation => (evaluation.linked ? [] : [evaluation.metric])),
    refusal:
      linked.length > 0
        ? null
        : refusalOf(
            pair,
            metrics.map(({ metric }) => metric),
            frozen,
          ),
  };
}
