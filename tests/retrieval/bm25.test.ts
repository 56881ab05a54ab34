// BM25 scores against the formula, worked out by hand.

import fc from "fast-check";
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
  expect(hit).toEqual({
    id: "c",
    score: expect.closeTo((idfOfTwo * 5) / 3.875 + (idfOfOne * 2.5) / 2.875, 12),
  });
});

test("a token given twice counts twice", () => {
  const index = buildBm25(docs);
  expect(index.search(["fox", "fox"], 1)[0]?.score).toBeCloseTo(
    2 * (index.search(["fox"], 1)[0]?.score ?? 0),
    12,
  );
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

const token = fc.constantFrom("a", "b", "c", "d", "e", "法院", "__proto__");
const someDocs = fc
  .uniqueArray(
    fc.record({ id: fc.string({ maxLength: 3 }), tokens: fc.array(token, { maxLength: 12 }) }),
    { selector: ({ id }) => id, maxLength: 30 },
  )
  .map(docs => [...docs, { id: "longer", tokens: ["a", "a", "b", "f"] }]);

/** The formula term by term, over all documents. */
function byTheFormula(
  docs: readonly { id: string; tokens: readonly string[] }[],
  query: readonly string[],
) {
  const average = docs.reduce((sum, { tokens }) => sum + tokens.length, 0) / docs.length;
  const weight = (term: string, tokens: readonly string[]) => {
    const frequency = tokens.filter(one => one === term).length;
    const holding = docs.filter(doc => doc.tokens.includes(term)).length;
    const idf = Math.log(1 + (docs.length - holding + 0.5) / (holding + 0.5));
    return (idf * frequency * 2.5) / (frequency + 1.5 * (0.25 + (0.75 * tokens.length) / average));
  };
  return new Map(
    docs.map(({ id, tokens }) => [id, query.reduce((sum, term) => sum + weight(term, tokens), 0)]),
  );
}

test("every score is the formula's, of documents and queries of any kind, and all that score are found", () => {
  fc.assert(
    fc.property(someDocs, fc.array(fc.oneof(token, fc.constant("unknown"))), (docs, query) => {
      const truth = byTheFormula(docs, query);
      const hits = buildBm25(docs).search(query, docs.length);
      expect(hits.map(({ id }) => id).sort()).toEqual(
        [...truth].flatMap(([id, score]) => (score > 0 ? [id] : [])).sort(),
      );
      for (const { id, score } of hits) expect(Math.abs(score - truth.get(id)!)).toBeLessThan(1e-9);
    }),
  );
});

test("fewer hits are the first of all, and they go down by score, then up by id", () => {
  fc.assert(
    fc.property(someDocs, fc.array(token, { minLength: 1 }), fc.nat(8), (docs, query, k) => {
      const index = buildBm25(docs);
      const all = index.search(query, docs.length);
      expect(index.search(query, k)).toEqual(all.slice(0, k));
      expect(all).toEqual(all.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)));
    }),
  );
});

test("a query leaves nothing behind for the next, and the order of the documents changes nothing", () => {
  fc.assert(
    fc.property(someDocs, fc.array(fc.array(token), { minLength: 2 }), (docs, queries) => {
      const [index, turned] = [buildBm25(docs), buildBm25(docs.toReversed())];
      const found = queries.map(query => index.search(query, 5));
      expect(queries.map(query => buildBm25(docs).search(query, 5))).toEqual(found);
      expect(queries.map(query => turned.search(query, 5))).toEqual(found);
    }),
  );
});
