// From counts to a plan: estimates within their margins, prices with batch shares, what is journaled, who gets what.

import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { estimateTokens, makePlan, type PlanParts } from "../../pipelines/run/plan-record.ts";
import { stageModel } from "../../pipelines/run/models.ts";
import { planText } from "../../pipelines/cli/plan-text.ts";
import type { CallForecast } from "../../pipelines/run/call-forecast.ts";
import { Plan } from "../../schemas/plan.ts";
import { Settings } from "../../schemas/settings.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();
const prices = {
  "gpt-4o-mini": { input: 0.15, output: 0.6, batch: 0.5 },
  "gpt-4o": { input: 2.5, output: 10, batch: 0.5 },
};
const count = (more: Partial<CallForecast> = {}): CallForecast => ({
  calls: 10,
  inputTokens: 10_000,
  outputTokens: 1000,
  maxOutputTokens: 20_000,
  ...more,
});

const planned = (settings: object, more: Partial<PlanParts> & { batch?: boolean } = {}) =>
  makePlan({
    wing: "rageval",
    items: { wanted: 5, expected: 5 },
    basis: { measured: "two runs", factor: 2 },
    forecasts: new Map([
      ["rageval/questions", count()],
      ["items/keypoints", count()],
    ]),
    modelOf: stage => stageModel(Settings.parse(settings), stage, more.batch),
    endpointOf: ({ provider }) => `https://${provider}`,
    prices,
    directory: at(),
    maxCost: null,
    ...more,
  });
const textOf = (plan: Plan) => planText({ plan, path: "plan.json", warnings: [] });
const journal = (stage: string, model: string, calls: number) =>
  appendFileSync(
    at("calls.jsonl"),
    Array.from(
      { length: calls },
      (_, key) =>
        `${JSON.stringify({ key: `${stage}${model}${key}`, stage, model, usage: { inputTokens: 1_000_000, outputTokens: 0 } })}\n`,
    ).join(""),
  );

test("low and high are the estimate divided and multiplied by the factor of the runs measured", () => {
  expect(estimateTokens(count(), 2, 0)).toEqual({
    inputTokens: { expected: 10_000, low: 5000, high: 20_000 },
    outputTokens: { expected: 1000, low: 500, high: 2000 },
  });
});

test("no reply is longer than its contract allows, though there may be more of them", () => {
  expect(estimateTokens(count({ maxOutputTokens: 1100 }), 3, 0).outputTokens).toEqual({
    expected: 1000,
    low: 333,
    high: 3000,
  });
  expect(estimateTokens(count({ maxOutputTokens: 800 }), 3, 0).outputTokens).toEqual({
    expected: 1000,
    low: 333,
    high: 2400,
  });
});

test("of the thinking half is expected, and all at most", () => {
  // Ten calls may think 2,000 tokens each.
  expect(estimateTokens(count({ maxOutputTokens: 40_000 }), 2, 2000).outputTokens).toEqual({
    expected: 11_000,
    low: 500,
    high: 42_000,
  });
});

test("each stage is priced by its own model, and half by batch", () => {
  const plan = planned({
    model: "openai:gpt-4o-mini",
    models: { keypoints: { model: "openai:gpt-4o", batch: true } },
  });
  // 10,000 × 0.15 / 1e6 + 1,000 × 0.6 / 1e6; and half of 10,000 × 2.5 / 1e6 + 1,000 × 10 / 1e6.
  expect(plan.stages.map(({ model, batch, cost }) => [model, batch, cost?.expected])).toEqual([
    ["openai:gpt-4o-mini", false, 0.0021],
    ["openai:gpt-4o", true, 0.0175],
  ]);
  expect(plan.total.cost?.expected).toBeCloseTo(0.0196, 12);
  expect(Plan.parse(plan)).toEqual(plan);
  expect(textOf(plan)).toContain("openai:gpt-4o batch");
});

test("stages of rules are listed, cost nothing, and are in no sum and sent to no host", () => {
  const plan = planned({ model: "openai:gpt-4o-mini", models: { keypoints: "rules" } });
  expect(plan.stages[1]).toMatchObject({ model: "rules", cost: { expected: 0, low: 0, high: 0 } });
  expect(plan.total).toMatchObject({ calls: 10, left: 10 });
  expect(plan.hosts).toEqual([
    {
      place: "https://openai",
      models: ["openai:gpt-4o-mini"],
      stages: ["rageval/questions"],
      calls: 10,
      inputTokens: 10_000,
    },
  ]);
  expect(textOf(plan)).toMatch(/items\/keypoints +rules +10 +– +– +nothing/);
});

test("a model without a price keeps its counts, has no cost, and the line to add is printed", () => {
  const plan = planned({ model: "openai:mystery/7b" }, { maxCost: 1 });
  expect(plan).toMatchObject({
    unpriced: ["mystery/7b"],
    prices: {},
    total: { calls: 20, cost: null, leftCost: null },
  });
  const text = textOf(plan);
  expect(text).toContain("price?");
  expect(text).toContain("mystery/7b: { input: …, output: … }");
  expect(text).toContain("needs the price of every model");
});

test("what calls.jsonl holds of the same stage and model is not left to be paid", () => {
  journal("rageval/questions", "gpt-4o-mini", 4);
  journal("items/keypoints", "rules@2.abc", 10);
  const plan = planned({ model: "openai:gpt-4o-mini" });
  expect(plan.stages.map(({ journaled, left }) => [journaled, left])).toEqual([
    [4, 6],
    [0, 10],
  ]);
  // Sixteen of twenty calls are left, all at 0.00021 USD.
  expect(plan.total.leftCost?.expected).toBeCloseTo(0.00336, 12);
  expect(plan.spent).toBeCloseTo(0.6, 12);
  expect(textOf(plan)).toContain("4 calls are in calls.jsonl");
});

test("more calls in the journal than planned leave nothing, not less than nothing", () => {
  journal("rageval/questions", "gpt-4o-mini", 12);
  journal("items/keypoints", "gpt-4o-mini", 10);
  expect(planned({ model: "openai:gpt-4o-mini" }).total).toMatchObject({
    left: 0,
    leftCost: { expected: 0 },
  });
});

test("a ceiling is compared with what is left after what was spent", () => {
  const told = (maxCost: number) => textOf(planned({ model: "openai:gpt-4o-mini" }, { maxCost }));
  // Expected 0.0042, at most twice that.
  expect(told(0.02)).toContain("allows all of it");
  expect(told(0.005)).toContain("allows the expected cost, not the highest");
  expect(told(0.0021)).toContain("allows about 50% of it");
  journal("rageval/questions", "gpt-4o-mini", 1);
  expect(told(0.15)).toContain("allows about 0% of it");
});

test("fewer items than asked for are said, with what to do", () => {
  expect(
    textOf(planned({ model: "openai:gpt-4o-mini" }, { items: { wanted: 300, expected: 20 } })),
  ).toContain("300 items are requested; these documents are expected to yield about 20.");
});

test("a plan says what it rests on and how far it may be off", () => {
  const text = textOf(planned({ model: "openai:gpt-4o-mini" }));
  expect(text).toContain("Estimated for 5 items from two runs.");
  expect(text).toContain("divided and multiplied by 2");
});

test("where cached tokens have a price of their own, a plan says that it expects none", () => {
  const settings = { model: "openai:gpt-4o-mini" };
  const words = "No tokens are expected to come from a provider's cache.";
  const dear = planned(settings);
  const cached = planned(settings, {
    prices: { "gpt-4o-mini": { input: 0.15, cached: 0.075, output: 0.6, batch: 0.5 } },
  });
  expect([dear, cached].map(plan => textOf(plan).includes(words))).toEqual([false, true]);
  expect(cached.total.cost).toEqual(dear.total.cost);
});

test("a run answered by rules alone sends nothing, and its plan says so", () => {
  expect(textOf(planned({}))).toContain("nothing would be sent or paid");
});
