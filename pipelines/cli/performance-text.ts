// Time, tokens and cost of a system's answers in a line or two.

import type { Performance } from "../../schemas/evaluation/performance.ts";
import { inDollars } from "../engine/spending.ts";

const whole = (value: number): string => Math.round(value).toLocaleString("en-US");

/** Empty if nothing was measured. */
export function performanceText(measured: Performance | null | undefined): string {
  if (!measured) return "";
  const { milliseconds: time, tokens, cost, failedTries } = measured;
  return [
    time
      ? `Time: ${whole(time.p50)} ms at p50, ${whole(time.p95)} ms at p95 (${time.n} answers)`
      : "",
    failedTries > 0 ? `${failedTries} attempts failed before an answer came` : "",
    tokens
      ? `tokens per answer: ${whole(tokens.input)} in, ${whole(tokens.output)} out (${tokens.n} reported)`
      : "",
    cost
      ? `cost: ${inDollars(cost.mean)} per answer, ${inDollars(cost.total)} in total (${cost.n} reported)`
      : "",
  ]
    .filter(part => part !== "")
    .join("; ");
}
