// Calculates the cost of a run's calls from the prices recorded in its run.json, and what may have been billed without a reply.

import { join } from "node:path";
import { z } from "zod";
import type { UnansweredCalls } from "../../schemas/output/status.ts";
import { costOf, Prices, priceOf } from "../../schemas/prices.ts";
import { readJsonLines } from "./lines.ts";

/** Prices by the model name in calls.jsonl; a run made without prices has none, and its cost is not guessed. */
const RecordedPrices = z
  .object({
    prices: Prices.optional().catch(undefined),
    maxCost: z.number().nullable().catch(null),
  })
  .catch({ prices: undefined, maxCost: null });
export type RecordedPrices = z.output<typeof RecordedPrices>;

/** The prices and the cost limit in run.json's settings. */
export const recordedPrices = (settings: unknown): RecordedPrices => RecordedPrices.parse(settings);

/** Whether code answered in place of a model: its answers cost nothing. */
export const isRulesModel = (model: string): boolean => /^rules(@|$)/.test(model);

/** Whether a call is not billed by a model provider: code, a web search or the user's own RAG answered. */
export const costsNothing = (model: string): boolean =>
  isRulesModel(model) || /^(?:search|rag):/.test(model);

interface ChargedCall {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly batch: boolean;
}

const withoutProvider = (model: string) => model.slice(model.indexOf(":") + 1);

/** In USD; null if the price is unknown. A model is found by its name with or without its provider. */
export function chargeFor(
  prices: Prices | undefined,
  { model, batch, ...usage }: ChargedCall,
): number | null {
  if (costsNothing(model)) return 0;
  const price = prices && (priceOf(prices, model) ?? priceOf(prices, withoutProvider(model)));
  return price ? costOf(price, usage, batch) : null;
}

const Attempt = z.union([
  z.object({ key: z.string(), most: z.number() }),
  z.object({ key: z.string(), released: z.literal(true) }),
]);

/**
 * Sums the amounts in attempts.jsonl that were reserved and neither released nor answered; null if there are none. A reply
 * answers the latest attempt of its key, since no attempt follows it.
 */
export function readUnanswered(
  directory: string,
  answeredKeys: ReadonlySet<string>,
): UnansweredCalls | null {
  const reservedAmounts = new Map<string, readonly number[]>();
  for (const { value } of readJsonLines(join(directory, "attempts.jsonl"))) {
    const attempt = Attempt.safeParse(value).data;
    if (!attempt) continue;
    const earlier = reservedAmounts.get(attempt.key) ?? [];
    reservedAmounts.set(
      attempt.key,
      "most" in attempt ? [...earlier, attempt.most] : earlier.slice(0, -1),
    );
  }
  const unanswered = [...reservedAmounts].flatMap(([key, amounts]) =>
    answeredKeys.has(key) ? amounts.slice(0, -1) : amounts,
  );
  return unanswered.length === 0
    ? null
    : { attempts: unanswered.length, most: unanswered.reduce((sum, most) => sum + most, 0) };
}

/** Formats an amount: `$12.50`; below a dollar with three significant figures (`$0.0502`). */
export function inDollars(usd: number): string {
  const digits = usd >= 1 ? 2 : Math.min(9, Math.max(2, 2 - Math.floor(Math.log10(usd || 1))));
  return `$${usd.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
}
