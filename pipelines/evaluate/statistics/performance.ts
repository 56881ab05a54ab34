// Summarizes the time, tokens and cost of a system's answers: quantiles of the time, means of the others.

import type { Measured, Performance } from "../../../schemas/evaluation/performance.ts";
import { totalOf } from "../../../schemas/prices.ts";
import { sum } from "../sum.ts";

/**
 * The smallest value that at least this share of the values does not exceed, and thus always an observed one (Hyndman and Fan 1996, The
 * American Statistician 50:361, definition 1). `sorted` is not empty.
 */
export const nearestRank = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;

const knownValues = (values: readonly (number | null)[]): number[] =>
  values.filter(value => value !== null);

const meanOf = (values: readonly number[]): number => sum(values) / values.length;

function timesOf(measured: readonly Measured[]): Performance["milliseconds"] {
  const times = knownValues(measured.map(({ milliseconds }) => milliseconds)).sort((a, b) => a - b);
  return times.length === 0
    ? null
    : { p50: nearestRank(times, 0.5), p95: nearestRank(times, 0.95), n: times.length };
}

function tokensOf(measured: readonly Measured[]): Performance["tokens"] {
  const answersWithTokens = measured.flatMap(({ inputTokens, outputTokens }) =>
    inputTokens === null || outputTokens === null ? [] : [{ inputTokens, outputTokens }],
  );
  if (answersWithTokens.length === 0) return null;
  return {
    input: meanOf(answersWithTokens.map(({ inputTokens }) => inputTokens)),
    output: meanOf(answersWithTokens.map(({ outputTokens }) => outputTokens)),
    n: answersWithTokens.length,
  };
}

function costsOf(measured: readonly Measured[]): Performance["cost"] {
  const costs = knownValues(measured.map(({ cost }) => cost));
  return costs.length === 0
    ? null
    : { mean: meanOf(costs), total: totalOf(costs), n: costs.length };
}

/** Summarizes the measured answers of one system; null if none was measured. */
export function performanceOf(answers: Iterable<Measured | undefined>): Performance | null {
  const measured = [...answers].filter(answer => answer !== undefined);
  if (measured.length === 0) return null;
  return {
    answers: measured.length,
    failedTries: sum(measured.map(({ failedTries }) => failedTries)),
    milliseconds: timesOf(measured),
    tokens: tokensOf(measured),
    cost: costsOf(measured),
  };
}
