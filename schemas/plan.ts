// Record of a run's estimated cost (`<run>/plan.json`): calls and tokens by stage, and their price.

import { z } from "zod";
import { Prices } from "./prices.ts";

/** The best estimate, with its likely lower and upper bounds. */
const Estimate = z.strictObject({
  expected: z.number().min(0),
  low: z.number().min(0),
  high: z.number().min(0),
});
export type Estimate = z.output<typeof Estimate>;

/** The counts for one stage, or for all. */
const countFields = {
  calls: z.int().min(0),
  inputTokens: Estimate,
  outputTokens: Estimate,
  /** USD; null if a price is unknown. */
  cost: Estimate.nullable(),
  /** Calls already in calls.jsonl, and those still to be made. */
  journaled: z.int().min(0),
  left: z.int().min(0),
};

export const PlannedStage = z.strictObject({
  stage: z.string(),
  /** As in the settings: rules, openai:NAME or PROVIDER:NAME. */
  model: z.string(),
  /** Whether it is called through a Batch API, at batch prices. */
  batch: z.boolean(),
  /** Maximum number of thinking tokens before each reply. */
  thinkingTokens: z.int().min(0),
  ...countFields,
});
export type PlannedStage = z.output<typeof PlannedStage>;

export const Plan = z.strictObject({
  wing: z.string(),
  /** Items requested, and items that these documents are expected to yield. */
  items: z.strictObject({ wanted: z.int().min(0), expected: z.int().min(0) }),
  /** What the estimate is based on, in a sentence, and the largest factor by which measured costs differed from it. */
  basis: z.strictObject({ measured: z.string(), factor: z.number().min(1) }),
  stages: z.array(PlannedStage),
  /** The total of the stages whose model is not rules. It has a cost only if all prices are known. */
  total: z.strictObject({ ...countFields, leftCost: Estimate.nullable() }),
  /** What leaves this machine, by destination; stages answered by rules send nothing. */
  hosts: z.array(
    z.strictObject({
      place: z.string(),
      models: z.array(z.string()),
      stages: z.array(z.string()),
      calls: z.int().min(0),
      inputTokens: z.number().min(0),
    }),
  ),
  /** Prices of the models in use, by name without provider. */
  prices: Prices,
  /** Models without a price, without provider. */
  unpriced: z.array(z.string()),
  /** USD already spent on the calls in calls.jsonl. */
  spent: z.number().min(0),
  /** The ceiling in USD; null if there is none. */
  maxCost: z.number().positive().nullable(),
});
export type Plan = z.output<typeof Plan>;
