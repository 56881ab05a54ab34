// Estimates tokens and cost of a run's foreseen calls: expected, low and high.

import type { Estimate } from "../../schemas/plan.ts";
import { costOf, type Price } from "../../schemas/prices.ts";
import type { Foreseen } from "./foresee.ts";

interface Tokens {
  readonly inputTokens: Estimate;
  readonly outputTokens: Estimate;
}

/** The range from the estimate divided by the factor to the estimate multiplied by it. */
const around = (expected: number, factor: number): Estimate => ({
  expected: Math.round(expected),
  low: Math.round(expected / factor),
  high: Math.round(expected * factor),
});

/** Half of a model's allowed thinking is expected, all of it in the high end. No reply is longer than its contract allows. */
export function estimateTokens(
  { calls, inputTokens, outputTokens, maxOutputTokens }: Foreseen,
  factor: number,
  thinkingTokens: number,
): Tokens {
  const thinking = calls * thinkingTokens;
  const output = around(outputTokens, factor);
  return {
    inputTokens: around(inputTokens, factor),
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

const each = (estimate: (name: keyof Estimate) => number): Estimate => ({
  expected: estimate("expected"),
  low: estimate("low"),
  high: estimate("high"),
});

/** Cost in USD. */
export const estimateCost = (
  { inputTokens, outputTokens }: Tokens,
  price: Price,
  viaBatch: boolean,
): Estimate =>
  each(name =>
    costOf(price, { inputTokens: inputTokens[name], outputTokens: outputTokens[name] }, viaBatch),
  );

export const scaled = (estimate: Estimate, by: number): Estimate =>
  each(name => estimate[name] * by);

export const addUp = (estimates: readonly Estimate[]): Estimate =>
  each(name => estimates.reduce((sum, estimate) => sum + estimate[name], 0));

/** Null if any of them is unknown. */
export function addUpKnown(estimates: readonly (Estimate | null)[]): Estimate | null {
  const known = estimates.filter(estimate => estimate !== null);
  return known.length === estimates.length ? addUp(known) : null;
}
