// Each attempt of a client reserves before it is sent, and what becomes of it decides what stays counted.

import { beforeEach, expect, test } from "vitest";
import { ParkedError, PipelineError, ReplyError } from "../../../pipelines/engine/errors.ts";
import { Budget } from "../../../pipelines/llm/budget/budget.ts";
import { withBudget, reservationOf } from "../../../pipelines/llm/budget/budgeted-client.ts";
import type { Model } from "../../../pipelines/llm/model.ts";
import { RetryableError, withRetries } from "../../../pipelines/llm/limits/retry.ts";
import { freshFolder } from "../../support/folder.ts";
import { aReply, aRequest, never, paris, scripted } from "../requests.ts";

const folder = freshFolder();
let budget: Budget;
beforeEach(async () => {
  budget = await Budget.open({
    path: folder("attempts.jsonl"),
    ceiling: 1,
    spent: 0,
    hasReply: () => false,
  });
});

/** A dollar a token in a million: the cost in USD is the tokens' millionth part. */
const price = { input: 1, output: 1, batch: 0.5 };
const request = aRequest("France");
const bound = (request.maxInputTokens + request.maxReplyTokens) / 1e6;

test("the bound is the longest input and the longest reply, each at its price; a batch's is its share of it", () => {
  const asked = { ...request, maxInputTokens: 2000, maxReplyTokens: 500 };
  const dear = { input: 3, output: 10, batch: 0.5 };
  // 2,000 × 3 and 500 × 10 are 11,000 millionths of a dollar.
  expect([false, true].map(viaBatch => reservationOf("m", dear, asked, viaBatch))).toEqual([
    { key: request.key, stage: "items/capital", model: "m", maxCost: 0.011 },
    { key: request.key, stage: "items/capital", model: "m", maxCost: 0.0055 },
  ]);
});

test("while it is on its way a call is held at its bound, then it counts what it took", async () => {
  const held: number[] = [];
  const model = scripted(aReply(paris));
  const watched: Model = {
    ...model,
    complete: (...given) => {
      held.push(budget.state().reserved);
      return model.complete(...given);
    },
  };
  const wrapped = withBudget(watched, budget, price);
  expect([wrapped.name, wrapped.settings, wrapped.paid]).toEqual([
    model.name,
    model.settings,
    true,
  ]);
  expect(await wrapped.complete(request, never)).toEqual(aReply(paris));
  expect(held).toEqual([bound]);
  expect(budget.state()).toMatchObject({ spent: 10 / 1e6, possiblySpent: 0, reserved: 0 });
  await budget.close();
});

test("of a reply that came from a cache in part, the cheaper part is settled as such", async () => {
  const usage = { inputTokens: 7, outputTokens: 3, cachedTokens: 4 };
  const model = scripted({ ...aReply(paris), usage });
  const wrapped = withBudget(model, budget, { ...price, cached: 0.25 });
  await wrapped.complete(request, never);
  // 3 + 4 × 0.25 + 3 millionths of a dollar.
  expect(budget.state()).toMatchObject({ spent: 7 / 1e6, reserved: 0 });
  await budget.close();
});

const hint = { hint: "" };

test.each([
  [new RetryableError("rate-limited", "slow down"), 0],
  [new RetryableError("timeout", "no reply", { maybeBilled: true }), bound],
  [new ReplyError("technical", "bad-request", "too long", null), 0],
  [new PipelineError("provider", "no key", hint), 0],
  [new ParkedError("later"), 0],
  [new TypeError("a bug"), bound],
])("after %s what may have been billed stays counted", async (error, maybe) => {
  await expect(withBudget(scripted(error), budget, price).complete(request, never)).rejects.toBe(
    error,
  );
  expect(budget.state()).toMatchObject({ spent: 0, possiblySpent: maybe, reserved: 0 });
  await budget.close();
});

test.each([new Error("stopped"), new PipelineError("interrupted", "stopped", hint)])(
  "a call stopped on its way may have been billed, whatever the stop is called (%s)",
  async reason => {
    const stop = new AbortController();
    const hanging: Model = {
      ...scripted(),
      complete: async (_request, signal) => {
        stop.abort(reason);
        signal.throwIfAborted();
        throw new Error("not reached");
      },
    };
    await expect(withBudget(hanging, budget, price).complete(request, stop.signal)).rejects.toBe(
      reason,
    );
    expect(budget.state()).toMatchObject({ possiblySpent: bound, reserved: 0 });
    await budget.close();
  },
);

test("a call stopped before it is sent costs nothing and is not sent", async () => {
  const stop = new AbortController();
  const model = scripted(aReply(paris));
  const call = withBudget(model, budget, price).complete(request, stop.signal);
  stop.abort(new Error("stopped"));
  await expect(call).rejects.toThrow("stopped");
  await expect(withBudget(model, budget, price).complete(request, stop.signal)).rejects.toThrow(
    "stopped",
  );
  expect(model.asked).toEqual([]);
  expect(budget.state()).toMatchObject({ possiblySpent: 0, reserved: 0 });
  await budget.close();
});

test("each try reserves again; tries that may have been billed add up", async () => {
  const lost = () => new RetryableError("timeout", "no reply", { maybeBilled: true });
  const model = scripted(lost(), new RetryableError("unavailable", "down"), lost(), aReply(paris));
  const clock = {
    now: () => 0,
    random: () => 0,
    sleep: async () => expect(budget.state().reserved).toBe(0),
  };
  await withRetries(withBudget(model, budget, price), { clock }).complete(request, never);
  expect(budget.state()).toMatchObject({ spent: 10 / 1e6, reserved: 0 });
  expect(budget.state().possiblySpent).toBeCloseTo(2 * bound, 12);
  await budget.close();
});

test("a call that does not fit is not sent", async () => {
  const model = scripted(aReply(paris));
  await budget.reserve(
    { ...reservationOf("m", price, request, false), key: "other", maxCost: 0.9999 },
    never,
  );
  budget.markMaybeBilled("other");
  await expect(
    withBudget(model, budget, { ...price, output: 1e3 }).complete(request, never),
  ).rejects.toMatchObject({
    code: "budget",
    message: expect.stringContaining("items/capital to scripted"),
  });
  expect(model.asked).toEqual([]);
  await budget.close();
});

test("a call that the whole ceiling could not pay fails its row alone, and others go on", async () => {
  const model = scripted(aReply(paris));
  await expect(
    withBudget(model, budget, { ...price, output: 1e6 }).complete(request, never),
  ).rejects.toMatchObject({
    name: "ReplyError",
    kind: "technical",
    code: "too-dear",
    message: expect.stringMatching(/items\/capital to scripted .* --max-cost 60\.01 or more/),
  });
  await withBudget(scripted(aReply(paris)), budget, price).complete(request, never);
  expect(model.asked).toEqual([]);
  await budget.close();
});
