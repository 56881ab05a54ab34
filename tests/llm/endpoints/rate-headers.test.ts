// What servers say of their limits, in each of the ways they say it.

import { expect, test } from "vitest";
import { readRateState } from "../../../pipelines/llm/endpoints/rate-headers.ts";

const now = Date.parse("2024-05-01T12:00:00Z");
const stateOf = (headers: Record<string, string>) =>
  readRateState({ get: name => headers[name] ?? null }, now);
const resetOf = (text: string) =>
  stateOf({ "x-ratelimit-remaining-tokens": "1", "x-ratelimit-reset-tokens": text })?.tokensReset;

test("OpenAI's headers give limits, what remains, and milliseconds until it is full again", () => {
  expect(
    stateOf({
      "x-ratelimit-limit-requests": "3500",
      "x-ratelimit-remaining-requests": "3499",
      "x-ratelimit-reset-requests": "17ms",
      "x-ratelimit-limit-tokens": "90000",
      "x-ratelimit-remaining-tokens": "0",
      "x-ratelimit-reset-tokens": "1m0s",
    }),
  ).toEqual({
    requestsPerMinute: 3500,
    tokensPerMinute: 90_000,
    remainingRequests: 3499,
    remainingTokens: 0,
    requestsReset: 17,
    tokensReset: 60_000,
  });
});

test("Anthropic's headers give the same, with the time of the reset", () => {
  expect(
    stateOf({
      "anthropic-ratelimit-requests-limit": "50",
      "anthropic-ratelimit-requests-remaining": "49",
      "anthropic-ratelimit-requests-reset": "2024-05-01T12:00:02Z",
      "anthropic-ratelimit-tokens-limit": "40000",
      "anthropic-ratelimit-tokens-remaining": "39000",
      "anthropic-ratelimit-tokens-reset": "2024-05-01T11:59:59Z",
    }),
  ).toEqual({
    requestsPerMinute: 50,
    tokensPerMinute: 40_000,
    remainingRequests: 49,
    remainingTokens: 39_000,
    requestsReset: 2000,
    tokensReset: 0,
  });
});

const durations: [string, number | null][] = [
  ["6m0s", 360_000],
  ["1.5s", 1500],
  ["20ms", 20],
  ["1h2m3.5s", 3_723_500],
  ["1d", 86_400_000],
  ["500µs", 0.5],
  ["0s", 0],
  [" 2s ", 2000],
  ["12", 12_000],
  [String(now / 1000 + 5), 5000],
  [String(now + 7000), 7000],
  ["", null],
  ["soon", null],
  ["5 minutes", null],
  ["-3s", null],
  ["NaN", null],
];

test.each(durations)("a reset of %j is %j milliseconds", (text, wait) => {
  expect(resetOf(text)).toBe(wait);
});

test("a limit of a day, which takes longer than a minute to fill, is not taken for a minute's", () => {
  const day = {
    "x-ratelimit-limit-requests": "200",
    "x-ratelimit-remaining-requests": "150",
    "x-ratelimit-reset-requests": "6h0m0s",
  };
  expect(stateOf(day)).toMatchObject({
    requestsPerMinute: null,
    remainingRequests: 150,
    requestsReset: 21_600_000,
  });
});
