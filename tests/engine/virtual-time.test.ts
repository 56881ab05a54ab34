// The scheduler over virtual time: what the capacity page rests on.

import { describe, expect, test } from "vitest";
import { rowsFor } from "../../pipelines/run/endpoints.ts";
import { listSchedule } from "../bench/list-scheduling.ts";
import { chance } from "../support/replay/draws.ts";
import { latencyOf } from "../support/replay/latencies.ts";
import { createVirtualTime, runVirtually, type VirtualRun } from "../support/virtual-run.ts";

const stages = 3;
const places = 32;
const free = { concurrency: places, requestsPerMinute: null, tokensPerMinute: null };
const drawn = (median: number) => (stage: number, row: number, attempt: number) =>
  latencyOf(
    { latency: { kind: "lognormal", median, sigma: 0.6 }, seed: 3 },
    `${stage} ${row}`,
    attempt,
  );
const latency = drawn(200);

const run = (changes: Partial<VirtualRun> = {}) =>
  runVirtually({
    rows: 600,
    stages,
    limits: free,
    rowsInFlight: rowsFor(places),
    latency,
    ...changes,
  });
const best = (rows: number) =>
  listSchedule(rows, stages, places, (stage, row) => latency(stage, row, 0)).all;

/** The largest sum over starts of any minute. */
function mostInAnyMinute(
  starts: readonly { at: number; tokens: number }[],
  of: (start: { tokens: number }) => number,
): number {
  let [first, sum, most] = [0, 0, 0];
  for (const start of starts) {
    sum += of(start);
    while (starts[first]!.at <= start.at - 60_000) sum -= of(starts[first++]!);
    most = Math.max(most, sum);
  }
  return most;
}

describe("virtual time", () => {
  test("jumps from one happening to the next, in order, and passes over what was called off", async () => {
    const time = createVirtualTime();
    const happened: string[] = [];
    const at = (milliseconds: number, name: string) =>
      time.after(milliseconds, () => happened.push(`${name} ${time.now()}`));
    at(3_600_000, "late");
    at(5, "first of two");
    at(5, "second of two");
    at(1, "never")();
    await time.until(time.sleep(3_600_001));
    expect(happened).toEqual(["first of two 5", "second of two 5", "late 3600000"]);
  });

  test("what nothing could ever end fails", async () => {
    await expect(createVirtualTime().until(new Promise(() => undefined))).rejects.toThrow(
      "nothing is left",
    );
  });
});

describe("a run in virtual time", () => {
  test("takes the time of list scheduling and never more places than there are", async () => {
    const { all, mostInFlight, made } = await run();
    expect(all / best(600)).toBeGreaterThan(0.97);
    expect(all / best(600)).toBeLessThan(1.02);
    expect([mostInFlight, made]).toEqual([places, 600]);
  });

  test("uses a token limit to 95 % and is never above it by more than a request in any minute", async () => {
    const tokensPerMinute = 60_000;
    const usage = (stage: number, row: number) => ({
      inputTokens: 600 + Math.round(400 * chance(3, "input", stage, row)),
      outputTokens: 50 + Math.round(150 * chance(3, "output", stage, row)),
    });
    const { all, starts } = await run({ rows: 300, limits: { ...free, tokensPerMinute }, usage });
    const largest = Math.max(...starts.map(({ tokens }) => tokens));
    expect(mostInAnyMinute(starts, ({ tokens }) => tokens)).toBeLessThanOrEqual(
      tokensPerMinute + largest,
    );
    const lastWhole = Math.floor(all / 60_000) * 60_000;
    const used = starts
      .filter(({ at }) => at < lastWhole)
      .reduce((sum, { tokens }) => sum + tokens, 0);
    expect(used / ((lastWhole / 60_000) * tokensPerMinute)).toBeGreaterThan(0.95);
  });

  test("never starts more requests in any minute than are allowed", async () => {
    const { starts, all } = await run({ rows: 200, limits: { ...free, requestsPerMinute: 100 } });
    expect(mostInAnyMinute(starts, () => 1)).toBe(100);
    expect(Math.floor(all / 60_000)).toBe(5);
  });

  test("makes every row though workers die, and makes again only the calls that were under way there", async () => {
    const { made, runAgain, starts } = await run({
      fleet: { workers: 3, lifetime: 5000, noticed: 1000 },
    });
    expect(made).toBe(600);
    expect(runAgain).toBeGreaterThan(0);
    expect(starts).toHaveLength(600 * stages + runAgain);
  });

  test("a way to the worker outside of a place costs nothing while more rows than places are in flight", async () => {
    const shares = [];
    for (const rowsInFlight of [places, rowsFor(places)])
      shares.push((await run({ rowsInFlight, fleet: { dispatch: 50 } })).all / best(600));
    expect(shares[0]).toBeGreaterThan(1.15);
    expect(shares[1]).toBeLessThan(1.02);
  });
});
