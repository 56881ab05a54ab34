// From what a dry run counted to what a run would take: tokens and cost, expected and from low to high.

import type { Estimate } from "../../schemas/plan.ts";
import { costOf, type Price } from "../../schemas/prices.ts";
import type { StageCount } from "../llm/counting.ts";

/** How a model's replies may differ from those of rules; the words under the table say the same. */
export const margins = {
  /** Replies at their shortest and longest, in lengths of the replies by rules. */
  shortReply: 0.5,
  longReply: 3,
  /** Texts in prompts, which hold earlier replies, at their longest. */
  longText: 2,
  /** Share of the requests asked once more because their reply did not fit, at most; that reply is then shown. */
  askedAgain: 0.2,
} as const;

interface Tokens {
  readonly inputTokens: Estimate;
  readonly outputTokens: Estimate;
}

const rounded = (low: number, expected: number, high: number): Estimate => ({ expected: Math.round(expected), low: Math.round(low), high: Math.round(high) });

/** Of what a model may think, half is expected, all at most. No reply is longer than its contract allows. */
export function estimateTokens({ calls, inputTokens, textTokens, outputTokens, longestOutput }: StageCount, thinkingTokens: number): Tokens {
  const { shortReply, longReply, longText, askedAgain } = margins;
  const thinking = calls * thinkingTokens;
  // Rules keep to no contract's length.
  const within = (tokens: number) => Math.max(outputTokens, Math.min(longestOutput, tokens));
  const longest = within(outputTokens * longReply + thinking);
  const longestInput = inputTokens + textTokens * (longText - 1);
  return {
    inputTokens: rounded(inputTokens, inputTokens, longestInput + (longestInput + longest) * askedAgain),
    outputTokens: rounded(outputTokens * shortReply, within(outputTokens + thinking / 2), longest * (1 + askedAgain)),
  };
}

const each = (estimate: (name: keyof Estimate) => number): Estimate => ({ expected: estimate("expected"), low: estimate("low"), high: estimate("high") });

/** USD. */
export const estimateCost = ({ inputTokens, outputTokens }: Tokens, price: Price, viaBatch: boolean): Estimate =>
  each(name => costOf(price, { inputTokens: inputTokens[name], outputTokens: outputTokens[name] }, viaBatch));

export const scaled = (estimate: Estimate, by: number): Estimate => each(name => estimate[name] * by);

export const addUp = (estimates: readonly Estimate[]): Estimate => each(name => estimates.reduce((sum, estimate) => sum + estimate[name], 0));

/** Null as soon as one is not known. */
export function addUpKnown(estimates: readonly (Estimate | null)[]): Estimate | null {
  const known = estimates.filter(estimate => estimate !== null);
  return known.length === estimates.length ? addUp(known) : null;
}
