// What a run would cost (`<run>/plan.json`): calls and tokens foreseen, by stage, and their price.

import { z } from "zod";
import { Prices } from "./prices.ts";

/** From the least that is likely, by the best estimate, to the most. */
const Estimate = z.strictObject({
  expected: z.number().min(0),
  low: z.number().min(0),
  high: z.number().min(0),
});
export type Estimate = z.output<typeof Estimate>;

const counted = {
  calls: z.int().min(0),
  inputTokens: Estimate,
  outputTokens: Estimate,
  /** USD; null where a price is not known. */
  cost: Estimate.nullable(),
  /** Calls that calls.jsonl held already, and those that were not there yet. */
  journaled: z.int().min(0),
  left: z.int().min(0),
};

export const PlannedStage = z.strictObject({
  stage: z.string(),
  /** As in the settings: rules, openai:NAME or PROVIDER:NAME. */
  model: z.string(),
  /** Asked through a Batch API, and priced so. */
  batch: z.boolean(),
  /** Tokens the model may think before each reply. */
  thinkingTokens: z.int().min(0),
  ...counted,
});
export type PlannedStage = z.output<typeof PlannedStage>;

export const Plan = z.strictObject({
  wing: z.string(),
  /** Items asked for, and as many as these documents are expected to bear. */
  items: z.strictObject({ wanted: z.int().min(0), expected: z.int().min(0) }),
  /** What the estimate rests on, in a sentence, and by how much bills of the runs measured lay off it at most. */
  basis: z.strictObject({ measured: z.string(), factor: z.number().min(1) }),
  stages: z.array(PlannedStage),
  /** Of the stages whose model is not rules. A cost only where all prices are known. */
  total: z.strictObject({ ...counted, leftCost: Estimate.nullable() }),
  /** What leaves this machine, and where to; stages answered by rules send nothing. */
  hosts: z.array(
    z.strictObject({
      place: z.string(),
      models: z.array(z.string()),
      stages: z.array(z.string()),
      calls: z.int().min(0),
      inputTokens: z.number().min(0),
    }),
  ),
  /** By model name without provider, of the models in use. */
  prices: Prices,
  /** Models without a price, without provider. */
  unpriced: z.array(z.string()),
  /** USD that calls.jsonl had cost before. */
  spent: z.number().min(0),
  /** USD; null without a ceiling. */
  maxCost: z.number().positive().nullable(),
});
export type Plan = z.output<typeof Plan>;
