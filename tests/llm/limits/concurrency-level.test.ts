// How many places refusals take away, and successes give back.

import { expect, test } from "vitest";
import {
  type ConcurrencyLevel,
  createConcurrencyLevel,
} from "../../../pipelines/llm/limits/concurrency-level.ts";

/** So many successes with every place in use. */
function succeed(level: ConcurrencyLevel, count: number): number {
  for (let left = count; left > 0; left--) level.succeeded(level.places);
  return level.places;
}

function refuse(
  level: ConcurrencyLevel,
  numbers: readonly number[],
  last: number,
  inFlight: number,
): number {
  for (const number of numbers) level.refused(number, last, inFlight);
  return level.places;
}

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

test("each refusal takes a place away, one wave of them at most half, and a further wave half of what is left", () => {
  const level = createConcurrencyLevel(16);
  expect(refuse(level, [1], 16, 16)).toBe(15);
  expect(refuse(level, upTo(3, 2), 16, 15)).toBe(12);
  expect(refuse(level, upTo(12, 5), 16, 12)).toBe(8);
  expect(refuse(level, upTo(8, 17), 24, 8)).toBe(4);
  expect(
    refuse(
      level,
      upTo(40, 25).flatMap(number => [number, number]),
      64,
      4,
    ),
  ).toBe(2);
});

test("no refusals take the last place", () => {
  const level = createConcurrencyLevel(3);
  for (const number of upTo(20)) refuse(level, [number], number, 1);
  expect(level.places).toBe(1);
});

test("places that were not in use are no part of what was refused", () => {
  expect(refuse(createConcurrencyLevel(64), [1], 6, 6)).toBe(5);
});

test("a place that was refused is tried again after five rounds of successes, and after ten once that was in vain", () => {
  const level = createConcurrencyLevel(8);
  expect(refuse(level, [8], 8, 8)).toBe(7);
  expect([succeed(level, 7 * 5 - 1), succeed(level, 2)]).toEqual([7, 8]);
  expect(refuse(level, [9], 9, 8)).toBe(7);
  expect([succeed(level, 7 * 10 - 1), succeed(level, 2)]).toEqual([7, 8]);
});

test("once a refused place has held for a round, places come back faster, up to all and no further", () => {
  const level = createConcurrencyLevel(64);
  refuse(level, upTo(64), 64, 64);
  expect(level.places).toBe(32);
  expect(succeed(level, 32 * 5 + 1 + 8)).toBe(34);
  expect(succeed(level, 8 * 30)).toBe(64);
  expect(succeed(level, 100)).toBe(64);
});

test("successes of an endpoint that is asked little add nothing", () => {
  const level = createConcurrencyLevel(8);
  refuse(level, upTo(8), 8, 8);
  for (let left = 1000; left > 0; left--) level.succeeded(3);
  expect(level.places).toBe(4);
});

test("waves are counted at their first refusals, and four successes forget one", () => {
  const level = createConcurrencyLevel(8);
  expect([
    level.refused(1, 8, 8),
    level.refused(2, 8, 7),
    level.refused(9, 12, 4),
    level.refused(13, 14, 2),
  ]).toEqual([1, 0, 2, 3]);
  succeed(level, 8);
  expect(level.refused(30, 30, 1)).toBe(2);
});
