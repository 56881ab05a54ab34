// Fusion of ranks against the published formula, and draws from what two searches found.

import { expect, test } from "vitest";
import { fuseRanks, randomHybrid } from "../../pipelines/retrieval/fusion.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { fixtureRows } from "../support/fixtures.ts";

interface OracleRow {
  readonly bm25: string[];
  readonly dense: string[];
  readonly top_k: number;
  readonly expected_scores: Record<string, number>;
  readonly expected_order_ties_by_id: string[];
}

test("scores and order are those of the released program, bit for bit", () => {
  const rows = fixtureRows<OracleRow>("published/crud-rrf.jsonl");
  expect(rows).toHaveLength(6);
  for (const { bm25, dense, top_k, expected_scores, expected_order_ties_by_id } of rows) {
    const fused = fuseRanks(bm25, dense);
    expect(Object.fromEntries(fused.map(({ id, score }) => [id, score]))).toEqual(expected_scores);
    expect(fused.slice(0, top_k).map(({ id }) => id)).toEqual(expected_order_ties_by_id);
  }
});

test("an id scores a half over 60 and its rank in each list, and what both found comes first", () => {
  // b: 0.5 / 62 + 0.5 / 61; a: 0.5 / 61; c: 0.5 / 62.
  expect(fuseRanks(["a", "b"], ["b", "c"])).toEqual([
    { id: "b", score: 0.5 / 62 + 0.5 / 61 },
    { id: "a", score: 0.5 / 61 },
    { id: "c", score: 0.5 / 62 },
  ]);
});

test("equal scores are in order of id, an id given twice counts once, and nothing found is nothing", () => {
  expect(fuseRanks(["z"], ["a"]).map(({ id }) => id)).toEqual(["a", "z"]);
  expect(fuseRanks(["a", "a", "b"], [])).toEqual([
    { id: "a", score: 0.5 / 61 },
    { id: "b", score: 0.5 / 62 },
  ]);
  expect(fuseRanks([], [])).toEqual([]);
});

const [words, vectors] = [
  ["a", "b", "c", "d"],
  ["c", "d", "e", "f"],
];

test("k are drawn from all that either search found, each once, and the seed decides which", () => {
  const drawn = (seed: number) => randomHybrid(words, vectors, 3, drawFrom(seed));
  const all = Array.from({ length: 60 }, (_, seed) => drawn(seed));
  expect(all.every(ids => new Set(ids).size === 3)).toBe(true);
  expect([...new Set(all.flat())].sort()).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(drawn(5)).toEqual(drawn(5));
  expect(new Set(all.map(ids => ids.join())).size).toBeGreaterThan(10);
});

test("a draw does not depend on which search comes first, and takes all where fewer were found", () => {
  expect(randomHybrid(vectors, words, 4, drawFrom(9))).toEqual(
    randomHybrid(words, vectors, 4, drawFrom(9)),
  );
  expect(randomHybrid(["a"], ["b"], 8, drawFrom(1)).toSorted()).toEqual(["a", "b"]);
  expect(randomHybrid([], [], 3, drawFrom(1))).toEqual([]);
});
