// How many requests at once an endpoint is found to bear, from what it refuses.

import { expect, test } from "vitest";
import { createLimiter } from "../../../pipelines/llm/limits/limiter.ts";
import { withLimiter } from "../../../pipelines/llm/limits/limited-client.ts";
import { RetryableError, withRetries } from "../../../pipelines/llm/limits/retry.ts";
import { createSimulatedClock } from "../../support/simulated-clock.ts";
import { aBusyServer, type BusyServerOptions } from "./busy-server.ts";
import { aSetting, aSized, keepBusy, someLimits } from "./limited-work.ts";
import { never } from "../requests.ts";

const minute = 60_000;

/** Asks a server for so long, with 100 rows that always want something, as `services` does it. */
async function play(
  concurrency: number,
  minutes: number,
  options: Omit<BusyServerOptions, "clock"> = {},
  meanwhile: (server: ReturnType<typeof aBusyServer>) => void = () => undefined,
) {
  const clock = createSimulatedClock();
  const server = aBusyServer({ ...options, clock });
  const limiter = createLimiter(someLimits({ concurrency }), { clock });
  const client = withRetries(withLimiter(server.client, limiter), { clock });
  clock.after((minutes * minute) / 2, () => meanwhile(server));
  const failures: unknown[] = [];
  await keepBusy(clock, 100, minutes * minute, () =>
    client.complete(aSized(), never).catch((error: unknown) => failures.push(error)),
  );
  return { server, failures, limiter };
}

const within = (times: readonly number[], from: number, to: number) =>
  times.filter(at => at >= from * minute && at < to * minute).length;

test.each([1, 2, 5, 20, 50])(
  "a server with room for %i gets at least 90 % of what it can do, with few refusals",
  async room => {
    const { server, failures } = await play(64, 8, { room });
    const best = await play(room, 8, { room });
    expect(best.server.refused).toEqual([]);
    expect(within(server.replied, 0, 8) / within(best.server.replied, 0, 8)).toBeGreaterThan(0.9);
    expect(within(server.refused, 1, 8) / within(server.replied, 1, 8)).toBeLessThan(0.1);
    expect(failures).toEqual([]);
  },
);

test("a server that says 503 when it has too much to do is treated alike", async () => {
  const { server, failures } = await play(64, 10, {
    room: 5,
    refusal: () => new RetryableError("unavailable", "overloaded", { status: 503 }),
  });
  expect(server.replied.length).toBeGreaterThan(0.9 * 10 * 60 * 5);
  expect(server.refused.length / server.replied.length).toBeLessThan(0.1);
  expect(failures).toEqual([]);
});

test("room that is there again is found again", async () => {
  const { server } = await play(64, 20, { room: 4 }, server => {
    server.room = 48;
  });
  expect(within(server.replied, 14, 20) / (6 * 60 * 48)).toBeGreaterThan(0.9);
});

test("a server that allows so much a minute and gives no time fails no row", async () => {
  const { server, failures } = await play(16, 30, { perMinute: 60 });
  expect(failures).toEqual([]);
  expect(server.replied.length).toBeGreaterThan(0.8 * 30 * 60);
});

test("a server that takes all is asked as much as is allowed", async () => {
  const { server, limiter } = await play(64, 5);
  expect(server.refused).toEqual([]);
  expect(limiter.state().slots).toBe(64);
});

test("however much a server refuses, one request at a time is still sent", async () => {
  const { server, failures, limiter } = await play(8, 10, { room: 0 });
  expect(limiter.state().slots).toBe(1);
  expect(failures[0]).toMatchObject({ message: expect.stringContaining("too much (12 tries") });
  expect(within(server.refused, 1, 10)).toBeGreaterThan(9 * 3);
  expect(within(server.refused, 1, 10)).toBeLessThan(9 * 6);
});

test("a server that refuses request after request is soon asked little at once", async () => {
  const { ask, clock, limiter } = aSetting({ concurrency: 16 });
  const refusal = new RetryableError("rate-limited", "too much");
  for (let count = 0; count < 6; count++)
    await clock.until(ask("refused", { reply: refusal }).catch(() => undefined));
  expect(limiter.state().slots).toBeLessThan(5);
});

test.each([
  ["cannot be reached", new RetryableError("unavailable", "refused")],
  ["failed on a request", new RetryableError("unavailable", "internal error", { status: 500 })],
  ["took too long", new RetryableError("timeout", "slow", { maybeBilled: true })],
])("a server that %s is asked as before", async (_, error) => {
  const { ask, clock, limiter } = aSetting({ concurrency: 8 });
  await clock.until(
    Promise.allSettled(Array.from({ length: 30 }, () => ask("failing", { reply: error }))),
  );
  expect(limiter.state().slots).toBe(8);
});
