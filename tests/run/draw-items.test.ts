// A part of a run's items is drawn from each type, always the same, and a smaller part is within a larger.

import { expect, test } from "vitest";
import { drawItems } from "../../pipelines/run/draw-items.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";

const rowsOf = (type: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `${type}-${at}`, type }) as TruthRow);
const truths = {
  rows: [...rowsOf("factual", 20), ...rowsOf("multi-hop", 3)],
  excludedRows: rowsOf("summary", 1),
  hash: "h",
  documents: undefined,
};
const idsOf = (options: object, seed = 1) =>
  drawItems(truths, options, seed).rows.map(({ id }) => id);

test("so many of each type, or all that it has, in their order; the rest is left out", () => {
  const drawn = drawItems(truths, { perType: 5 }, 1);
  const types = drawn.rows.map(({ type }) => type);
  expect(types).toEqual([...Array(5).fill("factual"), ...Array(3).fill("multi-hop")]);
  expect(drawn.rows.length + drawn.excludedRows.length).toBe(24);
  expect(truths.rows.filter(row => drawn.rows.includes(row))).toEqual(drawn.rows);
});

test("a share of each type, rounded up", () => {
  expect(idsOf({ share: 0.2 })).toHaveLength(5);
  expect(idsOf({ share: 1 })).toHaveLength(23);
  expect(idsOf({ share: 0.5, perType: 2 })).toHaveLength(4);
  for (const share of [0, 1.1, Number.NaN])
    expect(() => idsOf({ share })).toThrow(/--share must be a number above 0/);
});

test("the seed decides which, and a larger part holds a smaller", () => {
  expect(idsOf({ perType: 5 })).toEqual(idsOf({ perType: 5 }));
  expect(idsOf({ perType: 5 })).not.toEqual(idsOf({ perType: 5 }, 2));
  const larger = idsOf({ perType: 9 });
  expect(idsOf({ perType: 5 }).every(id => larger.includes(id))).toBe(true);
  expect(drawItems(truths, {}, 1)).toBe(truths);
});
