// Near-duplicates against all pairs, counted one by one.

import fc from "fast-check";
import { expect, test } from "vitest";
import { agreementOf, places, signaturesOf, visitBuckets } from "../../pipelines/text/minhash.ts";
import { nearClusters, repeatsOf } from "../../pipelines/text/near-duplicates.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { jaccardOf, gramSet } from "../../pipelines/text/gram-sets.ts";
import { nearPairs } from "../support/near-pairs.ts";

/** Invented texts: 40 families of six, every copy with more of its 400 signs changed. */
const texts = (() => {
  const draw = drawFrom(7);
  const sign = () => String.fromCharCode(0x4e00 + draw(3000));
  return Array.from({ length: 40 }, () => Array.from({ length: 400 }, sign)).flatMap(signs =>
    Array.from({ length: 6 }, (_, copy) =>
      signs.map(one => (draw(1000) < 12 * copy ? sign() : one)).join(""),
    ),
  );
})();

function allPairs(texts: readonly string[], threshold: number) {
  const sets = texts.map(gramSet);
  return sets.flatMap((a, first) =>
    sets.slice(first + 1).flatMap((b, at) => {
      const similarity = jaccardOf(a, b);
      return similarity >= threshold ? [{ first, second: first + 1 + at, similarity }] : [];
    }),
  );
}

test.each([0.5, 0.8])(
  "of all pairs at least %d alike none is wrong and hardly one is missed",
  threshold => {
    const truth = allPairs(texts, threshold);
    const found = nearPairs(texts, threshold);
    const names = new Set(truth.map(pair => JSON.stringify(pair)));
    expect(found.every(pair => names.has(JSON.stringify(pair)))).toBe(true);
    expect(truth.length).toBeGreaterThan(50);
    expect(found.length / truth.length).toBeGreaterThanOrEqual(0.99);
  },
);

test("a signature's agreement is near the true similarity", () => {
  const signatures = signaturesOf(texts);
  const errors = allPairs(texts, 0.2).map(
    ({ first, second, similarity }) =>
      agreementOf(signatures, first, second, 0) / places - similarity,
  );
  expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(
    0.02,
  );
  expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.16);
});

test("an agreement below the least asked for is none; one that reaches it is counted", () => {
  const signatures = signaturesOf(["大坝于六月开始蓄水，水位上升", "大坝于六月开始蓄水，水位下降"]);
  const full = agreementOf(signatures, 0, 1, 0);
  expect([
    agreementOf(signatures, 0, 1, full),
    agreementOf(signatures, 0, 1, full + 1),
    agreementOf(signatures, 0, 0, places),
  ]).toEqual([full, 0, places]);
});

test("short texts and empty ones have signatures, too", () => {
  const signatures = signaturesOf(["水库", "水 库", "", "大坝"]);
  expect([agreementOf(signatures, 0, 1, 0), agreementOf(signatures, 0, 3, 0)]).toEqual([places, 0]);
});

test("equal signatures meet in every band", () => {
  const met: number[][] = [];
  visitBuckets(signaturesOf(["大坝开始蓄水", "湖边的学校停课", "大坝开始蓄水"]), 8, bucket =>
    met.push(bucket),
  );
  expect(met).toEqual(Array.from({ length: places / 8 }, () => [0, 2]));
});

/** Each text one sign on from the one before: neighbours are alike, the ends are not. */
const chain = (() => {
  const draw = drawFrom(3);
  const signs = Array.from({ length: 160 }, () => String.fromCharCode(0x4e00 + draw(3000)));
  return [0, 10, 20, 30, 40].map(from => signs.slice(from, from + 100).join(""));
})();

test("texts joined through others are one cluster, with the smallest similarity of any to its nearest", () => {
  // 96 grams each; neighbours share 86: 86 / (192 - 86).
  const [cluster, ...more] = nearClusters(
    [...chain, "别的文章说的是别的事情，与前面毫无关系。"],
    0.8,
  );
  expect(more).toEqual([]);
  expect(cluster).toEqual({ members: [0, 1, 2, 3, 4], similarity: 86 / 106 });
  expect(nearPairs(chain, 0.8).map(({ first, second }) => `${first}${second}`)).toEqual(
    "01 12 23 34".split(" "),
  );
});

test("a cluster is the same, whatever the order of the texts", () => {
  const named = (order: readonly number[]) =>
    nearClusters(
      order.map(place => chain[place]!),
      0.8,
    ).map(({ members, similarity }) => ({
      members: members.map(member => order[member]!).sort((a, b) => a - b),
      similarity,
    }));
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), order => {
      expect(named(order)).toEqual([{ members: [0, 1, 2, 3, 4], similarity: 86 / 106 }]);
    }),
  );
});

test("no text, one text and texts without a sign make no cluster", () => {
  expect([nearClusters([], 0.8), nearClusters(["大坝开始蓄水"], 0.8)]).toEqual([[], []]);
});

test("a text repeats the one used before that it is most like; texts that repeat one another do not count", () => {
  const fresh = "新的文章讲述了一座从未有人报道过的山村小学的故事。";
  const repeats = repeatsOf(
    [fresh, chain[1]!, chain[2]!, fresh],
    ["没有人再读的旧闻。", chain[0]!, chain[1]!],
    0.8,
  );
  expect(repeats).toEqual([
    { text: 1, usedIndex: 2, similarity: 1 },
    { text: 2, usedIndex: 2, similarity: 86 / 106 },
  ]);
});

test("of two used texts as alike the first is named, and nothing repeats where nothing was used", () => {
  expect(repeatsOf([chain[0]!], [chain[0]!, chain[0]!], 0.8)).toEqual([
    { text: 0, usedIndex: 0, similarity: 1 },
  ]);
  expect([repeatsOf([chain[0]!], [], 0.8), repeatsOf([], [chain[0]!], 0.8)]).toEqual([[], []]);
});
