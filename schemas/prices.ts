// What models cost, and what a call therefore cost: `schemas/prices.yaml` and a project's own file over it.

import { z } from "zod";

export const Price = z
  .strictObject({
    /** USD for a million input tokens. */
    input: z.number().min(0),
    /** USD for a million input tokens that the provider read from its cache; `input` where absent. */
    cached: z.number().min(0).optional(),
    /** USD for a million output tokens; 0 for models that only read. Never left out, or a chat model's replies would seem free. */
    output: z.number().min(0),
    /** The share of the price that is paid through the provider's Batch API. */
    batch: z.number().min(0).max(1).default(1),
  })
  // A ceiling reserves for requests of which nothing is cached: that must be the most they can cost.
  .refine(({ input, cached = input }) => cached <= input, {
    path: ["cached"],
    message: "cached tokens cost no more than other input",
  });
export type Price = z.output<typeof Price>;

/** By model name, without provider (`gpt-4o-mini`). */
export const Prices = z.record(z.string(), Price);
export type Prices = z.output<typeof Prices>;

/** `-2024-07-18`, `-20250929`, `@20250929`, `-0613` (month and day). */
const datedVersion = /[-@](20\d{2}-\d{2}-\d{2}|20\d{6}|(0[1-9]|1[0-2])[0-3]\d)$/;

/** A model's price: under its own name, or that of the model of which it is a dated version (`gpt-4o-mini-2024-07-18`). */
export function priceOf(prices: Prices, model: string): Price | undefined {
  return [model, model.replace(datedVersion, "")]
    .filter(name => Object.hasOwn(prices, name))
    .map(name => prices[name])[0];
}

interface UsedTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input tokens. */
  readonly cachedTokens?: number | undefined;
}

/** USD. */
export const costOf = (
  { input, cached = input, output, batch }: Price,
  { inputTokens, outputTokens, cachedTokens = 0 }: UsedTokens,
  viaBatch: boolean,
): number =>
  ((inputTokens * input - cachedTokens * (input - cached) + outputTokens * output) / 1e6) *
  (viaBatch ? batch : 1);

// Fourteen digits: what a few multiplications drift by is dropped, so that 0.07 USD are not one nano-dollar more.
const nano = (usd: number): number => Number((usd * 1e9).toPrecision(14));

/** Whole nano-dollars, rounded up: they are added without drift, millions of times, up to nine million USD. */
export const nanoDollars = (usd: number): number => Math.ceil(nano(usd));

/** Whole nano-dollars, rounded down: for what must not be exceeded. */
export const nanoDollarsAtMost = (usd: number): number => Math.floor(nano(usd));

/** USD. */
export const dollars = (nanoDollars: number): number => nanoDollars / 1e9;

/** The sum in USD of many costs in USD, none of them rounded down. */
export function totalOf(costs: Iterable<number>): number {
  let sum = 0;
  for (const cost of costs) sum += nanoDollars(cost);
  return dollars(sum);
}
