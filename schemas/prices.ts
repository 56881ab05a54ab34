// Prices of models (`schemas/prices.yaml`, overridden by a project's own file) and costs of calls.

import { z } from "zod";

export const Price = z
  .strictObject({
    /** USD per million input tokens. */
    input: z.number().min(0),
    /** USD per million input tokens that the provider read from its cache; `input` if absent. */
    cached: z.number().min(0).optional(),
    /** USD per million output tokens; 0 for models that only read. Required: otherwise a chat model's replies might seem free. */
    output: z.number().min(0),
    /** Batch API price as a share of the normal price. */
    batch: z.number().min(0).max(1).default(1),
  })
  // A ceiling reserves the uncached price of a request, so that must be the maximum it can cost.
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

/** A model's price: its own or, for a dated version (`gpt-4o-mini-2024-07-18`), that of the undated model. */
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

/** Nano-dollars, to fourteen digits: without floating-point drift, which would make 0.07 USD one nano-dollar more. */
const nano = (usd: number): number => Number((usd * 1e9).toPrecision(14));

/** Whole nano-dollars, rounded up: millions of them add up without drift, up to nine million USD. */
export const nanoDollars = (usd: number): number => Math.ceil(nano(usd));

/** Whole nano-dollars, rounded down: for limits that must not be exceeded. */
export const nanoDollarsAtMost = (usd: number): number => Math.floor(nano(usd));

/** Converts nano-dollars to USD. */
export const dollars = (nanoDollars: number): number => nanoDollars / 1e9;

/** The sum of costs, in USD; no cost is rounded down. */
export function totalOf(costs: Iterable<number>): number {
  let sum = 0;
  for (const cost of costs) sum += nanoDollars(cost);
  return dollars(sum);
}
