// Items drawn by known chances: the chances, and what an interval makes of them.

import { expect, test } from "vitest";
import { chancesOf, leadByDrawnItems } from "../../../pipelines/evaluate/decide/drawn-verdicts.ts";
import type { KnownLead } from "../../../pipelines/evaluate/decide/lead-estimates.ts";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test("chances add up to what is wanted, grow with how far the judge sees the two apart, and are never far below even ones", () => {
  const chances = chancesOf([0, 0, 0.25, -0.75], 2);
  expect(sum(chances)).toBeCloseTo(2, 9);
  // Mean 0.25: worth 0.5, 0.5, 1 and 2, of which the last is certain and leaves one of the others.
  expect(chances).toEqual([0.25, 0.25, 0.5, 1]);
  expect(chancesOf([0, 0, 0, 0], 1)).toEqual([0.25, 0.25, 0.25, 0.25]);
  expect(chancesOf([1, 0], 5)).toEqual([1, 1]);
});

const item = (at: number, value: number, people: KnownLead["people"]): KnownLead => ({
  itemId: String(at),
  first: 0,
  second: 0,
  value,
  weight: 1,
  isSameAnswer: false,
  people,
});

test("a judge that sees a lead where people see none is set right, also where its leads are drawn more often", () => {
  // Half of the items: the judge sees 0.5, drawn always; the other half: 0, every fourth drawn. People see 0.1 everywhere.
  const items = Array.from({ length: 400 }, (_, at) => {
    const isSeen = at % 2 === 0;
    const isDrawn = isSeen || at % 8 === 1;
    const noise = at % 16 < 8 ? 0.05 : -0.05;
    return item(
      at,
      isSeen ? 0.5 : 0,
      isDrawn ? { value: 0.1 + noise, weight: 1, chance: isSeen ? 1 : 0.25 } : null,
    );
  });
  const { difference, low, high, people } = leadByDrawnItems(items, 0.05);
  expect(people).toBe(250);
  expect(difference).toBeCloseTo(0.1, 1);
  expect(low!).toBeLessThan(0.1);
  expect(high!).toBeGreaterThan(0.1);
  expect(high! - low!).toBeLessThan(0.1);
});

test("verdicts that are still missing of a draw do no harm, and two are too few", () => {
  const items = Array.from({ length: 200 }, (_, at) =>
    item(at, 0, at % 4 === 0 ? { value: 0.2, weight: 2, chance: 0.5 } : null),
  );
  expect(leadByDrawnItems(items, 0.05).difference).toBeCloseTo(0.2, 9);
  const few = items.map((each, at) => (at < 8 ? each : { ...each, people: null }));
  expect(leadByDrawnItems(few, 0.05)).toMatchObject({ low: null, high: null, people: 2 });
});
