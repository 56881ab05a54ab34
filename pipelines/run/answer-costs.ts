// Reads the cost of a system's answers from its predictions, if recorded: money, seconds, tokens.

import { z } from "zod";
import type { Spent } from "../../schemas/evaluation/decision.ts";
import { mean, median } from "../evaluate/agreement.ts";
import { usageInReply } from "../systems/endpoint-usage.ts";
import { readEvaluatedAnswers } from "../evaluate/predictions/evaluated-answers.ts";
import { openRecords } from "../evaluate/record-files.ts";

const amount = z.number().min(0).nullish().catch(null);
/** Names used by files and providers; all are optional. */
const Costing = z.object({
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
type Costing = z.output<typeof Costing>;

const Total = z.object({ usage: z.object({ total_tokens: amount }).nullish().catch(null) });

const first = (...found: readonly (number | null | undefined)[]): number | null =>
  found.find(value => typeof value === "number") ?? null;

function secondsOf({
  latency,
  latencySeconds,
  latencyMs,
  latency_ms,
  measured,
}: Costing): number | null {
  const milliseconds = first(latencyMs, latency_ms, measured?.milliseconds);
  return first(latencySeconds, latency, milliseconds === null ? null : milliseconds / 1000);
}

/** Cost and tokens of a line, under the names of providers or as `predict` measured them. */
function billOf(value: unknown, { costUsd, measured }: Costing) {
  const { cost, inputTokens, outputTokens } = usageInReply(value, () => undefined);
  const read = first(inputTokens, measured?.inputTokens);
  const written = first(outputTokens, measured?.outputTokens);
  const total = Total.safeParse(value).data?.usage?.total_tokens;
  return {
    cost: first(cost, costUsd, measured?.cost),
    tokens: first(total, read === null && written === null ? null : (read ?? 0) + (written ?? 0)),
  };
}

/** Lines of a file, or rows of an evaluation's system. */
const valuesIn = (path: string): unknown[] => [
  ...(readEvaluatedAnswers(path)?.rows ??
    [...openRecords(path, "").records()].map(({ value }) => value)),
];

/**
 * Over the lines that have them: the mean cost in USD (`cost`, or in `usage`), the median of seconds (`latency`, or `latencyMs`), and the
 * mean of tokens (`usage`, as OpenAI and Anthropic write it); all three may be in `measured`, as `predict` writes it. Null for what no line has.
 */
export function readSpent(path: string): Spent {
  const lines = valuesIn(path).flatMap(value => {
    const { data } = Costing.safeParse(value);
    return data ? { ...billOf(value, data), seconds: secondsOf(data) } : [];
  });
  const known = (of: "cost" | "seconds" | "tokens") => lines.flatMap(line => line[of] ?? []);
  return {
    cost: mean(known("cost")),
    seconds: median(known("seconds")),
    tokens: mean(known("tokens")),
  };
}
