// Windows are counted as an endpoint would: any minute, not those of a clock.

import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { freshFolder } from "./folder.ts";
import { readRequestLog, windowsOf } from "./sliding-windows.ts";

const inFolder = freshFolder();
const line = (at: number, tokens: number, outcome: "good" | "rate-limited" | "500" = "good") => ({ at, tokens, outcome });

test("the most lies across the minutes of a clock", () => {
  // 10 + 20 in the first minute, 30 + 1 in the second; 20 + 30 within 20 seconds.
  const log = [line(0, 10), line(50_000, 20), line(70_000, 30), line(119_000, 1)];
  expect(windowsOf(log, 60_000)).toMatchObject({ mostTokens: 50, mostRequests: 2 });
});

test("what is exactly a window old is out of it", () => {
  expect(windowsOf([line(0, 5), line(100, 5)], 100)).toMatchObject({ mostTokens: 5, mostRequests: 1 });
  expect(windowsOf([line(0, 5), line(99, 5)], 100)).toMatchObject({ mostTokens: 10, mostRequests: 2 });
});

test("the least is found in a gap, and only in whole windows", () => {
  // Just before 250 the window since 150 holds the 7 at 160 alone.
  const log = [line(0, 50), line(90, 50), line(160, 7), line(250, 50)];
  expect(windowsOf(log, 100).leastTokens).toBe(7);
  expect(windowsOf(log, 251).leastTokens).toBeNull();
  expect(windowsOf([line(0, 1), line(300, 1)], 100).leastTokens).toBe(0);
});

test("the mean leaves out the last request, whose time has not passed yet", () => {
  // 60 tokens each 10 of 100 milliseconds.
  const even = Array.from({ length: 11 }, (_, n) => line(n * 10, 60));
  expect(windowsOf(even, 100).meanTokens).toBe(600);
});

test("refused requests weigh nothing, failed ones do; an empty log says nothing", () => {
  expect(windowsOf([line(0, 5), line(1, 100, "rate-limited"), line(2, 6, "500")], 100)).toMatchObject({ mostTokens: 11, mostRequests: 2 });
  expect(windowsOf([], 100)).toEqual({ mostRequests: 0, mostTokens: 0, leastTokens: null, meanTokens: null });
  expect(windowsOf([line(5, 3)], 100)).toEqual({ mostRequests: 1, mostTokens: 3, leastTokens: null, meanTokens: null });
});

test("in any order of lines, most and least are those of all windows laid by hand", () => {
  const logs = fc.array(fc.record({ at: fc.integer({ min: 0, max: 60 }), tokens: fc.integer({ min: 0, max: 9 }), outcome: fc.constant("good" as const) }), { minLength: 1 });
  fc.assert(
    fc.property(logs, fc.integer({ min: 1, max: 30 }), (log, length) => {
      const first = Math.min(...log.map(({ at }) => at));
      const held = (end: number) => log.filter(({ at }) => at > end - length && at <= end).reduce((sum, { tokens }) => sum + tokens, 0);
      const { mostTokens, leastTokens } = windowsOf(log, length);
      expect(mostTokens).toBe(Math.max(...log.map(({ at }) => held(at))));
      const entered = log.map(({ at }) => at).filter(at => at - first >= length);
      const least = entered.map(at => log.filter(other => other.at > at - length && other.at < at).reduce((sum, { tokens }) => sum + tokens, 0));
      expect(leastTokens).toBe(least.length === 0 ? null : Math.min(...least));
    }),
  );
});

test("a log is read in the order in which the requests came, without the line that is being written", () => {
  const path = inFolder("log.jsonl");
  writeFileSync(path, `${JSON.stringify(line(20, 1))}\n${JSON.stringify(line(10, 2))}\n{"at":3`);
  expect(readRequestLog(path).map(({ at }) => at)).toEqual([10, 20]);
});
