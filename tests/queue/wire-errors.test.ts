// Errors go over the wire as JSON and come out as what they were.

import { expect, test } from "vitest";
import { PipelineError, ReplyError } from "../../pipelines/engine/errors.ts";
import { RetryableError } from "../../pipelines/llm/limits/retry.ts";
import { fromWire, toWire, type WireError } from "../../pipelines/queue/wire-errors.ts";

const wired = (error: unknown) =>
  fromWire(JSON.parse(JSON.stringify(toWire(error))) as WireError, "worker north-1");
const fieldsOf = (error: Error) => ({ ...error, message: error.message });

const rates = {
  requestsPerMinute: 60,
  tokensPerMinute: null,
  remainingRequests: 0,
  remainingTokens: null,
  requestsReset: 1500,
  tokensReset: null,
};

test("a failure that may pass keeps all that retries and limits go by", () => {
  for (const error of [
    new RetryableError("rate-limited", "429: 太快了", { retryAfter: "2", rates, status: 429 }),
    new RetryableError("timeout", "no reply", { maybeBilled: true }),
  ]) {
    const arrived = wired(error);
    expect(arrived).toBeInstanceOf(RetryableError);
    expect(fieldsOf(arrived)).toEqual(fieldsOf(error));
  }
});

test("a reply that never fitted keeps its kind, code and the raw reply", () => {
  for (const error of [
    new ReplyError("contract", "schema", "does not fit", '{"回答":"\u0000\ud800"}'),
    new ReplyError("technical", "refused", "400", null),
  ]) {
    const arrived = wired(error);
    expect(arrived).toBeInstanceOf(ReplyError);
    expect(arrived).not.toBeInstanceOf(RetryableError);
    expect(fieldsOf(arrived)).toEqual(fieldsOf(error));
  }
});

test("an error for its reader arrives with its hint", () => {
  const arrived = wired(
    new PipelineError("disk", "The disk is full.", { hint: "Free it.", cause: new Error("inner") }),
  );
  expect(arrived).toBeInstanceOf(PipelineError);
  expect(arrived).toMatchObject({ code: "disk", message: "The disk is full.", hint: "Free it." });
});

test("a bug arrives with the place it comes from and the stack it had", () => {
  const bug = new TypeError("x is undefined\n  on two lines");
  const arrived = wired(bug);
  expect([arrived.name, arrived.message]).toEqual(["TypeError", `worker north-1: ${bug.message}`]);
  expect(arrived.stack).toContain("TypeError: worker north-1: x is undefined");
  expect(arrived.stack).toContain("wire-errors.test.ts");
  expect(arrived.stack).not.toContain("bugFrom");
});

test("whatever else is thrown arrives as a bug with words for it", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  const messages = ["text", undefined, 7n, Symbol("s"), Object.create(null), circle].map(
    thrown => wired(thrown).message,
  );
  expect(messages).toEqual(
    ["text", "undefined", "7", "Symbol(s)", "an object", "[object Object]"].map(
      words => `worker north-1: thrown: ${words}`,
    ),
  );
  const stackless = new Error("bare");
  delete stackless.stack;
  expect(wired(stackless).message).toBe("worker north-1: bare");
});
