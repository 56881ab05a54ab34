// What a system's answers cost, as far as its predictions say so: money, seconds, tokens.

import { z } from "zod";
import type { Spent } from "../../../schemas/evaluation/decision.ts";
import { mean, median } from "../agreement.ts";
import { openRecords } from "../record-files.ts";

const amount = z.number().min(0).nullish().catch(null);
/** Names that files and providers give them; all may be missing. */
const Costing = z.object({
  cost: amount,
  costUsd: amount,
  cost_usd: amount,
  latency: amount,
  latencySeconds: amount,
  latencyMs: amount,
  latency_ms: amount,
  /** As `predict` writes it. */
  measured: z
    .object({ milliseconds: amount, inputTokens: amount, outputTokens: amount, cost: amount })
    .nullish()
    .catch(null),
  usage: z
    .object({
      total_tokens: amount,
      prompt_tokens: amount,
      completion_tokens: amount,
      input_tokens: amount,
      output_tokens: amount,
      inputTokens: amount,
      outputTokens: amount,
      cost: amount,
    })
    .nullish()
    .catch(null),
});
type Costing = z.output<typeof Costing>;

const first = (...found: readonly (number | null | undefined)[]): number | null =>
  found.find(value => typeof value === "number") ?? null;

const costOf = ({ cost, costUsd, cost_usd, usage, measured }: Costing) =>
  first(cost, costUsd, cost_usd, usage?.cost, measured?.cost);

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

function tokensOf({ usage, measured }: Costing): number | null {
  const read = first(
    usage?.prompt_tokens,
    usage?.input_tokens,
    usage?.inputTokens,
    measured?.inputTokens,
  );
  const written = first(
    usage?.completion_tokens,
    usage?.output_tokens,
    usage?.outputTokens,
    measured?.outputTokens,
  );
  return first(
    usage?.total_tokens,
    read === null && written === null ? null : (read ?? 0) + (written ?? 0),
  );
}

/**
 * Over the lines that say it: the mean cost in USD (`cost`, or in `usage`), the median of seconds (`latency`, or `latencyMs`), the mean of
 * tokens (`usage`, as OpenAI and Anthropic write it); all three in `measured`, as `predict` does. Null for what no line says.
 */
export function readSpent(path: string): Spent {
  const lines = [...openRecords(path, "").records()].flatMap(
    ({ value }) => Costing.safeParse(value).data ?? [],
  );
  const known = (of: (line: Costing) => number | null) => lines.flatMap(line => of(line) ?? []);
  return {
    cost: mean(known(costOf)),
    seconds: median(known(secondsOf)),
    tokens: mean(known(tokensOf)),
  };
}
