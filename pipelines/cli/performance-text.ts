// Formats the time, tokens and cost of a system's answers in one line.

import type { Performance } from "../../schemas/evaluation/performance.ts";
import { inDollars } from "../engine/spending.ts";

const roundedText = (value: number): string => Math.round(value).toLocaleString("en-US");

/** Empty if nothing was measured. */
export function performanceText(measured: Performance | null | undefined): string {
  if (!measured) return "";
  const { milliseconds: latency, tokens, cost, failedTries } = measured;
  return [
    latency
      ? `Time: ${roundedText(latency.p50)} ms at p50, ${roundedText(latency.p95)} ms at p95 (${latency.n} answers)`
      : "",
    failedTries > 0 ? `${failedTries} attempts failed before an answer arrived` : "",
    tokens
      ? `tokens per answer: ${roundedText(tokens.input)} in, ${roundedText(tokens.output)} out (${tokens.n} reported)`
      : "",
    cost
      ? `cost: ${inDollars(cost.mean)} per answer, ${inDollars(cost.total)} in total (${cost.n} reported)`
      : "",
  ]
    .filter(part => part !== "")
    .join("; ");
}
