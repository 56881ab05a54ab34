// Links an evaluation with one of the same system on an older split: how much of the change is due to the system, and how much to the news.

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
  type Evaluated,
  type EvaluatedPair,
  type FrozenSystem,
  frozenSystems,
  judgedAlike,
  ranOtherwise,
} from "../evaluate/frozen-systems.ts";
import { readResult, readScores } from "../evaluate/result.ts";
import type { OnBoth } from "../evaluate/statistics/compared-cells.ts";
import { canBeLinked, linkSplits } from "../evaluate/statistics/split-link.ts";
import { evaluationsIn } from "./evaluation-inputs.ts";
import type { LinkOptions } from "./older-evaluation.ts";

/** Metrics of a system that are measured in the same way on both splits; not cosines, whose embedding model is unknown. */
function metricsOf(pair: EvaluatedPair): Metric[] {
  const [older, newer] = [pair.older, pair.newer].map(
    ({ result }) => result.systems[0]?.metrics ?? {},
  );
  const alike = judgedAlike(pair);
  return (Object.keys(newer ?? {}) as Metric[]).filter(
    metric =>
      (older?.[metric]?.n ?? 0) > 0 &&
      (newer?.[metric]?.n ?? 0) > 0 &&
      canBeLinked(metric) &&
      (alike || !isJudged(metric)),
  );
}

/** Reads an evaluation's scores once, however many of its systems are anchors. */
function rowsReader(): (pair: EvaluatedPair, names: readonly [string, string]) => OnBoth {
  const read = new Map<string, ReturnType<typeof readScores>>();
  const rowsOf = ({ directory }: Evaluated, system: string) => {
    const rows = read.get(directory) ?? readScores(directory);
    read.set(directory, rows);
    return rows.filter(row => row.system === system);
  };
  return ({ older, newer }, [before, now]) => ({
    name: now,
    older: rowsOf(older, before),
    newer: rowsOf(newer, now),
  });
}

const nameOf = ({ result }: Evaluated): string => result.systems[0]?.system ?? result.name;

/** Links the system by each metric that it has on both splits; null if no frozen system has it too, or on too few items. */
function linkMetrics(pair: EvaluatedPair, frozen: readonly FrozenSystem[]) {
  const rowsOf = rowsReader();
  const system = rowsOf(pair, [nameOf(pair.older), nameOf(pair.newer)]);
  const others = frozen.map(anchor => ({
    alike: judgedAlike(anchor),
    rows: rowsOf(anchor, [anchor.name, anchor.name]),
  }));
  return metricsOf(pair).map(metric => {
    const has = (rows: readonly ScoreRow[]) => rows.some(({ values }) => values[metric] != null);
    const anchors = others
      .filter(({ alike }) => alike || !isJudged(metric))
      .map(({ rows }) => rows)
      .filter(({ older, newer }) => has(older) && has(newer));
    return { metric, linked: linkSplits({ metric, system, anchors }) };
  });
}

/** How the scoring of the older split differed from that of the newer; null if it did not. */
function scoredOtherwise(pair: EvaluatedPair): string | null {
  const { variant } = pair.older.result;
  if (variant !== pair.newer.result.variant)
    return `The older split was scored with the variant ${variant}`;
  const stages = ranOtherwise(pair);
  return stages.length > 0 ? `Different code scored the older split (${stages.join(", ")})` : null;
}

/** Reason why nothing is linked, and what to do. */
function refusalOf(
  pair: EvaluatedPair,
  wanted: readonly Metric[],
  frozen: readonly FrozenSystem[],
): string {
  const cannot = `how much of a change is due to ${nameOf(pair.newer)} and how much to the news is unknown`;
  const unlike = scoredOtherwise(pair);
  if (unlike !== null)
    return `${unlike}: ${cannot}. Run that evaluation again, in the same way as this one and with --redo.`;
  if (wanted.length === 0)
    return `No metric that is a share was computed in the same way on both splits: ${cannot}.`;
  const how = wanted.some(isOfRetrieval) ? "--retrieval-only" : "--model NAME";
  const lack =
    frozen.length === 0
      ? "No frozen system was scored on both splits"
      : "No frozen system shares a metric and items with it on both splits";
  return `${lack}: ${cannot}. Run the same plain RAG on both, ragwright baseline <run> ${how}, then run this command again.`;
}

const evaluatedIn = (directory: string, result = readResult(directory)): Evaluated => ({
  directory,
  result,
  versions: openRun(directory).versions,
});

/** Other evaluations in the same folder. */
const neighboursOf = ({ directory }: Evaluated): Evaluated[] =>
  evaluationsIn(dirname(directory))
    .filter(path => basename(path) !== basename(directory))
    .map(path => evaluatedIn(path));

/** Links a finished evaluation with an older one of the same system; frozen systems are looked for next to both. Null without an older one. */
export function linkEvaluations(
  directory: string,
  result: EvaluationResult,
  { older: olderDirectory, frozen: named = [] }: LinkOptions,
): SplitLink | null {
  if (olderDirectory === undefined) return null;
  const pair = { older: evaluatedIn(olderDirectory), newer: evaluatedIn(directory, result) };
  const { frozen, notFrozen } = frozenSystems(
    neighboursOf(pair.older),
    neighboursOf(pair.newer),
    named,
  );
  const metrics = scoredOtherwise(pair) !== null ? [] : linkMetrics(pair, frozen);
  const linked = metrics.flatMap((one): LinkedMetric[] => (one.linked ? [one.linked] : []));
  const side = (one: Evaluated) => ({ path: one.directory, system: nameOf(one) });
  return {
    older: side(pair.older),
    newer: side(pair.newer),
    metrics: linked,
    notFrozen,
    unlinked: metrics.flatMap(one => (one.linked ? [] : [one.metric])),
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
