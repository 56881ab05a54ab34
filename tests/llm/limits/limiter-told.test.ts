// Limits that a server tells in its headers.

import { expect, test } from "vitest";
import type { RateState } from "../../../pipelines/llm/model.ts";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import { type Asked, aSetting, rates, used } from "./limited-work.ts";

const minute = 60_000;
const told = (over: Partial<RateState>, tokens = 10): Asked => ({
  latency: 0,
  reply: { usage: used(tokens), rates: rates(over) },
});

/** When each of `count` requests starts after one whose reply told this. */
async function startsAfter(
  first: Asked,
  count: number,
  limits = {},
  further: Asked = { latency: 0 },
) {
  const { ask, clock, started } = aSetting(limits);
  await clock.until(ask("first", first));
  await clock.until(
    Promise.all(Array.from({ length: count }, (_, index) => ask(`r${index}`, further))),
  );
  return started.slice(1).map(({ at }) => at);
}

test("a limit of requests that is told holds where none is set, also for the minute before", async () => {
  expect(await startsAfter(told({ requestsPerMinute: 3 }), 5)).toEqual([
    0,
    0,
    minute,
    minute,
    minute,
  ]);
});

test("a limit of tokens that is told holds where none is set", async () => {
  const first = told({ tokensPerMinute: 1000 }, 400);
  expect(
    await startsAfter(
      first,
      3,
      {},
      { latency: 0, reply: { usage: used(400) }, request: { maxInputTokens: 900 } },
    ),
  ).toEqual([0, minute, minute]);
});

test("a limit that was told once holds when later replies say nothing of it", async () => {
  expect(
    await startsAfter(
      told({ requestsPerMinute: 3 }),
      4,
      { concurrency: 1 },
      told({ remainingTokens: 1e6, tokensReset: 10 }),
    ),
  ).toEqual([0, 0, minute, minute]);
});

test("the smaller of what is told and what is set holds", async () => {
  expect(await startsAfter(told({ requestsPerMinute: 3 }), 4, { requestsPerMinute: 2 })).toEqual([
    0,
    minute,
    minute,
    2 * minute,
  ]);
  expect(await startsAfter(told({ requestsPerMinute: 2 }), 4, { requestsPerMinute: 3 })).toEqual([
    0,
    minute,
    minute,
    2 * minute,
  ]);
});

test("what remains is used up, and then the reset is waited for", async () => {
  expect(await startsAfter(told({ remainingRequests: 2, requestsReset: 7000 }), 4)).toEqual([
    0, 0, 7000, 7000,
  ]);
  expect(await startsAfter(told({ remainingTokens: 0, tokensReset: 7000 }), 2)).toEqual([
    7000, 7000,
  ]);
});

test("a request that needs more than what remains waits for the reset, also when it needs more than all", async () => {
  const further = { latency: 0, request: { maxInputTokens: 90_000, stage: "large" } };
  expect(
    await startsAfter(
      told({ tokensPerMinute: 20_000, remainingTokens: 9000, tokensReset: 30_000 }),
      1,
      {},
      further,
    ),
  ).toEqual([minute]);
  expect(
    await startsAfter(told({ remainingTokens: 9000, tokensReset: 30_000 }), 1, {}, further),
  ).toEqual([30_000]);
});

test("what remained for a slow request is less by those that were started after it", async () => {
  const { ask, clock, started } = aSetting();
  const slow = ask("slow", {
    latency: 1000,
    reply: { usage: used(10), rates: rates({ remainingRequests: 3, requestsReset: 20_000 }) },
  });
  const flying = Promise.all([ask("one", { latency: 5000 }), ask("two", { latency: 5000 })]);
  await clock.until(slow);
  await clock.until(Promise.all([ask("three"), ask("four"), flying]));
  expect(started.map(({ at }) => at)).toEqual([0, 0, 0, 1000, 21_000]);
});

test("the old news of a slow reply do not replace newer ones", async () => {
  const { ask, clock, started } = aSetting();
  const slow = ask("slow", {
    latency: 1000,
    reply: { usage: used(10), rates: rates({ remainingRequests: 0, requestsReset: 90_000 }) },
  });
  const quick = ask("quick", {
    latency: 10,
    reply: { usage: used(10), rates: rates({ remainingRequests: 5, requestsReset: 90_000 }) },
  });
  await clock.until(Promise.all([slow, quick, ask("next", { latency: 2000 })]));
  await clock.until(ask("after"));
  expect(started.at(-1)).toMatchObject({ name: "after", at: 2000 });
});

test("a refusal that says when there is room again is believed", async () => {
  const { ask, clock, started } = aSetting();
  const refused = new RetryableError("rate-limited", "too much", {
    rates: rates({ requestsPerMinute: 100, remainingRequests: 0, requestsReset: 12_000 }),
  });
  await expect(clock.until(ask("refused", { latency: 0, reply: refused }))).rejects.toBe(refused);
  await clock.until(ask("after"));
  expect(started[1]!.at).toBe(12_000);
});

test("what is told of one model's limits holds up no other model", async () => {
  const { ask, clock, started } = aSetting();
  await clock.until(
    ask("small one", {
      model: "small",
      ...told({ requestsPerMinute: 1, remainingRequests: 0, requestsReset: 5000 }),
    }),
  );
  await clock.until(
    Promise.all([
      ask("small two", { model: "small" }),
      ask("large one", { model: "large" }),
      ask("large two", { model: "large" }),
    ]),
  );
  expect(started.slice(1).map(({ name, at }) => [name, at])).toEqual([
    ["large one", 0],
    ["large two", 0],
    ["small two", minute],
  ]);
});

test("who came first and waits for its model's reset goes then, though the next one waits longer for what all share", async () => {
  const { ask, clock, started } = aSetting({ tokensPerMinute: 2000 });
  await clock.until(
    ask("first", { model: "small", ...told({ remainingRequests: 0, requestsReset: 5000 }, 500) }),
  );
  const asked = [
    ask("small", { model: "small" }),
    ask("large", { model: "large", request: { maxInputTokens: 9000 }, latency: 0 }),
  ];
  await clock.until(Promise.all(asked));
  expect(started.slice(1).map(({ name, at }) => [name, at])).toEqual([
    ["small", 5000],
    ["large", minute + 5000],
  ]);
});

test.each<[string, Partial<RateState>]>([
  [
    "negative numbers",
    {
      requestsPerMinute: -1,
      tokensPerMinute: -5,
      remainingRequests: -1,
      remainingTokens: -1,
      requestsReset: 9000,
      tokensReset: 9000,
    },
  ],
  [
    "what is not a number",
    {
      requestsPerMinute: Number.NaN,
      tokensPerMinute: Infinity,
      remainingRequests: Number.NaN,
      requestsReset: 9000,
    },
  ],
  [
    "a limit of nothing",
    {
      requestsPerMinute: 0,
      remainingRequests: 0,
      requestsReset: 9000,
      tokensPerMinute: 0,
      remainingTokens: 0,
      tokensReset: 9000,
    },
  ],
  ["no reset", { remainingRequests: 0, remainingTokens: 0 }],
  ["a reset in the past", { remainingRequests: 0, requestsReset: -5000 }],
  ["a reset that is not a number", { remainingRequests: 0, requestsReset: Number.NaN }],
])("%s in headers are passed over", async (_, nonsense) => {
  expect(await startsAfter(told(nonsense), 3)).toEqual([0, 0, 0]);
});

test("a reset that is days away is waited for two minutes: then the server says itself whether it refuses", async () => {
  expect(
    await startsAfter(told({ remainingRequests: 0, requestsReset: 3 * 86_400_000 }), 2),
  ).toEqual([2 * minute, 2 * minute]);
});
