// BLEU by hand, of one text and of many, and what holds of it for all texts.

import fc from "fast-check";
import { expect, test } from "vitest";
import { bleuCounts, bleuOf } from "../../../pipelines/evaluate/metrics/bleu.ts";

const words = (text: string) => text.split(" ");

test("by hand: one word of six is another, none left out", () => {
  const counts = bleuCounts(
    words("the dam began to fill slowly"),
    words("the dam began to fill today"),
  );
  // 5 of 6 words, 4 of 5 pairs, 3 of 4 triples, 2 of 3 runs of four.
  const lengths = { length: 6, referenceLength: 6 };
  expect(counts).toEqual({ matches: [5, 4, 3, 2], totals: [6, 5, 4, 3], ...lengths });
  // (5/6 · 4/5 · 3/4 · 2/3)^¼ = (1/3)^¼
  const mean = expect.closeTo((1 / 3) ** 0.25, 12);
  expect(bleuOf(counts)).toMatchObject({ bleu: mean, bleuAvg: mean, brevityPenalty: 1 });
});

test("a word said more often than in the reference counts as often as there", () => {
  const { matches } = bleuCounts(words("the the the the"), words("the dam the lake"));
  expect(matches).toEqual([2, 0, 0, 0]);
});

test("an answer half as long as the reference is brought down by e⁻¹; bleuAvg is not", () => {
  const penalty = expect.closeTo(Math.exp(-1), 12);
  expect(bleuOf(bleuCounts(words("a b c d"), words("a b c d e f g h")))).toMatchObject({
    bleu: penalty,
    bleuAvg: 1,
    brevityPenalty: penalty,
  });
});

test("without a reference it is undefined, without an answer it is 0", () => {
  const undefinedBleu = { bleu: null, bleuAvg: null, brevityPenalty: null };
  expect(bleuOf(bleuCounts(["a"], []))).toMatchObject(undefinedBleu);
  expect(bleuOf(bleuCounts([], []))).toMatchObject({ bleu: null });
  const noBleu = { bleu: 0, bleuAvg: 0, precisions: [0, 0, 0, 0], brevityPenalty: 0 };
  expect(bleuOf(bleuCounts([], ["a"]))).toEqual(noBleu);
});

/** By runs written out as strings, one order at a time. */
function plainMatches(
  prediction: readonly string[],
  reference: readonly string[],
  order: number,
): number {
  const runs = (tokens: readonly string[]) =>
    tokens.slice(order - 1).map((_, at) => JSON.stringify(tokens.slice(at, at + order)));
  const left = runs(reference);
  return runs(prediction).filter(run => {
    const at = left.indexOf(run);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

const tokenLists = fc.array(fc.constantFrom("的", "水", "the", "constructor", ""), {
  maxLength: 50,
});

test("counts are those of runs written out and crossed off one by one", () => {
  fc.assert(
    fc.property(tokenLists, tokenLists, (a, b) => {
      const counts = bleuCounts(a, b);
      expect(counts.matches).toEqual([1, 2, 3, 4].map(order => plainMatches(a, b, order)));
    }),
    { numRuns: 500 },
  );
});

test("it lies between 0 and 1 and is 1 of a text beside itself", () => {
  const long = fc.array(fc.constantFrom("的", "水", "the", "a"), { minLength: 4, maxLength: 50 });
  fc.assert(
    fc.property(long, long, (a, b) => {
      const { bleu, bleuAvg } = bleuOf(bleuCounts(a, b));
      expect([bleu! >= 0, bleu! <= bleuAvg!, bleuAvg! <= 1]).toEqual([true, true, true]);
      expect(bleuOf(bleuCounts(a, a)).bleu).toBe(1);
    }),
  );
});
