// What refusals and requests taken do to the number of places.

import { expect, test } from "vitest";
import { createConcurrencyLevel } from "../../../pipelines/llm/limits/concurrency-level.ts";

/** A level whose requests come back one after the other, each 100 ms later, every place in use. */
function aLevel(max: number) {
  const level = createConcurrencyLevel(max);
  let number = 0;
  const landing = (lastSent: number) => ({
    number,
    lastSent,
    inFlight: level.slots,
    now: number * 100,
    duration: 100 * level.slots,
  });
  return {
    level,
    take: (count: number) => {
      for (let left = count; left > 0; left--) {
        number++;
        level.recordAcceptance(landing(number));
      }
      return level.slots;
    },
    refuse: (count = 1) =>
      Array.from({ length: count }, () => level.recordRefusal(landing(++number))),
    /** Refused, all of them sent before the first refusal came. */
    refuseTogether: (count: number) => {
      const lastSent = number + count;
      for (let left = count; left > 0; left--) {
        number++;
        level.recordRefusal(landing(lastSent));
      }
      return level.slots;
    },
  };
}

test("a server is asked little at first, and each request it takes adds a place, up to all", () => {
  const { level, take } = aLevel(64);
  expect(level.slots).toBe(16);
  expect([take(10), take(100)]).toEqual([26, 64]);
  expect(createConcurrencyLevel(4).slots).toBe(4);
});

test("a refusal now and then takes no place away", () => {
  const { level, take, refuse } = aLevel(64);
  take(100);
  for (let count = 0; count < 5; count++) {
    refuse();
    take(100);
  }
  expect(level.slots).toBe(64);
});

test("requests refused together hold a place each for now, and take one, once the first are paid for", () => {
  const { refuseTogether } = aLevel(16);
  expect(refuseTogether(8)).toBe(3);
});

test("what is left after refusals is kept while requests without a refusal pay for trying more", () => {
  const { take, refuseTogether } = aLevel(16);
  refuseTogether(8);
  expect([take(64), take(60), take(100)]).toEqual([11, 11, 16]);
});

test("six refusals in a row, each of a request sent after the one before, leave a quarter and are told", () => {
  const { level, take, refuse } = aLevel(64);
  take(100);
  expect(refuse(5)).toEqual([0, 0, 0, 0, 0]);
  const before = level.slots;
  expect(refuse(3)).toEqual([1, 2, 3]);
  expect(level.slots).toBeLessThan(before / 4 + 1);
});

test("no refusals take the last place", () => {
  const { level, refuse } = aLevel(3);
  refuse(40);
  expect(level.slots).toBe(1);
});
