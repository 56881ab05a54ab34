// Reads the cost of a system's answers from its predictions, if recorded there: money, time, tokens.

import { z } from "zod";
import type { Spent } from "../../schemas/evaluation/decision.ts";
import { mean, median } from "../evaluate/descriptive-statistics.ts";
import { usageInReply } from "../systems/reply-usage.ts";
import { readEvaluatedAnswers } from "../evaluate/predictions/evaluated-answers.ts";
import { openRecords } from "../evaluate/record-files.ts";

const amount = z.number().min(0).nullish().catch(null);
/** Names used by files and providers; all are optional. */
const CostFields = z.object({
  costUsd: amount,
  latency: amount,
  latencySeconds: amount,
  latencyMs: amount,
  latency_ms: amount,
  /** Measurements as `predict` writes them. */
  measured: z
    .object({ milliseconds: amount, inputTokens: amount, outputTokens: amount, cost: amount })
    .nullish()
    .catch(null),
});
type CostFields = z.output<typeof CostFields>;

const TotalUsage = z.object({ usage: z.object({ total_tokens: amount }).nullish().catch(null) });

const firstNumber = (...values: readonly (number | null | undefined)[]): number | null =>
  values.find(value => typeof value === "number") ?? null;

function secondsOf({
  latency,
  latencySeconds,
  latencyMs,
  latency_ms,
  measured,
}: CostFields): number | null {
  const milliseconds = firstNumber(latencyMs, latency_ms, measured?.milliseconds);
  return firstNumber(latencySeconds, latency, milliseconds === null ? null : milliseconds / 1000);
}

/** Cost and tokens of a prediction, under providers' names or as `predict` measured them. */
function costAndTokensOf(value: unknown, { costUsd, measured }: CostFields) {
  const { cost, ...usage } = usageInReply(value, () => undefined);
  const inputTokens = firstNumber(usage.inputTokens, measured?.inputTokens);
  const outputTokens = firstNumber(usage.outputTokens, measured?.outputTokens);
  const total = TotalUsage.safeParse(value).data?.usage?.total_tokens;
  return {
    cost: firstNumber(cost, costUsd, measured?.cost),
    tokens: firstNumber(
      total,
      inputTokens === null && outputTokens === null
        ? null
        : (inputTokens ?? 0) + (outputTokens ?? 0),
    ),
  };
}

/** Predictions in a file, or those of a system in an evaluation. */
const predictionsIn = (path: string): unknown[] => [
  ...(readEvaluatedAnswers(path)?.rows ??
    [...openRecords(path, "").records()].map(({ value }) => value)),
];

/**
 * The mean cost in USD (`cost`, or in `usage`), the median time in seconds (`latency`, or `latencyMs`) and the mean
 * number of tokens (`usage`, as OpenAI and Anthropic write it), each across the predictions that contain it; all
 * three may be in `measured`, as `predict` writes it. Null for values that no prediction contains.
 */
export function readAnswerCosts(path: string): Spent {
  const costs = predictionsIn(path).flatMap(value => {
    const { data } = CostFields.safeParse(value);
    return data ? { ...costAndTokensOf(value, data), seconds: secondsOf(data) } : [];
  });
  const valuesOf = (field: "cost" | "seconds" | "tokens") =>
    costs.flatMap(cost => cost[field] ?? []);
  return {
    cost: mean(valuesOf("cost")),
    seconds: median(valuesOf("seconds")),
    tokens: mean(valuesOf("tokens")),
  };
}
