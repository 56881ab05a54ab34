// When a request is tried again, how long is waited, and when it is given up.

import { expect, test } from "vitest";
import { PipelineError, ReplyError } from "../../../pipelines/engine/errors.ts";
import {
  type Clock,
  RetryableError,
  retryAfterWait,
  withRetries,
} from "../../../pipelines/llm/limits/retry.ts";
import { createSimulatedClock } from "../../support/simulated-clock.ts";
import type { Model } from "../../../pipelines/llm/model.ts";
import { aReply, aRequest, never, paris, scripted, warningsDuring } from "../requests.ts";

const noon = Date.parse("2024-05-01T12:00:00Z");

function aClock(random = 1): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => noon,
    random: () => random,
    sleep: async milliseconds => {
      waits.push(milliseconds);
    },
  };
}

const failureOf = (model: Model): Promise<unknown> =>
  model.complete(aRequest("France"), never).catch((thrown: unknown) => thrown);

const busy = (retryAfter: string | null = null) =>
  new RetryableError("rate-limited", "slow down", { retryAfter });
const broken = (retryAfter: string | null = null) =>
  new RetryableError("unavailable", "internal error", { status: 500, retryAfter });
const faults = {
  refused: busy(),
  failed: broken(),
  cut: new RetryableError("unavailable", "broke off", { maybeBilled: true }),
  timeout: new RetryableError("timeout", "slow", { maybeBilled: true }),
};

test("a failure that passes is not seen by the row", async () => {
  const model = scripted(busy(), busy(), aReply(paris));
  expect(
    (await withRetries(model, { clock: aClock() }).complete(aRequest("France"), never)).text,
  ).toBe(paris);
  expect(model.asked).toHaveLength(3);
});

test("waits double up to the longest one, shortened by chance to no less than half", async () => {
  const script = () => scripted(...Array.from({ length: 5 }, () => busy()), aReply(paris));
  const [long, short] = [aClock(1), aClock(0)];
  const options = { firstWait: 1000, longestWait: 5000 };
  await withRetries(script(), { ...options, clock: long }).complete(aRequest("France"), never);
  await withRetries(script(), { ...options, clock: short }).complete(aRequest("France"), never);
  expect(long.waits).toEqual([1000, 2000, 4000, 5000, 5000]);
  expect(short.waits).toEqual([500, 1000, 2000, 2500, 2500]);
});

test("no try comes sooner than the server asked, in seconds or by date", async () => {
  const clock = aClock();
  const model = scripted(busy("20"), busy("Wed, 01 May 2024 12:00:30 GMT"), aReply(paris));
  await withRetries(model, { clock }).complete(aRequest("France"), never);
  expect(clock.waits).toEqual([20_000, 30_000]);
});

test("a Retry-After is read as seconds or date; a past or unreadable one asks for no wait", () => {
  expect(
    ["1.5", "0", "-3", "", "soon", "Wed, 01 May 2024 11:00:00 GMT"].map(header =>
      retryAfterWait(header, noon),
    ),
  ).toEqual([1500, 0, 0, 0, 0, 0]);
  expect(retryAfterWait(null, noon)).toBe(0);
});

test("after the last try the row fails as technical, with the code, the number of tries and the time they took", async () => {
  const clock = createSimulatedClock();
  const model = scripted(broken("20"), broken("40"), broken());
  const error = await clock.until(failureOf(withRetries(model, { tries: 3, clock })));
  expect(error).toBeInstanceOf(ReplyError);
  expect(error).not.toBeInstanceOf(RetryableError);
  expect(error).toMatchObject({
    kind: "technical",
    code: "unavailable",
    message: "internal error (3 tries in 60 s)",
  });
  expect(model.asked).toHaveLength(3);
});

test("a failure of minutes is told in minutes, and one try as one", async () => {
  const long = createSimulatedClock();
  const model = scripted(...Array.from({ length: 3 }, () => broken("300")));
  expect(await long.until(failureOf(withRetries(model, { tries: 3, clock: long })))).toMatchObject({
    message: "internal error (3 tries in 10 min)",
  });
  expect(
    await failureOf(withRetries(scripted(broken()), { tries: 1, clock: aClock() })),
  ).toMatchObject({ message: "internal error (1 try in 0 s)" });
});

test("six tries are made of each kind of fault when nothing else is said, and twelve where a server refuses", async () => {
  for (const [fault, tries] of [
    ["failed", 6],
    ["cut", 6],
    ["timeout", 6],
    ["refused", 12],
  ] as const) {
    const model = scripted(...Array.from({ length: 13 }, () => faults[fault]));
    await failureOf(withRetries(model, { clock: aClock() }));
    expect(model.asked).toHaveLength(tries);
  }
});

test("one kind of fault uses up no tries of another", async () => {
  const { refused, failed, cut, timeout } = faults;
  const model = scripted(
    failed,
    cut,
    timeout,
    failed,
    cut,
    timeout,
    refused,
    refused,
    refused,
    aReply(paris),
  );
  expect(
    (await withRetries(model, { tries: 3, clock: aClock() }).complete(aRequest("France"), never))
      .text,
  ).toBe(paris);
});

test("waits are doubled only while nobody else gets a reply", async () => {
  const clock = aClock();
  const replies: (Error | typeof paris)[] = [broken(), broken(), broken(), broken()];
  const endpoint: Model = {
    ...scripted(),
    complete: async ({ variables }) => {
      const next =
        (variables as { country: string }).country === "France" ? replies.shift() : paris;
      if (next instanceof Error) throw next;
      return aReply(paris);
    },
  };
  const model = withRetries(endpoint, {
    clock: {
      ...clock,
      sleep: async wait => {
        clock.waits.push(wait);
        if (clock.waits.length === 2) await model.complete(aRequest("Spain"), never);
      },
    },
  });
  await model.complete(aRequest("France"), never);
  expect(clock.waits).toEqual([1000, 2000, 1000, 2000]);
});

test("a server that wants a wait of hours ends the run, and says when to come back", async () => {
  const clock = aClock();
  const model = scripted(busy("3600"));
  const error = await failureOf(withRetries(model, { clock }));
  const time = new Date(noon + 3_600_000).toTimeString().slice(0, 5);
  expect(error).toBeInstanceOf(PipelineError);
  expect(error).toMatchObject({
    code: "provider",
    message: expect.stringContaining(`until ${time}: slow down`),
    hint: expect.stringContaining(`After ${time}, run the same command again`),
  });
  expect(clock.waits).toEqual([]);
  expect(model.asked).toHaveLength(1);
});

test("a time to come back on another day is told with the day", async () => {
  const error = await failureOf(
    withRetries(scripted(busy(String(3 * 86_400))), { clock: aClock() }),
  );
  expect(error).toMatchObject({
    message: expect.stringMatching(/until 2024-05-0[345] \d\d:\d\d:/),
  });
});

test("a wait of minutes that the server asks for is waited", async () => {
  const clock = aClock();
  await withRetries(scripted(busy("540"), aReply(paris)), { clock }).complete(
    aRequest("France"),
    never,
  );
  expect(clock.waits).toEqual([540_000]);
});

test.each([
  new PipelineError("provider", "no key", { hint: "set it" }),
  new ReplyError("technical", "bad-request", "too long", null),
  new TypeError("a bug"),
])("$name is not tried again", async error => {
  const model = scripted(error, aReply(paris));
  await expect(
    withRetries(model, { clock: aClock() }).complete(aRequest("France"), never),
  ).rejects.toBe(error);
  expect(model.asked).toHaveLength(1);
});

test("a stop during a wait ends the tries with the reason of the stop", async () => {
  const stop = new AbortController();
  const reason = new Error("stopped");
  const clock = { ...aClock(), sleep: async () => stop.abort(reason) };
  const model = scripted(busy(), aReply(paris));
  await expect(
    withRetries(model, { clock }).complete(aRequest("France"), stop.signal),
  ).rejects.toBe(reason);
  expect(model.asked).toHaveLength(1);
});

test("a stop wakes the clock of real runs, however many rows wait, without a warning of leaks", async () => {
  const stop = new AbortController();
  const reason = new Error("stopped");
  const warnings = await warningsDuring(async () => {
    const waiting = Array.from({ length: 40 }, () =>
      withRetries(scripted(busy("100")), {}).complete(aRequest("France"), stop.signal),
    );
    await new Promise(resolve => setImmediate(resolve));
    stop.abort(reason);
    const ends = await Promise.allSettled(waiting);
    expect(ends.map(end => end.status === "rejected" && end.reason)).toEqual(
      waiting.map(() => reason),
    );
  });
  expect(warnings).toEqual([]);
});
