// Prices of models and costs of calls: `schemas/prices.yaml`, overridden by a project's own file.

import { z } from "zod";

export const Price = z
  .strictObject({
    /** USD for a million input tokens. */
    input: z.number().min(0),
    /** USD for a million input tokens that the provider read from its cache; `input` if absent. */
    cached: z.number().min(0).optional(),
    /** USD for a million output tokens; 0 for models that only read. Required, or a chat model's replies would seem free. */
    output: z.number().min(0),
    /** Batch API price as a share of the normal price. */
    batch: z.number().min(0).max(1).default(1),
  })
  // A ceiling reserves the uncached price of a request: that must be the most it can cost.
  .refine(({ input, cached = input }) => cached <= input, {
    path: ["cached"],
    message: "cached tokens must not cost more than other input",
  });
export type Price = z.output<typeof Price>;

/** Prices by model name, without provider (`gpt-4o-mini`). */
export const Prices = z.record(z.string(), Price);
export type Prices = z.output<typeof Prices>;

/** `-2024-07-18`, `-20250929`, `@20250929`, `-0613` (month and day). */
const datedVersion = /[-@](20\d{2}-\d{2}-\d{2}|20\d{6}|(0[1-9]|1[0-2])[0-3]\d)$/;

/** A model's price: under its own name, or of the model that it is a dated version of (`gpt-4o-mini-2024-07-18`). */
export function priceOf(prices: Prices, model: string): Price | undefined {
  return [model, model.replace(datedVersion, "")]
    .filter(name => Object.hasOwn(prices, name))
    .map(name => prices[name])[0];
}

interface UsedTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Input tokens read from the cache. */
  readonly cachedTokens?: number | undefined;
}

/** Cost of a call in USD. */
export const costOf = (
  { input, cached = input, output, batch }: Price,
  { inputTokens, outputTokens, cachedTokens = 0 }: UsedTokens,
  viaBatch: boolean,
): number =>
  ((inputTokens * input - cachedTokens * (input - cached) + outputTokens * output) / 1e6) *
  (viaBatch ? batch : 1);

// Fourteen digits: drops floating-point drift, so that 0.07 USD does not become one nano-dollar more.
const nano = (usd: number): number => Number((usd * 1e9).toPrecision(14));

/** Whole nano-dollars, rounded up: millions of them add up without drift, up to nine million USD. */
export const nanoDollars = (usd: number): number => Math.ceil(nano(usd));

/** Whole nano-dollars, rounded down: for limits that must not be exceeded. */
export const nanoDollarsAtMost = (usd: number): number => Math.floor(nano(usd));

/** Converts nano-dollars to USD. */
export const dollars = (nanoDollars: number): number => nanoDollars / 1e9;

/** The sum in USD of many costs in USD, none of them rounded down. */
export function totalOf(costs: Iterable<number>): number {
  let sum = 0;
  for (const cost of costs) sum += nanoDollars(cost);
  return dollars(sum);
}
