// Who is let through a limiter, in which order, and what becomes of those who wait.

import { expect, test } from "vitest";
import { createLimiter } from "../../../pipelines/llm/limits/limiter.ts";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import { aSetting, aSized, rates, someLimits, used } from "./limited-work.ts";
import { never, warningsDuring } from "../requests.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`);

test("as many requests are in flight as allowed, and no more", async () => {
  const { ask, clock, limiter, started } = aSetting({ concurrency: 3 });
  const all = Promise.all(numbered(10).map(name => ask(name)));
  await clock.advance(0);
  expect(limiter.state()).toEqual({ slots: 3, inFlight: 3, waiting: 7 });
  await clock.until(all);
  expect(started.map(({ at }) => at)).toEqual([0, 0, 0, 1000, 1000, 1000, 2000, 2000, 2000, 3000]);
  expect(limiter.state()).toEqual({ slots: 3, inFlight: 0, waiting: 0 });
});

test("who came first goes first, whatever the models and however large the requests", async () => {
  const { ask, clock, names } = aSetting({ concurrency: 2, tokensPerMinute: 3000 });
  const sizes = [2000, 100, 4000, 10, 10, 3000, 10];
  const all = sizes.map((maxInputTokens, index) =>
    ask(`r${index}`, { model: `m${index % 2}`, request: { maxInputTokens, stage: `s${index}` } }),
  );
  await clock.until(Promise.all(all));
  expect(names()).toEqual(numbered(sizes.length));
});

test("a failing call gives its place back, also when it throws before it sends anything", async () => {
  const { ask, clock, limiter } = aSetting({ concurrency: 1 });
  const thrown = limiter.run({
    model: "m",
    request: aSized(),
    signal: never,
    work: () => {
      throw new TypeError("a bug");
    },
  });
  const ends = Promise.allSettled([
    thrown,
    ask("failing", { reply: new Error("no") }),
    ask("after"),
  ]);
  expect((await clock.until(ends)).map(({ status }) => status)).toEqual([
    "rejected",
    "rejected",
    "fulfilled",
  ]);
});

test("calls that never end hold their own places only, for however long, and their reservations for a minute", async () => {
  const { ask, clock, names } = aSetting({
    concurrency: 3,
    tokensPerMinute: 1500,
    requestsPerMinute: 4,
  });
  const hanging = ["h1", "h2"].map(name => ask(name, { latency: 1e12 }));
  const all = Promise.all(numbered(10).map(name => ask(name)));
  await clock.until(all);
  expect(names()).toEqual(["h1", "h2", ...numbered(10)]);
  expect(clock.now()).toBeLessThan(300_000);
  expect(hanging).toHaveLength(2);
});

test("an abort rejects those who wait at once with its reason, and they are never sent", async () => {
  const { ask, clock, names, limiter } = aSetting({ concurrency: 1 });
  const stop = new AbortController();
  const reason = new Error("stopped");
  const first = ask("first", { latency: 60_000 });
  const waiting = numbered(50).map(name => ask(name, { signal: stop.signal }));
  const last = ask("last");
  await clock.advance(10);
  stop.abort(reason);
  const ends = await Promise.allSettled(waiting);
  expect(ends.map(end => end.status === "rejected" && end.reason)).toEqual(
    waiting.map(() => reason),
  );
  expect(clock.now()).toBe(10);
  expect(limiter.state().waiting).toBe(1);
  await clock.until(Promise.all([first, last]));
  expect(names()).toEqual(["first", "last"]);
});

test("an abort in the moment of the start sends nothing", async () => {
  const { ask, names } = aSetting();
  const stop = new AbortController();
  const asked = ask("late", { signal: stop.signal });
  stop.abort(new Error("stopped"));
  await expect(asked).rejects.toThrow("stopped");
  await expect(ask("later", { signal: stop.signal })).rejects.toThrow("stopped");
  expect(names()).toEqual([]);
});

test("a large request that is aborted lets the small ones behind it go", async () => {
  const { ask, clock, names } = aSetting({ tokensPerMinute: 1000 });
  const stop = new AbortController();
  const first = ask("first", { latency: 10, reply: { usage: used(600) } });
  const large = ask("large", {
    request: { maxInputTokens: 2000, stage: "other" },
    signal: stop.signal,
  });
  const small = ask("small", {
    request: { maxInputTokens: 100, maxReplyTokens: 10, stage: "third" },
  });
  await clock.advance(100);
  expect(names()).toEqual(["first"]);
  stop.abort(new Error("stopped"));
  await expect(large).rejects.toThrow("stopped");
  await clock.until(Promise.all([first, small]));
  expect(names()).toEqual(["first", "small"]);
  expect(clock.now()).toBeLessThan(2000);
});

test("once the endpoint is stopped nobody waits any longer and nobody starts, but what is in flight ends", async () => {
  const stop = new AbortController();
  const { ask, clock, names } = aSetting({ concurrency: 1 }, { stopped: stop.signal });
  const first = ask("first");
  const second = ask("second");
  await clock.advance(10);
  stop.abort(new Error("down"));
  await expect(second).rejects.toThrow("down");
  await expect(ask("third")).rejects.toThrow("down");
  expect((await clock.until(first)).usage).toEqual(used(10));
  expect(names()).toEqual(["first"]);
});

test("a thousand who wait on one signal raise no warning of leaks, and leave no listener behind", async () => {
  const stop = new AbortController();
  const counted = { added: 0, removed: 0 };
  const { addEventListener: add, removeEventListener: remove } = stop.signal;
  stop.signal.addEventListener = (...given: Parameters<typeof add>) => {
    counted.added++;
    add.apply(stop.signal, given);
  };
  stop.signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    counted.removed++;
    remove.apply(stop.signal, given);
  };
  const { ask, clock } = aSetting({ concurrency: 2 });
  const work = () =>
    clock.until(Promise.all(numbered(1000).map(name => ask(name, { signal: stop.signal }))));
  expect(await warningsDuring(work)).toEqual([]);
  expect(counted).toEqual({ added: 1, removed: 1 });
});

test("no timer is left when nobody waits", async () => {
  const { ask, clock } = aSetting({ requestsPerMinute: 2 });
  await clock.until(Promise.all(numbered(5).map(name => ask(name))));
  expect(clock.pending).toBe(0);
  const stop = new AbortController();
  const asked = numbered(3).map(name => ask(name, { signal: stop.signal, latency: 0 }));
  await clock.advance(0);
  expect(clock.pending).toBe(1);
  stop.abort(new Error("stopped"));
  await Promise.allSettled(asked);
  expect(clock.pending).toBe(0);
});

const refusedUntil30 = new RetryableError("rate-limited", "slow down", { retryAfter: "30" });

test("a lone refusal holds up nobody else, whatever it asks for", async () => {
  const { ask, clock, started } = aSetting({ concurrency: 4 });
  await expect(clock.until(ask("refused", { reply: refusedUntil30, latency: 100 }))).rejects.toBe(
    refusedUntil30,
  );
  await clock.until(Promise.all([ask("same"), ask("other", { model: "other" })]));
  expect(started.slice(1).map(({ at }) => at)).toEqual([100, 100]);
});

test("when six in a row are refused, all who ask the endpoint wait as long as they were told; those in flight go on", async () => {
  const { ask, clock, started } = aSetting({ concurrency: 16 });
  const flying = ask("flying", { model: "other", latency: 5000 });
  for (let count = 0; count < 6; count++)
    await expect(clock.until(ask("refused", { reply: refusedUntil30, latency: 100 }))).rejects.toBe(
      refusedUntil30,
    );
  const after = Promise.all([ask("same"), ask("other", { model: "other" })]);
  await clock.until(flying);
  expect(started).toHaveLength(7);
  await clock.until(after);
  expect(started[7]).toMatchObject({ at: 30_600 });
});

test("refusals of requests that were sent together are no sign that all are refused", async () => {
  const { ask, clock, started } = aSetting({ concurrency: 8 });
  await clock.until(
    Promise.allSettled(
      numbered(8).map(() => ask("refused", { reply: refusedUntil30, latency: 100 })),
    ),
  );
  await clock.until(ask("after"));
  expect(started.at(-1)).toMatchObject({ name: "after", at: 100 });
});

test("what a server asks for that failed on a request holds up nobody else", async () => {
  const { ask, clock, started } = aSetting();
  const failed = new RetryableError("unavailable", "internal error", {
    status: 500,
    retryAfter: "60",
  });
  for (let count = 0; count < 8; count++)
    await expect(clock.until(ask("failed", { reply: failed, latency: 0 }))).rejects.toBe(failed);
  await clock.until(ask("after"));
  expect(started.at(-1)).toMatchObject({ name: "after", at: 0 });
});

test("on real time a timer is held while somebody waits, and none otherwise", async () => {
  const timers = () => process.getActiveResourcesInfo().filter(name => name === "Timeout").length;
  const before = timers();
  const limiter = createLimiter(someLimits({ requestsPerMinute: 1 }));
  const stop = new AbortController();
  const reply = { usage: used(5), rates: rates({ remainingRequests: 7 }) };
  const ask = () =>
    limiter.run({ model: "m", request: aSized(), signal: stop.signal, work: async () => reply });
  expect(await ask()).toBe(reply);
  expect(timers()).toBe(before);
  const waiting = ask();
  expect(timers()).toBe(before + 1);
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  expect(timers()).toBe(before);
});
