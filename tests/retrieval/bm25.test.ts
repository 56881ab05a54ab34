// BM25 scores against the formula, worked out by hand.

import { expect, test } from "vitest";
import { buildBm25 } from "../../pipelines/retrieval/bm25.ts";

// Three documents of 4, 2 and 3 tokens: N = 3, avgdl = 3, k1 = 1.5, b = 0.75.
const docs = [
  { id: "c", tokens: ["red", "red", "fox", "runs"] },
  { id: "a", tokens: ["red", "hen"] },
  { id: "b", tokens: ["blue", "hen", "sits"] },
];
// idf = ln(1 + (N - n + 0.5) / (n + 0.5)); red and hen stand in two documents, fox in one.
const idfOfTwo = Math.log(1 + 1.5 / 2.5);
const idfOfOne = Math.log(1 + 2.5 / 1.5);

test("a score is the formula's, worked out by hand", () => {
  const [first, second] = buildBm25(docs).search(["red"], 10);
  // c: f = 2, |d| = 4: 2 · 2.5 / (2 + 1.5 · (0.25 + 0.75 · 4 / 3)) = 5 / 3.875
  expect(first).toEqual({ id: "c", score: expect.closeTo((idfOfTwo * 5) / 3.875, 12) });
  // a: f = 1, |d| = 2: 2.5 / (1 + 1.5 · (0.25 + 0.75 · 2 / 3)) = 2.5 / 2.125
  expect(second).toEqual({ id: "a", score: expect.closeTo((idfOfTwo * 2.5) / 2.125, 12) });
});

test("the terms of a query add up, and a rare one weighs more", () => {
  const [hit] = buildBm25(docs).search(["red", "fox"], 1);
  // fox in c: f = 1: 2.5 / (1 + 1.5 · 1.25) = 2.5 / 2.875
  expect(hit).toEqual({ id: "c", score: expect.closeTo((idfOfTwo * 5) / 3.875 + (idfOfOne * 2.5) / 2.875, 12) });
});

test("a token given twice counts twice", () => {
  const index = buildBm25(docs);
  expect(index.search(["fox", "fox"], 1)[0]?.score).toBeCloseTo(2 * (index.search(["fox"], 1)[0]?.score ?? 0), 12);
});

test("equal scores are in order of id, whatever the order of the documents", () => {
  const twins = ["d", "b", "a", "c"].map(id => ({ id, tokens: ["same", "text"] }));
  expect(
    buildBm25(twins)
      .search(["same"], 3)
      .map(hit => hit.id),
  ).toEqual(["a", "b", "c"]);
});

test("documents without any of the tokens are not hits", () => {
  expect(
    buildBm25(docs)
      .search(["hen"], 10)
      .map(hit => hit.id),
  ).toEqual(["a", "b"]);
  expect(buildBm25(docs).search(["wolf"], 10)).toEqual([]);
});

test("an empty index, an empty query, an empty document and k of 0 give no hits and no errors", () => {
  expect(buildBm25([]).search(["red"], 5)).toEqual([]);
  expect(buildBm25([{ id: "x", tokens: [] }]).search(["red"], 5)).toEqual([]);
  expect(buildBm25(docs).search([], 5)).toEqual([]);
  expect(buildBm25(docs).search(["red"], 0)).toEqual([]);
});
