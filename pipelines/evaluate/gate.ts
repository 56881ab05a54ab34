// Checks whether a system meets its bounds. Every item counts: an item without a prediction or value gets the worst value.

import {
  type Metric,
  metricRecords,
  type ScoreRow,
  type Variant,
} from "../../schemas/evaluation/metrics.ts";
import type { PredictionRow } from "../../schemas/evaluation/predictions.ts";
import type { BoundResult, Gate } from "../../schemas/evaluation/result.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import type { Bound } from "./metric-bounds.ts";
import { senseOf } from "./metric-sense.ts";
import { createAnswerScorer } from "./scores/answer-scores.ts";
import { judgedScores } from "./scores/judged-scores.ts";
import { retrievalScores } from "./scores/retrieval-scores.ts";
import { truthScores } from "./scores/truth-scores.ts";
import { estimateOver, hasValue, valueOver } from "./summaries.ts";

export interface GateInput {
  readonly truths: readonly TruthRow[];
  /** Scores of one system. */
  readonly scores: readonly ScoreRow[];
  /** Ids of items without a prediction. */
  readonly missingIds: readonly string[];
  /** Whether items without a prediction are left out. */
  readonly allowMissing: boolean;
  readonly variant: Variant;
}

interface GatedItem {
  readonly row: ScoreRow | undefined;
  /** Scores of a prediction that retrieves nothing and says nothing. */
  readonly emptyScore: ScoreRow;
}

function applies(metric: Metric, { row, emptyScore }: GatedItem): boolean {
  const { appliesAs = metric } = metricRecords[metric];
  return (
    appliesAs === "every item" ||
    hasValue(emptyScore, appliesAs as Metric) ||
    (row !== undefined && hasValue(row, metric))
  );
}

/**
 * Creates a scorer of a prediction that retrieves nothing and says nothing. A metric that needs something the item
 * lacks (references, labels, keypoints) has no value there either.
 */
function createEmptyPredictionScorer(variant: Variant): (truth: TruthRow) => ScoreRow {
  const scoreAnswer = createAnswerScorer();
  return truth => {
    const { id, language, type, domain } = truth;
    const prediction: PredictionRow = {
      id,
      itemId: id,
      system: "",
      language,
      answer: "",
      retrieved: [],
      reranked: null,
      contexts: null,
    };
    const scoreInput = { truth, prediction, variant };
    const { values, weights } = retrievalScores(scoreInput);
    const answerScores = scoreAnswer(scoreInput);
    const verdicts = (truth.keypoints ?? []).map(keypoint => ({
      keypointId: keypoint.id,
      verdict: "neither" as const,
      reason: "",
    }));
    const judgedValues = judgedScores(scoreInput, {
      keypoints: { verdicts },
      faithfulness: undefined,
      relevance: undefined,
      correctness: { score: 1 },
      quest: { answers: [] },
      questReference: { answers: truth.quest ?? [] },
    });
    return {
      id,
      itemId: id,
      system: "",
      language,
      type,
      domain,
      values: { ...values, ...answerScores.values, ...truthScores(scoreInput), ...judgedValues },
      weights,
      bleu: answerScores.bleu,
    };
  };
}

// The mean of values such as 0.1 may miss its bound by rounding alone.
const tolerance = 1e-9;

const meetsBound = ({ limit, must }: Bound, value: number): boolean =>
  must === "at-least" ? value >= limit - tolerance : value <= limit + tolerance;

interface CountedValues {
  /** One row per item to which the metric applies. */
  readonly rows: readonly ScoreRow[];
  /** Number of rows that got the worst value, and of items left out because the judge abstained. */
  readonly worstCount: number;
  readonly abstainedCount: number;
}

/**
 * Collects the items to which the metric applies. One without a value gets the worst value, unless the judge abstained,
 * which shows nothing about the system.
 */
function countedValues(metric: Metric, items: readonly GatedItem[]): CountedValues {
  const { better, min, max } = senseOf(metric);
  const worst = better === "less" ? max : min;
  const applicableItems = items.filter(item => applies(metric, item));
  const judgedItems = applicableItems.filter(({ row }) => !(row?.abstained ?? []).includes(metric));
  let worstCount = 0;
  const rows = judgedItems.map(({ row, emptyScore }) => {
    if (row && hasValue(row, metric)) return row;
    worstCount++;
    return { ...emptyScore, values: { [metric]: worst } };
  });
  return { rows, worstCount, abstainedCount: applicableItems.length - judgedItems.length };
}

/** The value that is compared with the bound; null if no item has one. */
function comparedValue({ metric, end }: Bound, rows: readonly ScoreRow[]): number | null {
  const value = end === undefined ? valueOver(rows, metric) : estimateOver(rows, metric)[end];
  // A metric in decibels has no worst value, so the mean may be infinite.
  return Number.isFinite(value) ? value : null;
}

function checkBound(bound: Bound, items: readonly GatedItem[]): BoundResult {
  const { metric, group } = bound;
  const itemsOfGroup = items.filter(
    ({ emptyScore: { type, domain, language } }) =>
      group === undefined || [type, domain, language].includes(group),
  );
  const { rows, worstCount, abstainedCount } = countedValues(metric, itemsOfGroup);
  const value = worstCount === rows.length ? null : comparedValue(bound, rows);
  return {
    ...bound,
    value,
    items: rows.length,
    failed: worstCount,
    ...(abstainedCount > 0 ? { abstained: abstainedCount } : {}),
    kept: value !== null && meetsBound(bound, value),
  };
}

function gatedItems({ truths, scores, missingIds, allowMissing, variant }: GateInput): GatedItem[] {
  const scoreEmptyPrediction = createEmptyPredictionScorer(variant);
  const rows = new Map(scores.map(row => [row.itemId, row]));
  const skippedIds = new Set(allowMissing ? missingIds : []);
  return truths
    .filter(({ id }) => !skippedIds.has(id))
    .map(truth => ({ row: rows.get(truth.id), emptyScore: scoreEmptyPrediction(truth) }));
}

/** A system's values for a metric, item by item, as a gate counts them. */
export const countedScores = (input: GateInput, metric: Metric): CountedValues =>
  countedValues(metric, gatedItems(input));

/**
 * Checks each bound, in the order given. The value compared with it is computed over all items that have what the
 * metric needs: if an item has no prediction or no value, it gets the worst value. A bound for which no item has a
 * value is not met. Null if there are no bounds.
 */
export function checkGate({
  bounds,
  ...input
}: GateInput & { readonly bounds: readonly Bound[] }): Gate | null {
  if (bounds.length === 0) return null;
  const { missingIds, allowMissing, truths } = input;
  const items = gatedItems(input);
  const warning =
    allowMissing && missingIds.length > 0
      ? `--allow-missing: the bounds leave out ${missingIds.length} of ${truths.length} items, which have no prediction.`
      : null;
  return { bounds: bounds.map(bound => checkBound(bound, items)), warning };
}
