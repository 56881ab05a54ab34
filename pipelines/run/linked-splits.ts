// An evaluation beside that of the same system on an older split: what of the change is the system's, and what the news'.

import { basename, dirname } from "node:path";
import {
  judgedMetrics,
  type Metric,
  retrievalMetrics,
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

/** What of a system is measured alike on both splits. Of a cosine nobody knows by which embedding. */
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

const isJudged = (metric: Metric): boolean => judgedMetrics.some(judged => judged === metric);

/** Scores of an evaluation are read once, however many of its systems are anchors. */
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

/** The system by each metric that it has on both splits; null where no frozen one has it too, or on too few items. */
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

/** How the older split was scored otherwise than the newer; null where it was not. */
function scoredOtherwise(pair: EvaluatedPair): string | null {
  const { variant } = pair.older.result;
  if (variant !== pair.newer.result.variant)
    return `The older split was scored by the variant ${variant}`;
  const stages = ranOtherwise(pair);
  return stages.length > 0 ? `Other code scored the older split (${stages.join(", ")})` : null;
}

/** Why nothing is said, and what to type. */
function refusalOf(
  pair: EvaluatedPair,
  wanted: readonly Metric[],
  frozen: readonly FrozenSystem[],
): string {
  const cannot = `how much of a change is ${nameOf(pair.newer)}'s and how much the news' cannot be told`;
  const unlike = scoredOtherwise(pair);
  if (unlike !== null)
    return `${unlike}: ${cannot}. Type that evaluation again, as this one and with --redo.`;
  if (wanted.length === 0)
    return `No metric of shares was computed alike on both splits: ${cannot}.`;
  const how = wanted.some(metric => retrievalMetrics.some(one => one === metric))
    ? "--retrieval-only"
    : "--model NAME";
  const lack =
    frozen.length === 0
      ? "No frozen system was scored on both splits"
      : "No frozen system shares a metric and items with it on both splits";
  return `${lack}: ${cannot}. Run the same plain RAG on both, ragwright baseline <run> ${how}, then type this command again.`;
}

const evaluatedIn = (directory: string, result = readResult(directory)): Evaluated => ({
  directory,
  result,
  versions: openRun(directory).versions,
});

/** Evaluations in the same folder, without it. */
const beside = ({ directory }: Evaluated): Evaluated[] =>
  evaluationsIn(dirname(directory))
    .filter(path => basename(path) !== basename(directory))
    .map(path => evaluatedIn(path));

/** A finished evaluation linked with an older one of the same system; frozen systems are looked for beside both. Null without an older one. */
export function linkEvaluations(
  directory: string,
  result: EvaluationResult,
  { older: olderDirectory, frozen: named = [] }: LinkOptions,
): SplitLink | null {
  if (olderDirectory === undefined) return null;
  const pair = { older: evaluatedIn(olderDirectory), newer: evaluatedIn(directory, result) };
  const { frozen, notFrozen } = frozenSystems(beside(pair.older), beside(pair.newer), named);
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
