// Exact cosine search, against the formula.

import fc from "fast-check";
import { expect, test } from "vitest";
import { buildDense } from "../../pipelines/retrieval/dense.ts";

const vector = (...numbers: number[]) => Float32Array.from(numbers);
const idsOf = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);

test("the nearest by angle come first, however long the vectors are", () => {
  const index = buildDense(
    ["east", "north", "between"],
    [vector(3, 0), vector(0, 0.5), vector(1, 1)],
  );
  const hits = index.search(vector(10, 1), 3);
  expect(idsOf(hits)).toEqual(["east", "between", "north"]);
  // (10, 1) and (1, 1): 11 / (√101 · √2)
  expect(hits[1]?.score).toBeCloseTo(11 / Math.sqrt(202), 6);
});

test("a vector of zeros is as far from all, and spoils no score", () => {
  const index = buildDense(["zero", "one"], [vector(0, 0), vector(1, 0)]);
  expect(index.search(vector(1, 0), 2)).toEqual([
    { id: "one", score: 1 },
    { id: "zero", score: 0 },
  ]);
  expect(index.search(vector(0, 0), 2).map(({ score }) => score)).toEqual([0, 0]);
});

test("vectors of another length are the model's fault, said in both lengths", () => {
  expect(() => buildDense(["a"], [vector(1, 2)]).search(vector(1, 2, 3), 1)).toThrow(
    /2 and of 3 numbers/,
  );
  expect(() => buildDense(["a", "b"], [vector(1, 2), vector(1)])).toThrow(/2 and of 1 numbers/);
});

const number = fc.float({ noNaN: true, noDefaultInfinity: true, min: -100, max: 100 });

test("every score is the cosine, for vectors of any width", () => {
  const some = fc.integer({ min: 1, max: 9 }).chain(width =>
    fc.array(fc.array(number, { minLength: width, maxLength: width }), {
      minLength: 2,
      maxLength: 12,
    }),
  );
  fc.assert(
    fc.property(some, ([query = [], ...rows]) => {
      const dot = (a: readonly number[], b: readonly number[]) =>
        a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
      const cosine = (row: readonly number[]) =>
        dot(row, query) / (Math.sqrt(dot(row, row) * dot(query, query)) || 1);
      const hits = buildDense(
        rows.map((_, at) => `d${at}`),
        rows.map(row => Float32Array.from(row)),
      ).search(Float32Array.from(query), rows.length);
      expect(hits).toHaveLength(rows.length);
      for (const { id, score } of hits)
        expect(score).toBeCloseTo(cosine(rows[Number(id.slice(1))] ?? []), 5);
      expect(hits.map(({ score }) => score)).toEqual(
        hits.map(({ score }) => score).toSorted((a, b) => b - a),
      );
    }),
  );
});
