// Estimates tokens and cost of a run's planned calls: expected, low and high.

import type { Estimate } from "../../schemas/plan.ts";
import { costOf, type Price } from "../../schemas/prices.ts";
import type { CallForecast } from "./call-forecast.ts";

interface Tokens {
  readonly inputTokens: Estimate;
  readonly outputTokens: Estimate;
}

/** The range from the estimate divided by the factor to the estimate multiplied by it. */
const rangeAround = (expected: number, factor: number): Estimate => ({
  expected: Math.round(expected),
  low: Math.round(expected / factor),
  high: Math.round(expected * factor),
});

/** Expects half of the thinking that a model is allowed, and all of it at the high end. No reply is longer than its contract allows. */
export function estimateTokens(
  { calls, inputTokens, outputTokens, maxOutputTokens }: CallForecast,
  factor: number,
  thinkingTokens: number,
): Tokens {
  const thinking = calls * thinkingTokens;
  const output = rangeAround(outputTokens, factor);
  return {
    inputTokens: rangeAround(inputTokens, factor),
    outputTokens: {
      low: output.low,
      expected: Math.round(output.expected + thinking / 2),
      high: Math.round(
        Math.max(output.expected, Math.min(output.high, maxOutputTokens * factor)) +
          thinking * factor,
      ),
    },
  };
}

const mapEstimate = (valueOf: (end: keyof Estimate) => number): Estimate => ({
  expected: valueOf("expected"),
  low: valueOf("low"),
  high: valueOf("high"),
});

/** Cost in USD. */
export const estimateCost = (
  { inputTokens, outputTokens }: Tokens,
  price: Price,
  viaBatch: boolean,
): Estimate =>
  mapEstimate(end =>
    costOf(price, { inputTokens: inputTokens[end], outputTokens: outputTokens[end] }, viaBatch),
  );

export const scaleEstimate = (estimate: Estimate, factor: number): Estimate =>
  mapEstimate(end => estimate[end] * factor);

export const sumEstimates = (estimates: readonly Estimate[]): Estimate =>
  mapEstimate(end => estimates.reduce((sum, estimate) => sum + estimate[end], 0));

/** Null if any of them is unknown. */
export function sumKnownEstimates(estimates: readonly (Estimate | null)[]): Estimate | null {
  const knownEstimates = estimates.filter(estimate => estimate !== null);
  return knownEstimates.length === estimates.length ? sumEstimates(knownEstimates) : null;
}
