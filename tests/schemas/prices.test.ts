// What a model costs, and sums of money that do not drift.

import { expect, test } from "vitest";
import {
  costOf,
  dollars,
  nanoDollars,
  nanoDollarsAtMost,
  Price,
  priceOf,
  totalOf,
} from "../../schemas/prices.ts";
import { cases } from "../support/cases.ts";

const price = { input: 0.15, output: 0.6, batch: 0.5 };

test("a cost is the tokens at their price for a million, and a batch's is its share", () => {
  // 2,000 × 0.15 + 500 × 0.6 = 600 millionths of a dollar.
  const usage = { inputTokens: 2000, outputTokens: 500 };
  expect(costOf(price, usage, false)).toBeCloseTo(0.0006, 15);
  expect(costOf(price, usage, true)).toBeCloseTo(0.0003, 15);
});

test("cached input costs its own price, or that of all input", () => {
  // 1,500 × 0.15 + 500 × 0.015 + 500 × 0.6 = 532.5 millionths of a dollar.
  const usage = { inputTokens: 2000, outputTokens: 500, cachedTokens: 500 };
  expect(costOf({ ...price, cached: 0.015 }, usage, false)).toBeCloseTo(0.0005325, 15);
  expect(costOf({ ...price, cached: 0.015 }, usage, true)).toBeCloseTo(0.00026625, 15);
  expect(costOf(price, usage, false)).toBe(costOf(price, { ...usage, cachedTokens: 0 }, false));
});

test.each(["gpt-4o", "gpt-4o-2024-08-06", "gpt-4o-20240806", "gpt-4o@20240806", "gpt-4o-0613"])(
  "%s costs what gpt-4o does",
  model => {
    expect(priceOf({ "gpt-4o": price }, model)).toBe(price);
  },
);

cases<[model: string]>("schemas/prices", "%s is not gpt-4o", model => {
  expect(priceOf({ "gpt-4o": price }, model)).toBeUndefined();
});

test("a dated version with a price of its own has that one", () => {
  const dear = { input: 5, output: 15, batch: 0.5 };
  expect(priceOf({ "gpt-4o": price, "gpt-4o-2024-05-13": dear }, "gpt-4o-2024-05-13")).toBe(dear);
});

test.each(["constructor", "toString", "__proto__"])("%s is a model without a price", model => {
  expect(priceOf({}, model)).toBeUndefined();
});

test("a price says what output costs, is not negative, and asks full price for batches unless it says less", () => {
  expect(Price.parse({ input: 1, output: 2 })).toEqual({ input: 1, output: 2, batch: 1 });
  const bad = [
    { input: 1 },
    { output: 1 },
    { input: -1, output: 1 },
    { input: Number.POSITIVE_INFINITY, output: 1 },
    { input: 1, output: 1, batch: 2 },
    { input: 1, output: 1, cached: -1 },
    { input: 1, output: 1, cached: 2 },
    { input: 1, output: 1, stored: 0 },
  ];
  expect(bad.filter(given => Price.safeParse(given).success)).toEqual([]);
});

test("nano-dollars are whole, never too few for a cost nor too many for a ceiling", () => {
  // 0.07 × 1e9 is 70000000.00000001 as the machine counts.
  expect([0, 0.07, 0.29, 1.1, 1e-9, 1.5e-9, 2.1e-10].map(nanoDollars)).toEqual([
    0, 70_000_000, 290_000_000, 1_100_000_000, 1, 2, 1,
  ]);
  expect([0.07, 0.29, 1.1, 1e-9, 1.5e-9, 9e-10].map(nanoDollarsAtMost)).toEqual([
    70_000_000, 290_000_000, 1_100_000_000, 1, 1, 0,
  ]);
  expect(dollars(70_000_000)).toBe(0.07);
});

test("a hundred thousand small costs add up exactly", () => {
  const costs = Array.from({ length: 100_000 }, () => 0.000_1);
  expect(costs.reduce((sum, cost) => sum + cost, 0)).not.toBe(10);
  expect(totalOf(costs)).toBe(10);
});
