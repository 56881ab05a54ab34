// Cosine of embeddings.

import fc from "fast-check";
import { expect, test } from "vitest";
import { cosine } from "../../../pipelines/evaluate/metrics/cosine.ts";

const vector = (...values: number[]) => Float32Array.from(values);

test("by hand: (3·4 + 4·3) / (5·5)", () => {
  expect(cosine(vector(3, 4), vector(4, 3))).toBeCloseTo(24 / 25, 12);
  expect([cosine(vector(1, 0), vector(0, 2)), cosine(vector(1, 0), vector(-3, 0))]).toEqual([
    0, -1,
  ]);
});

test("a vector of zeros, of none or of no numbers has no direction", () => {
  const numberless = vector(Number.NaN, 1);
  expect([
    cosine(vector(0, 0), vector(1, 0)),
    cosine(vector(), vector()),
    cosine(numberless, vector(1, 1)),
    cosine(vector(Number.POSITIVE_INFINITY, 1), vector(1, 1)),
  ]).toEqual([null, null, null, null]);
});

test("it lies between -1 and 1, is symmetric, and 1 of a vector beside itself", () => {
  const vectors = fc
    .array(fc.integer({ min: -1000, max: 1000 }), { minLength: 3, maxLength: 3 })
    .filter(values => values.some(value => value !== 0));
  fc.assert(
    fc.property(vectors, vectors, (a, b) => {
      const value = cosine(vector(...a), vector(...b))!;
      expect(Math.abs(value)).toBeLessThanOrEqual(1);
      expect(cosine(vector(...b), vector(...a))).toBe(value);
      expect(cosine(vector(...a), vector(...a))).toBeCloseTo(1, 12);
    }),
  );
});
