// Reads tokens and cost from a reply of a user's RAG, under the names that common providers use.

import { z } from "zod";
import { costOf, type Price } from "../../schemas/prices.ts";

const amount = z.number().min(0).nullish().catch(null);

const Usage = z
  .object({
    prompt_tokens: amount,
    input_tokens: amount,
    inputTokens: amount,
    promptTokens: amount,
    completion_tokens: amount,
    output_tokens: amount,
    outputTokens: amount,
    completionTokens: amount,
    cost: amount,
    total_cost: amount,
    cost_usd: amount,
  })
  .nullish()
  .catch(null);

/** Parsed tolerantly: an invalid count counts as missing. */
const Reported = z.object({
  usage: Usage,
  model: z.string().nullish().catch(null),
  cost: amount,
  total_cost: amount,
  cost_usd: amount,
});

interface ReportedUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** In USD: as reported, otherwise from the price of the named model, otherwise null. */
  readonly cost: number | null;
}

const firstAmount = (...amounts: readonly (number | null | undefined)[]): number | null =>
  amounts.find(each => each !== null && each !== undefined) ?? null;

/** `priceOf` looks a model up by the name that the reply gives it. */
export function usageInReply(
  reply: unknown,
  priceOf: (model: string) => Price | undefined,
): ReportedUsage {
  const reported = Reported.safeParse(reply).data;
  const usage = reported?.usage;
  const inputTokens = firstAmount(
    usage?.prompt_tokens,
    usage?.input_tokens,
    usage?.inputTokens,
    usage?.promptTokens,
  );
  const outputTokens = firstAmount(
    usage?.completion_tokens,
    usage?.output_tokens,
    usage?.outputTokens,
    usage?.completionTokens,
  );
  const cost = [reported, usage]
    .flatMap(fields => [fields?.cost, fields?.total_cost, fields?.cost_usd])
    .find(each => each !== null && each !== undefined);
  const price = reported?.model ? priceOf(reported.model) : undefined;
  const computedCost =
    price && inputTokens !== null && outputTokens !== null
      ? costOf(price, { inputTokens, outputTokens }, false)
      : null;
  return { inputTokens, outputTokens, cost: cost ?? computedCost };
}
