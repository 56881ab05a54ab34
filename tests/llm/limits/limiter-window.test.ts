// Requests and tokens a minute: never more than the limits in any minute, and nearly all of them when there is work.

import fc from "fast-check";
import { expect, test } from "vitest";
import { PipelineError } from "../../../pipelines/engine/errors.ts";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import { aSetting, aSized, keepBusy, used } from "./limited-work.ts";

const minute = 60_000;

interface Sent {
  readonly at: number;
  readonly tokens: number;
}

/** What was started within the minute that ends with each start. */
const minutesOf = (sent: readonly Sent[]) =>
  sent.map(({ at }) => sent.filter(other => other.at > at - minute && other.at <= at));

const sum = (sent: readonly Sent[]) => sent.reduce((total, { tokens }) => total + tokens, 0);

const aRun = fc.record({
  limits: fc.record({
    concurrency: fc.integer({ min: 1, max: 12 }),
    requestsPerMinute: fc.integer({ min: 1, max: 15 }),
    tokensPerMinute: fc.integer({ min: 50, max: 4000 }),
  }),
  arrivals: fc.array(
    fc.record({
      gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90_000 })),
      latency: fc.integer({ min: 0, max: 80_000 }),
      maxInputTokens: fc.integer({ min: 2, max: 6000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      end: fc.constantFrom<"reply" | "unbilled" | "billed">(
        "reply",
        "reply",
        "reply",
        "unbilled",
        "billed",
      ),
    }),
    { minLength: 1, maxLength: 60 },
  ),
});

// Timeouts and broken replies move no limits: what is seen is the windows alone.
const failures = {
  unbilled: new RetryableError("unavailable", "broken"),
  billed: new RetryableError("timeout", "slow", { maybeBilled: true }),
};

/** `stageOf` says what is learned from what. */
async function play(
  { limits, arrivals }: typeof aRun extends fc.Arbitrary<infer Run> ? Run : never,
  stageOf: (index: number) => string,
) {
  const { ask, clock, started } = aSetting(limits);
  const sent = new Map<string, number>();
  const asked: Promise<unknown>[] = [];
  for (const [index, { gap, latency, maxInputTokens, share, end }] of arrivals.entries()) {
    await clock.advance(gap);
    const tokens = Math.floor((maxInputTokens / 2) * share);
    sent.set(`r${index}`, end === "unbilled" ? 0 : tokens);
    const reply = end === "reply" ? { usage: used(tokens) } : failures[end];
    asked.push(
      ask(`r${index}`, {
        latency,
        reply,
        request: { maxInputTokens, maxReplyTokens: 0, stage: stageOf(index) },
      }).catch(() => undefined),
    );
  }
  await clock.until(Promise.allSettled(asked));
  return started.map(({ name, at, ended }) => ({
    at,
    tokens: sent.get(name)!,
    told: arrivals[Number(name.slice(1))]!.end === "reply" ? ended : Infinity,
  }));
}

test("all are sent in the end; no minute holds more requests than allowed, and none is sent while replies that came have used up the minute", async () => {
  await fc.assert(
    fc.asyncProperty(aRun, async run => {
      const sent = await play(run, () => "items/one");
      expect(sent).toHaveLength(run.arrivals.length);
      for (const inMinute of minutesOf(sent))
        expect(inMinute.length).toBeLessThanOrEqual(run.limits.requestsPerMinute);
      for (const { at } of sent) {
        const known = sent.filter(other => other.at > at - minute && other.told < at);
        expect(sum(known)).toBeLessThanOrEqual(run.limits.tokensPerMinute);
      }
    }),
    { numRuns: 150 },
  );
});

test("no minute holds more tokens than allowed, except for one request alone", async () => {
  await fc.assert(
    fc.asyncProperty(aRun, async run => {
      const sent = await play(run, index => `items/${index}`);
      for (const inMinute of minutesOf(sent)) {
        const counted = inMinute.filter(({ tokens }) => tokens > 0);
        expect(counted.length === 1 ? 0 : sum(counted)).toBeLessThanOrEqual(
          run.limits.tokensPerMinute,
        );
      }
    }),
    { numRuns: 150 },
  );
});

test("a request larger than the limit goes when nothing else counts, and then counts as what it used", async () => {
  const { ask, clock, started } = aSetting({ tokensPerMinute: 1000 });
  const large = { request: { maxInputTokens: 8000, stage: "large" }, reply: { usage: used(3500) } };
  const asked = [
    ask("small", { reply: { usage: used(400) } }),
    ask("large", large),
    ask("small again", { reply: { usage: used(400) } }),
    ask("large again", large),
  ];
  await clock.until(Promise.all(asked));
  expect(started.map(({ at }) => at)).toEqual([0, minute, 2 * minute, 3 * minute]);
});

test("a reply that used less than was reserved lets the next one go at once", async () => {
  const { ask, clock, started } = aSetting({ tokensPerMinute: 1000 });
  await clock.until(Promise.all([ask("one", { reply: { usage: used(100) } }), ask("two")]));
  expect(started.map(({ at }) => at)).toEqual([0, 1000]);
});

test("an attempt that cost nothing gives its tokens back, one that may have cost keeps them", async () => {
  const next = async (reply: Error) => {
    const { ask, clock, started } = aSetting({ tokensPerMinute: 1000 });
    const asked = Promise.allSettled([ask("failing", { reply }), ask("next")]);
    await clock.until(asked);
    return started[1]!.at;
  };
  expect([await next(failures.unbilled), await next(failures.billed)]).toEqual([1000, minute]);
});

test("a reply that comes when its minute is over changes nothing any more", async () => {
  const { ask, clock, started } = aSetting({ tokensPerMinute: 1000 });
  const slow = ask("slow", {
    latency: 70_000,
    reply: { usage: used(0) },
    request: { stage: "slow" },
  });
  await clock.until(slow);
  await clock.until(Promise.all([ask("one"), ask("two")]));
  expect(started.map(({ at }) => at)).toEqual([0, 70_000, 71_000]);
});

test("usage that is not a number is not learned, and what was reserved stays", async () => {
  const { ask, clock, started } = aSetting({ tokensPerMinute: 2000, concurrency: 1 });
  const nonsense = { usage: { inputTokens: Number.NaN, outputTokens: -5 } };
  await clock.until(
    Promise.all(["one", "two", "three", "four"].map(name => ask(name, { reply: nonsense }))),
  );
  expect(started.map(({ at }) => at)).toEqual([0, 1000, 2000, minute]);
});

test("a request that is broken off in flight keeps what it reserved: it may be billed", async () => {
  const { ask, clock, limiter, started } = aSetting({ tokensPerMinute: 1000 });
  const stop = new AbortController();
  const reason = new PipelineError("interrupted", "stopped", { hint: "go on" });
  const work = async () => {
    await clock.sleep(1000);
    stop.abort(reason);
    throw reason;
  };
  await expect(
    clock.until(limiter.run({ model: "m", request: aSized(), signal: stop.signal, work })),
  ).rejects.toBe(reason);
  await clock.until(ask("next"));
  expect(started[0]!.at).toBe(minute);
});

/** Half an hour's work whose requests, replies and latencies (0.2 … 10 s) differ much. */
async function halfHour(
  limits: { concurrency: number; requestsPerMinute?: number; tokensPerMinute?: number },
  seed: number,
) {
  const { ask, clock, started } = aSetting(limits, { seed });
  const tokens: number[] = [];
  const between = (least: number, most: number) =>
    least + Math.floor(clock.random() * (most - least));
  await keepBusy(clock, 200, 30 * minute, async () => {
    const maxInputTokens = between(2000, 12_000);
    const usage = {
      inputTokens: Math.floor(maxInputTokens / 4.5) + between(0, 200),
      outputTokens: between(50, 900),
    };
    const reply = { usage };
    const name = String(tokens.push(usage.inputTokens + usage.outputTokens) - 1);
    await ask(name, {
      latency: between(200, 10_000),
      reply,
      request: { maxInputTokens, maxReplyTokens: 2000 },
    });
  });
  return started
    .filter(({ at }) => at < 30 * minute)
    .map(({ name, at }) => ({ at, tokens: tokens[Number(name)]! }));
}

test("at least 95 % of the tokens of every minute are used when there is work, and none is exceeded by more than a request", async () => {
  const limit = 200_000;
  const sent = await halfHour({ concurrency: 64, tokensPerMinute: limit }, 7);
  expect(sum(sent) / (30 * limit)).toBeGreaterThan(0.95);
  expect(Math.max(...minutesOf(sent).map(sum))).toBeLessThan(limit + 3600);
});

test("at least 95 % of the requests of every minute are used when there is work", async () => {
  const sent = await halfHour({ concurrency: 128, requestsPerMinute: 600 }, 8);
  expect(sent.length / (30 * 600)).toBeGreaterThan(0.95);
});

test("over ways that differ by less than the slack, no minute at the server holds more than allowed", async () => {
  const limits = { concurrency: 20, requestsPerMinute: 20, tokensPerMinute: 4000 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          way: fc.integer({ min: 1, max: 900 }),
          latency: fc.integer({ min: 0, max: 9000 }),
        }),
        { minLength: 30, maxLength: 90 },
      ),
      async requests => {
        const { ask, clock, started } = aSetting(limits, { slack: 1000 });
        const all = requests.map(({ way, latency }, index) =>
          ask(`r${index}`, {
            way,
            latency,
            reply: { usage: used(100) },
            request: { maxInputTokens: 200, maxReplyTokens: 0 },
          }),
        );
        await clock.until(Promise.all(all));
        for (const inMinute of minutesOf(
          started.map(({ at }) => ({ at, tokens: 100 })).toSorted((a, b) => a.at - b.at),
        ))
          expect(inMinute.length).toBeLessThanOrEqual(20);
      },
    ),
    { numRuns: 60 },
  );
});

test("a request that was sent long after it was let go counts from its sending", async () => {
  const { ask, clock, started } = aSetting({ requestsPerMinute: 1 }, { slack: 1000 });
  const first = ask("late", { way: 20_000, latency: 500 });
  const second = ask("next", { way: 1, latency: 500 });
  await clock.until(Promise.all([first, second]));
  const [late, next] = started;
  expect(next!.at - late!.at).toBeGreaterThanOrEqual(minute);
});
