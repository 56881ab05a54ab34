// What models cost, and what a call therefore cost: `schemas/prices.yaml` and a project's own file over it.

import { z } from "zod";

export const Price = z.strictObject({
  /** USD for a million input tokens. */
  input: z.number().min(0),
  /** USD for a million output tokens; none for models that only read. */
  output: z.number().min(0).default(0),
  /** The share of the price that is paid through the provider's Batch API. */
  batch: z.number().min(0).max(1).default(1),
});
export type Price = z.output<typeof Price>;

/** By model name, without provider (`gpt-4o-mini`). */
export const Prices = z.record(z.string(), Price);
export type Prices = z.output<typeof Prices>;

/** A model's price: under its own name, or that of the model of which it is a dated version (`gpt-4o-mini-2024-07-18`). */
export function priceOf(prices: Prices, model: string): Price | undefined {
  return prices[model] ?? prices[model.replace(/[-@](\d{4}-\d{2}-\d{2}|\d{8}|\d{4})$/, "")];
}

/** USD. */
export const costOf = ({ input, output, batch }: Price, usage: { readonly inputTokens: number; readonly outputTokens: number }, viaBatch: boolean): number =>
  ((usage.inputTokens * input + usage.outputTokens * output) / 1e6) * (viaBatch ? batch : 1);
