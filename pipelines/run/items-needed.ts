// Calculates how many items are needed to detect a difference: from two evaluated systems of a run, otherwise from published measurements.

import type { ItemsNeeded } from "../../schemas/evaluation/items-needed.ts";
import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import { PipelineError } from "../engine/errors.ts";
import { groupBy } from "../engine/grouping.ts";
import { pairLeads, requireDecidingMetric } from "../evaluate/decide/paired-leads.ts";
import { goodness } from "../evaluate/metric-sense.ts";
import { readScores } from "../evaluate/result.ts";
import {
  itemsNeeded as itemsToDetect,
  type KnownSpread,
  resampledSpread,
  defaultSpread,
} from "../evaluate/statistics/items-needed.ts";
import { isOnOtherQuestions } from "../evaluate/system-names.ts";
import { chooseRunTruths, evaluationsOf } from "./evaluation-inputs.ts";

export interface ItemsNeededOptions {
  /** Difference to detect, as a share of the metric's range, above 0: 0.03 is three points. */
  readonly difference: number;
  /** Default: `evidence-recall`. */
  readonly metric?: Metric | undefined;
  /** The directory of a run with at least two evaluated systems. */
  readonly against?: string | undefined;
  /** Names of two of its systems. Default: the two best by the metric. */
  readonly systems?: readonly string[] | undefined;
}

const defaultSource =
  "published measurements, since no run is named (--against): a spread of a third (Miller 2024, arXiv 2411.00640), confirmed by 28 pairs of BM25 settings on the ragwright demo, which give the low and high ends";

/** Each system's scores, from the first folder that has it. */
function systemsOf(run: string, metric: Metric): Map<string, ScoreRow[]> {
  const scoresBySystem = new Map<string, ScoreRow[]>();
  for (const directory of evaluationsOf(run)) {
    const allRows = readScores(directory).filter(
      row => !isOnOtherQuestions(row) && row.values[metric] != null,
    );
    for (const [system, rows] of groupBy(allRows, row => row.system))
      if (!scoresBySystem.has(system)) scoresBySystem.set(system, rows);
  }
  return scoresBySystem;
}

const meanOf = (rows: readonly ScoreRow[], metric: Metric): number =>
  rows.reduce((total, { values }) => total + (goodness(metric, values[metric] ?? 0) ?? 0), 0) /
  rows.length;

function choosePair(
  systems: ReadonlyMap<string, readonly ScoreRow[]>,
  {
    systems: names,
    metric,
    run,
  }: { systems: readonly string[] | undefined; metric: Metric; run: string },
): readonly [string, string] {
  const rankedSystems = [...systems.keys()].toSorted(
    (a, b) => meanOf(systems.get(b) ?? [], metric) - meanOf(systems.get(a) ?? [], metric),
  );
  const [first, second, ...more] = names ?? rankedSystems.slice(0, 2);
  const unknownName = names?.find(name => !systems.has(name));
  if (first !== undefined && second !== undefined && more.length === 0 && unknownName === undefined)
    return [first, second];
  const systemList =
    rankedSystems.length > 0 ? `It has ${rankedSystems.slice(0, 10).join(", ")}.` : "It has none.";
  throw new PipelineError(
    names ? "wrong-use" : "bad-input",
    `${run} does not have the two required systems with ${metric}. ${systemList}`,
    {
      hint: names
        ? "Name two of them: --systems A,B"
        : `Evaluate two, for example: ragwright baseline ${run} --retrieval-only --chunk-size 128,256`,
    },
  );
}

interface MeasuredSpread {
  readonly spread: KnownSpread;
  readonly basis: ItemsNeeded["basis"];
}

/** Clusters items by document: an item about several documents counts under the first; an item without documents is its own cluster. */
function measureSpread(
  run: string,
  metric: Metric,
  names: readonly string[] | undefined,
): MeasuredSpread {
  const { rows } = chooseRunTruths(run, undefined);
  const documentOf = new Map(rows.map(({ id, documentIds: [first] }) => [id, first ?? id]));
  const systems = systemsOf(run, metric);
  const pair = choosePair(systems, { systems: names, metric, run });
  const leads = pairLeads(systems.get(pair[0]) ?? [], systems.get(pair[1]) ?? [], metric).filter(
    ({ itemId }) => documentOf.has(itemId),
  );
  // Linearized values of a weighted mean: with equal weights these are the differences minus their mean.
  const total = leads.reduce((sum, { weight }) => sum + weight, 0);
  const mean = leads.reduce((sum, { value, weight }) => sum + value * weight, 0) / total;
  const clusters = [
    ...groupBy(leads, ({ itemId }) => documentOf.get(itemId) ?? itemId).values(),
  ].map(cluster =>
    cluster.map(({ value, weight }) => ((value - mean) * weight * leads.length) / total),
  );
  if (clusters.length < 2)
    throw new PipelineError(
      "bad-input",
      `${pair.join(" and ")} share items from ${clusters.length} documents of ${run}: at least two are needed to see how much items differ.`,
      { hint: "Name two systems that were evaluated on the same items: --systems A,B" },
    );
  const spread = resampledSpread(clusters);
  if (spread === undefined || spread.bestSpread.standardDeviation < 1e-9)
    throw new PipelineError(
      "bad-input",
      `${pair.join(" and ")} have the same ${metric} on every item that both have in ${run}: how much items differ cannot be estimated.`,
      { hint: "Name two different systems: --systems A,B" },
    );
  return {
    spread,
    basis: {
      against: run,
      systems: [...pair],
      items: leads.length,
      documents: clusters.length,
      source: `the differences between ${pair.join(" and ")} on ${leads.length} items across ${clusters.length} documents of ${run}; intervals from resamples of the documents`,
    },
  };
}

/** Throws PipelineError("wrong-use") for a metric without a preferred direction, or systems that the run lacks, ("bad-input") if the run does not have two. */
export function itemsNeeded({
  difference,
  metric = "evidence-recall",
  against,
  systems,
}: ItemsNeededOptions): ItemsNeeded {
  requireDecidingMetric(metric);
  const { spread, basis } =
    against === undefined
      ? {
          spread: defaultSpread,
          basis: {
            against: null,
            systems: null,
            items: null,
            documents: null,
            source: defaultSource,
          },
        }
      : measureSpread(against, metric, systems);
  return {
    metric,
    difference,
    design: "paired",
    confidence: 0.95,
    power: 0.8,
    basis,
    ...itemsToDetect(spread, difference),
  };
}
