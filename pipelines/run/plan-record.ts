// Builds a plan: each stage's model, calls, tokens and cost (expected, low and high), the calls already in calls.jsonl, and the totals.

import type { Plan, PlannedStage, Estimate } from "../../schemas/plan.ts";
import { type Price, type Prices, priceOf, costOf } from "../../schemas/prices.ts";
import { readCalls } from "../engine/read-run.ts";
import { chargeFor, costsNothing, isRulesModel } from "../engine/spending.ts";
import type { CallForecast } from "./call-forecast.ts";
import { isFree, type StageModel } from "./models.ts";

interface Tokens {
  readonly inputTokens: Estimate;
  readonly outputTokens: Estimate;
}

/** The range from the estimate divided by the factor to the estimate multiplied by it. */
const rangeAround = (expected: number, factor: number): Estimate => ({
  expected: Math.round(expected),
  low: Math.round(expected / factor),
  high: Math.round(expected * factor),
});

/** Expects half of the thinking that a model is allowed, and all of it at the high end. No reply is longer than its contract allows. */
export function estimateTokens(
  { calls, inputTokens, outputTokens, maxOutputTokens }: CallForecast,
  factor: number,
  thinkingTokens: number,
): Tokens {
  const thinking = calls * thinkingTokens;
  const output = rangeAround(outputTokens, factor);
  return {
    inputTokens: rangeAround(inputTokens, factor),
    outputTokens: {
      low: output.low,
      expected: Math.round(output.expected + thinking / 2),
      high: Math.round(
        Math.max(output.expected, Math.min(output.high, maxOutputTokens * factor)) +
          thinking * factor,
      ),
    },
  };
}

const mapEstimate = (valueOf: (end: keyof Estimate) => number): Estimate => ({
  expected: valueOf("expected"),
  low: valueOf("low"),
  high: valueOf("high"),
});

/** Cost in USD. */
const estimateCost = (
  { inputTokens, outputTokens }: Tokens,
  price: Price,
  viaBatch: boolean,
): Estimate =>
  mapEstimate(end =>
    costOf(price, { inputTokens: inputTokens[end], outputTokens: outputTokens[end] }, viaBatch),
  );

const scaleEstimate = (estimate: Estimate, factor: number): Estimate =>
  mapEstimate(end => estimate[end] * factor);

const sumEstimates = (estimates: readonly Estimate[]): Estimate =>
  mapEstimate(end => estimates.reduce((sum, estimate) => sum + estimate[end], 0));

/** Null if any of them is unknown. */
function sumKnownEstimates(estimates: readonly (Estimate | null)[]): Estimate | null {
  const knownEstimates = estimates.filter(estimate => estimate !== null);
  return knownEstimates.length === estimates.length ? sumEstimates(knownEstimates) : null;
}

export interface PlanParts {
  readonly wing: string;
  readonly forecasts: ReadonlyMap<string, CallForecast>;
  /** Basis of the estimate, and how far actual costs have differed from it. */
  readonly basis: Plan["basis"];
  readonly items: Plan["items"];
  readonly modelOf: (stage: string) => StageModel;
  readonly endpointOf: (model: StageModel) => string;
  readonly prices: Prices;
  /** The run directory, which need not exist. */
  readonly directory: string;
  /** USD. */
  readonly maxCost: number | null;
}

const freePrice: Price = { input: 0, output: 0, batch: 1 };

/** The model's name as in the settings. */
const fullName = ({ provider, name }: StageModel) =>
  provider === "rules" ? "rules" : `${provider}:${name}`;

const stagePrice = (model: StageModel, prices: Prices) =>
  isFree(model) ? freePrice : priceOf(prices, model.name);

interface JournaledCalls {
  /** USD, for the calls whose price is known. */
  readonly spent: number;
  /** Calls by stage and model, as calls.jsonl names the model. */
  readonly calls: ReadonlyMap<string, number>;
}

const groupOf = (stage: string, model: string) => `${stage}\n${model}`;

function readJournaled({ directory, prices }: PlanParts): JournaledCalls {
  const calls = new Map<string, number>();
  let spent = 0;
  for (const { stage, model, batch, usage, cost } of readCalls(directory)) {
    const group = groupOf(stage, isRulesModel(model) ? "rules" : model);
    calls.set(group, (calls.get(group) ?? 0) + 1);
    spent += cost ?? chargeFor(prices, { model, batch, ...usage }) ?? 0;
  }
  return { spent, calls };
}

/** Calls already journaled. Those of a model other than the stage's current one do not count: they would be made again. */
const journaledCountOf = ({ calls }: JournaledCalls, stage: string, model: StageModel) =>
  calls.get(groupOf(stage, model.name)) ?? calls.get(groupOf(stage, fullName(model))) ?? 0;

function planStage(
  parts: PlanParts,
  journaled: JournaledCalls,
  stage: string,
  forecast: CallForecast,
): PlannedStage {
  const model = parts.modelOf(stage);
  const price = stagePrice(model, parts.prices);
  const tokens = estimateTokens(forecast, parts.basis.factor, model.thinkingTokens);
  const journaledCount = journaledCountOf(journaled, stage, model);
  return {
    stage,
    model: fullName(model),
    batch: model.batch,
    thinkingTokens: model.thinkingTokens,
    calls: forecast.calls,
    ...tokens,
    cost: price ? estimateCost(tokens, price, model.batch) : null,
    journaled: journaledCount,
    left: Math.max(0, forecast.calls - journaledCount),
  };
}

const leftCost = ({ cost, calls, left }: PlannedStage) =>
  cost && calls > 0 ? scaleEstimate(cost, left / calls) : cost;

function totalOf(stages: readonly PlannedStage[]): Plan["total"] {
  const sum = (field: "calls" | "journaled" | "left") =>
    stages.reduce((total, stage) => total + stage[field], 0);
  return {
    calls: sum("calls"),
    inputTokens: sumEstimates(stages.map(({ inputTokens }) => inputTokens)),
    outputTokens: sumEstimates(stages.map(({ outputTokens }) => outputTokens)),
    cost: sumKnownEstimates(stages.map(({ cost }) => cost)),
    journaled: sum("journaled"),
    left: sum("left"),
    leftCost: sumKnownEstimates(stages.map(leftCost)),
  };
}

function hostsOf(
  { modelOf, endpointOf }: PlanParts,
  stages: readonly PlannedStage[],
): Plan["hosts"] {
  const endpointOfStage = ({ stage }: PlannedStage) => endpointOf(modelOf(stage));
  return [...new Set(stages.map(endpointOfStage))].map(name => {
    const endpointStages = stages.filter(stage => endpointOfStage(stage) === name);
    return {
      place: name,
      models: [...new Set(endpointStages.map(({ model }) => model))],
      stages: endpointStages.map(({ stage }) => stage),
      calls: endpointStages.reduce((sum, { calls }) => sum + calls, 0),
      inputTokens: endpointStages.reduce((sum, { inputTokens }) => sum + inputTokens.expected, 0),
    };
  });
}

/** Reads calls.jsonl of the run directory, and writes nothing. */
export function makePlan(parts: PlanParts): Plan {
  const journaled = readJournaled(parts);
  const stages = [...parts.forecasts].map(([stage, forecast]) =>
    planStage(parts, journaled, stage, forecast),
  );
  const paid = stages.filter(({ model }) => !costsNothing(model));
  const models = [
    ...new Map(
      paid
        .map(({ stage }) => parts.modelOf(stage))
        .map(model => [model.name, stagePrice(model, parts.prices)]),
    ),
  ];
  return {
    wing: parts.wing,
    items: parts.items,
    basis: parts.basis,
    stages,
    total: totalOf(paid),
    hosts: hostsOf(parts, paid),
    prices: Object.fromEntries(models.flatMap(([name, price]) => (price ? [[name, price]] : []))),
    unpriced: models.filter(([, price]) => !price).map(([name]) => name),
    spent: journaled.spent,
    maxCost: parts.maxCost,
  };
}
