// Reads the tokens and the cost from a reply of a user's RAG, under the names that common providers use.

import { z } from "zod";
import { costOf, type Price } from "../../schemas/prices.ts";
import { type Fields, isObject } from "./fields.ts";

const inputNames = ["prompt_tokens", "input_tokens", "inputTokens", "promptTokens"];
const outputNames = ["completion_tokens", "output_tokens", "outputTokens", "completionTokens"];
const costNames = ["cost", "total_cost", "cost_usd"];

const Amount = z.number().min(0);

interface ReportedUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** In USD: as reported, otherwise from the price of the named model, otherwise null. */
  readonly cost: number | null;
}

/** The first of these fields that holds an amount; an invalid one counts as missing. */
const firstAmount = (fields: Fields, names: readonly string[]): number | null =>
  names.map(name => Amount.safeParse(fields[name]).data).find(amount => amount !== undefined) ??
  null;

/** `priceOf` looks a model up by the name that the reply gives it. */
export function usageInReply(
  reply: unknown,
  priceOf: (model: string) => Price | undefined,
): ReportedUsage {
  const fields = isObject(reply) ? reply : {};
  const usage = isObject(fields["usage"]) ? fields["usage"] : {};
  const inputTokens = firstAmount(usage, inputNames);
  const outputTokens = firstAmount(usage, outputNames);
  const { model } = fields;
  const price = typeof model === "string" && model !== "" ? priceOf(model) : undefined;
  const computedCost =
    price && inputTokens !== null && outputTokens !== null
      ? costOf(price, { inputTokens, outputTokens }, false)
      : null;
  const cost = firstAmount(fields, costNames) ?? firstAmount(usage, costNames) ?? computedCost;
  return { inputTokens, outputTokens, cost };
}
