// Tokens and money that a reply tells, by any of their usual names.

import { expect, test } from "vitest";
import { usageInReply } from "../../pipelines/systems/reply-usage.ts";

const priceOf = (model: string) =>
  model === "small" ? { input: 2, output: 10, batch: 1 } : undefined;

test("a cost that is told stands; else the named model's price makes it; else it is not known", () => {
  const usage = { input_tokens: 1000, output_tokens: 100 };
  // (1000 · 2 + 100 · 10) / 1e6 = 0.003.
  expect([
    usageInReply({ usage, model: "small" }, priceOf).cost,
    usageInReply({ usage, model: "small", total_cost: 0.5 }, priceOf).cost,
    usageInReply({ usage, model: "other" }, priceOf).cost,
    usageInReply({ model: "small" }, priceOf).cost,
  ]).toEqual([0.003, 0.5, null, null]);
  expect(usageInReply("no object", priceOf)).toEqual({
    inputTokens: null,
    outputTokens: null,
    cost: null,
  });
});
