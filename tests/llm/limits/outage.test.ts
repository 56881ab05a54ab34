// When an endpoint that is down ends the run, and what becomes of those who wait for it.

import { expect, test } from "vitest";
import { PipelineError, ReplyError } from "../../../pipelines/engine/errors.ts";
import { createLimiter } from "../../../pipelines/llm/limits/limiter.ts";
import { withLimiter } from "../../../pipelines/llm/limits/limited-client.ts";
import type { Model } from "../../../pipelines/llm/model.ts";
import { createOutageWatch } from "../../../pipelines/llm/limits/outage.ts";
import { RetryableError, withRetries } from "../../../pipelines/llm/limits/retry.ts";
import { createSimulatedClock } from "../../support/simulated-clock.ts";
import { rates, someLimits } from "./limited-work.ts";
import { aReply, aRequest, never, paris, scripted } from "../requests.ts";

const gone = new RetryableError("unavailable", "http://127.0.0.1:9 cannot be reached");
const place = "http://127.0.0.1:9";

/** Asks a model that always fails, unless the request is the one that gets a reply. */
const aModel = (answered?: string): Model => ({
  ...scripted(),
  complete: async ({ variables }) => {
    if ((variables as { country: string }).country === answered) return aReply(paris);
    throw gone;
  },
});

const endOf = (model: Model, country: string, signal = never): Promise<unknown> =>
  model.complete(aRequest(country), signal).then(
    ({ text }) => text,
    (error: unknown) => error,
  );

test("requests that were given up in a row, without a reply between them, end the run over all models of the endpoint", async () => {
  const clock = createSimulatedClock();
  const outage = createOutageWatch({ endpoint: place, maxGivenUp: 3 });
  const [one, other] = [
    withRetries(aModel(), { clock, outage, tries: 2 }),
    withRetries(aModel("Spain"), { clock, outage, tries: 2 }),
  ];
  const ends: unknown[] = [];
  for (const [model, country] of [
    [one, "a"],
    [other, "b"],
    [other, "Spain"],
    [one, "c"],
    [other, "d"],
    [one, "e"],
  ] as const)
    ends.push(await clock.until(endOf(model, country)));
  expect(ends.map(end => (end instanceof Error ? end.constructor : end))).toEqual([
    ReplyError,
    ReplyError,
    paris,
    ReplyError,
    ReplyError,
    PipelineError,
  ]);
  expect(ends.at(-1)).toMatchObject({
    code: "provider",
    message: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:9 seems to be down: 3 requests in a row .*The last error: .*cannot be reached \(2 tries in 1 s\)/,
    ),
    hint: expect.stringContaining("run the same command again"),
  });
});

test("twenty in a row end the run when nothing else is said", async () => {
  const outage = createOutageWatch({ endpoint: place });
  const clock = createSimulatedClock();
  const model = withRetries(aModel(), { clock, outage });
  const ends = await clock.until(
    Promise.all(Array.from({ length: 25 }, (_, index) => endOf(model, `c${index}`))),
  );
  expect(ends.filter(end => end instanceof ReplyError)).toHaveLength(19);
  expect(ends.filter(end => end === outage.stopSignal.reason)).toHaveLength(6);
});

test("a reply that never fits and a request the server would not take are no outage", async () => {
  const outage = createOutageWatch({ endpoint: place, maxGivenUp: 2 });
  const refused = new ReplyError("technical", "bad-request", "too long", null);
  const model = withRetries(scripted(refused, refused, refused), {
    outage,
    clock: createSimulatedClock(),
  });
  for (const country of ["a", "b", "c"]) expect(await endOf(model, country)).toBe(refused);
  expect(outage.stopSignal.aborted).toBe(false);
});

test("once the run ends, those who wait for the next try or for a place end with its error at once, and nothing more is sent", async () => {
  const clock = createSimulatedClock();
  const outage = createOutageWatch({ endpoint: place });
  const limiter = createLimiter(someLimits({ concurrency: 1 }), {
    clock,
    stopSignal: outage.stopSignal,
  });
  const asked: string[] = [];
  const endpoint: Model = {
    ...scripted(),
    complete: async ({ variables }) => {
      const { country } = variables as { country: string };
      asked.push(country);
      await clock.sleep(country === "slow" ? 60_000 : 10);
      if (country === "slow") return aReply(paris);
      throw new RetryableError("unavailable", "later", { retryAfter: "500" });
    },
  };
  const model = withRetries(withLimiter(endpoint, limiter), { clock, outage });
  const [trying, slow] = [endOf(model, "trying"), endOf(model, "slow")];
  await clock.advance(20);
  const waiting = endOf(model, "waiting");
  await clock.advance(100);
  const stop = new PipelineError("provider", "no key", { hint: "set it" });
  outage.stop(stop);
  outage.stop(new PipelineError("provider", "another", { hint: "none" }));
  expect(await Promise.all([waiting, trying, endOf(model, "later")])).toEqual([stop, stop, stop]);
  expect(await clock.until(slow)).toBe(paris);
  expect(asked).toEqual(["trying", "slow"]);
  expect(clock.pending).toBe(0);
});

test("an error that ends the run for one ends it for all who share the endpoint, and passes unchanged", async () => {
  const outage = createOutageWatch({ endpoint: place });
  const stop = new PipelineError("provider", "no credit", { hint: "top it up" });
  const other = scripted(aReply(paris));
  expect(await endOf(withRetries(scripted(stop), { outage }), "a")).toBe(stop);
  expect(await endOf(withRetries(other, { outage }), "b")).toBe(stop);
  expect(other.asked).toEqual([]);
});

test("a server that asks for hours ends the run for all, and is named", async () => {
  const outage = createOutageWatch({ endpoint: place });
  const daily = new RetryableError("rate-limited", "daily cap", { retryAfter: "20000" });
  const end = await endOf(
    withRetries(scripted(daily), { outage, clock: createSimulatedClock() }),
    "a",
  );
  expect(end).toMatchObject({
    message: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:9 accepts no more requests until .*: daily cap$/,
    ),
  });
  expect(outage.stopSignal.reason).toBe(end);
});

test.each([
  ["requests", { remainingRequests: 0, requestsReset: 8 * 3_600_000 }],
  ["tokens", { remainingTokens: 0, tokensReset: 8 * 3_600_000 }],
])(
  "headers that leave no %s for hours end the run as a server that asks for hours does; the reply is kept",
  async (_, told) => {
    const outage = createOutageWatch({ endpoint: place });
    const model = withRetries(scripted({ ...aReply(paris), rates: rates(told) }, aReply(paris)), {
      outage,
      clock: createSimulatedClock(),
    });
    expect(await endOf(model, "a")).toBe(paris);
    expect(await endOf(model, "b")).toMatchObject({
      code: "provider",
      message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9 allows no more requests until /),
    });
  },
);

test("headers that leave something, or nothing for minutes, end nothing", async () => {
  const outage = createOutageWatch({ endpoint: place });
  const day = rates({ remainingRequests: 3, requestsReset: 8 * 3_600_000 });
  const minute = rates({ remainingRequests: 0, requestsReset: 60_000 });
  const model = withRetries(
    scripted({ ...aReply(paris), rates: day }, { ...aReply(paris), rates: minute }, aReply(paris)),
    { outage, clock: createSimulatedClock() },
  );
  for (const country of ["a", "b", "c"]) expect(await endOf(model, country)).toBe(paris);
});

test("a wait of over ten seconds is told of, with its end and its reason; the next ones only where they are twice as long or ten minutes later", async () => {
  const clock = createSimulatedClock();
  const notes: string[] = [];
  const outage = createOutageWatch({
    endpoint: place,
    onLongWait: text => notes.push(text),
    now: () => clock.now(),
  });
  const wait = (seconds: number) => outage.reportWait(clock.now() + seconds * 1000, "busy");
  wait(9);
  expect(notes).toEqual([]);
  wait(15);
  wait(15);
  wait(29);
  expect(notes).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:9 will be called again at \d\d:\d\d:\d\d: busy$/),
  ]);
  wait(30);
  expect(notes).toHaveLength(2);
  await clock.advance(600_000);
  wait(15);
  expect(notes).toHaveLength(3);
});

test("who waits for another try, for a pause or for a limit is told of", async () => {
  const clock = createSimulatedClock();
  const notes: string[] = [];
  const outage = createOutageWatch({
    endpoint: place,
    onLongWait: text => notes.push(text),
    now: () => clock.now(),
  });
  const limiter = createLimiter(someLimits({ concurrency: 4, requestsPerMinute: 1 }), {
    clock,
    onWait: (wait, reason) => outage.reportWait(clock.now() + wait, reason),
  });
  const busy = new RetryableError("rate-limited", "too busy", { retryAfter: "130" });
  const model = withRetries(withLimiter(scripted(aReply(paris), busy, aReply(paris)), limiter), {
    clock,
    outage,
  });
  const ends = ["a", "b"].map(country => endOf(model, country));
  expect(await clock.until(Promise.all(ends))).toEqual([paris, paris]);
  expect(notes).toEqual([
    expect.stringMatching(
      /: its requests or tokens per minute are used up, according to your limits or its headers\.$/,
    ),
    expect.stringMatching(/: too busy$/),
  ]);
});
