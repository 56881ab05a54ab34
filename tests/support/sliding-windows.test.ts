// Windows are counted as an endpoint would: any minute, not those of a clock.

import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { freshFolder } from "./folder.ts";
import { readRequestLog, windowsOf } from "./sliding-windows.ts";

const inFolder = freshFolder();
const line = (at: number, tokens: number) => ({ at, tokens });

test("an empty log says nothing, and one line of no mean", () => {
  expect(windowsOf([], 100)).toEqual({
    mostRequests: 0,
    mostTokens: 0,
    leastTokens: null,
    meanTokens: null,
  });
  expect(windowsOf([line(5, 3)], 100)).toEqual({
    mostRequests: 1,
    mostTokens: 3,
    leastTokens: null,
    meanTokens: null,
  });
});

test("in any order of lines, most and least are those of all windows laid by hand", () => {
  const logs = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 60 }),
      tokens: fc.integer({ min: 0, max: 9 }),
    }),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(logs, fc.integer({ min: 1, max: 30 }), (log, length) => {
      const first = Math.min(...log.map(({ at }) => at));
      const held = (end: number) =>
        log
          .filter(({ at }) => at > end - length && at <= end)
          .reduce((sum, { tokens }) => sum + tokens, 0);
      const { mostTokens, leastTokens } = windowsOf(log, length);
      expect(mostTokens).toBe(Math.max(...log.map(({ at }) => held(at))));
      const entered = log.map(({ at }) => at).filter(at => at - first >= length);
      const least = entered.map(at =>
        log
          .filter(other => other.at > at - length && other.at < at)
          .reduce((sum, { tokens }) => sum + tokens, 0),
      );
      expect(leastTokens).toBe(least.length === 0 ? null : Math.min(...least));
    }),
  );
});

test("a log is read in the order in which the requests came, without the line that is being written", () => {
  const path = inFolder("log.jsonl");
  writeFileSync(path, `${JSON.stringify(line(20, 1))}\n${JSON.stringify(line(10, 2))}\n{"at":3`);
  expect(readRequestLog(path).map(({ at }) => at)).toEqual([10, 20]);
});
