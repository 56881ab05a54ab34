// Token counts as servers tell them, good and bad.

import { expect, test } from "vitest";
import { plausibleCountOf, plausibleUsageOf } from "../../../pipelines/llm/endpoints/usage.ts";
import { countTokens } from "../../../pipelines/text/segment.ts";

const messages = [{ role: "user" as const, content: "How high does the weir stand? ".repeat(40) }];
const reply = "It stands four metres high. ".repeat(20);
const own = {
  inputTokens: countTokens(messages[0]?.content ?? ""),
  outputTokens: countTokens(reply),
};
const request = { messages, maxReplyTokens: 300 };

test.each([
  ["as told", { inputTokens: 310, outputTokens: 130 }, { inputTokens: 310, outputTokens: 130 }],
  [
    "with thoughts beside the text",
    { inputTokens: 310, outputTokens: 4000 },
    { inputTokens: 310, outputTokens: 4000 },
  ],
  [
    "a fifth of the input from a cache",
    { inputTokens: 310, outputTokens: 130, cachedTokens: 62 },
    { inputTokens: 310, outputTokens: 130, cachedTokens: 62 },
  ],
  [
    "more from a cache than there was",
    { inputTokens: 310, outputTokens: 130, cachedTokens: 1e9 },
    { inputTokens: 310, outputTokens: 130, cachedTokens: 310 },
  ],
  ["zeros", { inputTokens: 0, outputTokens: 0 }, own],
  ["nothing", {}, own],
  ["a single token", { inputTokens: 1, outputTokens: 1 }, own],
  ["a petatoken", { inputTokens: 1e15, outputTokens: 1e15 }, own],
  ["one number of two", { inputTokens: 310, outputTokens: 0 }, { ...own, inputTokens: 310 }],
  [
    "parts of tokens",
    { inputTokens: 310.2, outputTokens: 130 },
    { inputTokens: 311, outputTokens: 130 },
  ],
])("%s", (_, told, counted) => {
  expect(plausibleUsageOf(told, request, reply)).toEqual(counted);
});

test("an empty reply may have taken no tokens, or thoughts alone", () => {
  expect(plausibleUsageOf({ inputTokens: 310, outputTokens: 0 }, request, "").outputTokens).toBe(0);
  expect(plausibleUsageOf({ inputTokens: 310, outputTokens: 300 }, request, "").outputTokens).toBe(
    300,
  );
});

test("of several counts the first that can be is taken", () => {
  expect(plausibleCountOf([0, null, 1e15, 40, 50], 160, () => 7)).toBe(40);
  expect(plausibleCountOf([0, undefined], 160, () => 7)).toBe(7);
});
