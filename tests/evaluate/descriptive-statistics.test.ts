// κ, intervals and the smaller measures against worked examples of the literature, and their invariants.

import {
  array,
  assert as assertProperty,
  constantFrom,
  integer,
  property,
  tuple,
} from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cohenKappa,
  exactAgreement,
  meanAbsoluteDifference,
  type RatingPair,
  precisionRecall,
  weightedKappa,
  wilsonInterval,
} from "../../pipelines/evaluate/descriptive-statistics.ts";

/** Pairs from a table of counts: rows are the first rater's categories, columns the second's. */
const pairsOf = (
  categories: readonly string[],
  table: readonly (readonly number[])[],
): RatingPair[] =>
  table.flatMap((counts, row) =>
    counts.flatMap((n, column) =>
      Array.from({ length: n }, (): RatingPair => [categories[row]!, categories[column]!]),
    ),
  );

describe("Cohen's κ", () => {
  const three = ["1", "2", "3"];

  it("is .492 in Cohen (1960), Educational and Psychological Measurement 20: frequencies of two judges, N = 200", () => {
    // po = (88 + 40 + 12) / 200 = .70; pe = (120·100 + 60·60 + 20·40) / 200² = .41; κ = .29 / .59.
    const result = cohenKappa(
      pairsOf(three, [
        [88, 14, 18],
        [10, 40, 10],
        [2, 6, 12],
      ]),
    );
    expect(result.n).toBe(200);
    expect(result.observed).toBeCloseTo(0.7, 12);
    expect(result.kappa).toBeCloseTo(0.492, 3);
  });

  it("is .4728, linear .5684, quadratic .6714 for the mammograms of Boyd et al. (1982) in Altman (1991) and Stata's manual under kap", () => {
    const categories = ["normal", "benign", "suspected", "cancer"];
    const pairs = pairsOf(categories, [
      [21, 12, 0, 0],
      [4, 17, 1, 0],
      [3, 9, 15, 2],
      [0, 0, 0, 1],
    ]);
    expect(cohenKappa(pairs).kappa).toBeCloseTo(0.4728, 4);
    expect(weightedKappa(pairs, categories, "linear")).toBeCloseTo(0.5684, 4);
    expect(weightedKappa(pairs, categories, "quadratic")).toBeCloseTo(0.6714, 4);
  });

  it("is null without pairs and where both say one thing alone, never 0 or 1", () => {
    expect(cohenKappa([])).toEqual({ kappa: null, n: 0, observed: null });
    expect(cohenKappa([["a", "a"]])).toEqual({ kappa: null, n: 1, observed: 1 });
    expect(weightedKappa([["a", "a"]], ["a"], "linear")).toBeNull();
    expect(weightedKappa([], ["a", "b"], "quadratic")).toBeNull();
  });

  const grade = constantFrom("1", "2", "3", "4");
  const manyPairs = array(tuple(grade, grade), { maxLength: 40 });

  it("does not depend on who is first", () => {
    assertProperty(
      property(manyPairs, pairs => {
        const turned = pairs.map(([a, b]): RatingPair => [b, a]);
        expect(cohenKappa(turned).kappa).toEqual(cohenKappa(pairs).kappa);
        const grades = ["1", "2", "3", "4"];
        expect(weightedKappa(turned, grades, "quadratic")).toEqual(
          weightedKappa(pairs, grades, "quadratic"),
        );
      }),
    );
  });

  it("weighted over two categories is κ itself, and a weighted κ never exceeds 1", () => {
    assertProperty(
      property(
        array(tuple(constantFrom("1", "2"), constantFrom("1", "2")), { maxLength: 40 }),
        pairs => {
          const { kappa } = cohenKappa(pairs);
          expect(weightedKappa(pairs, ["1", "2"], "linear")).toEqual(kappa);
          expect(weightedKappa(pairs, ["1", "2"], "quadratic")).toEqual(kappa);
          expect(kappa ?? 1).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe("Wilson's interval", () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])(
    "of %d in %d is that of Newcombe (1998), Statistics in Medicine 17, table I, method 3",
    (successes, n, low, high) => {
      const result = wilsonInterval(successes, n);
      expect(result.low).toBeCloseTo(low, 4);
      expect(result.high).toBeCloseTo(high, 4);
      expect(result.share).toBe(successes / n);
    },
  );

  it("is null of nothing, and ends at 0 and 1 where none or all are", () => {
    expect(wilsonInterval(0, 0)).toEqual({ share: null, low: null, high: null, n: 0 });
    expect(wilsonInterval(0, 7).low).toBe(0);
    expect(wilsonInterval(7, 7).high).toBe(1);
    // Its ends are the shares p at which the seen share is z standard errors away: (p̂ − p)² = z² p (1 − p) / n.
    const { low } = wilsonInterval(7, 7);
    expect((1 - low!) ** 2).toBeCloseTo((1.959964 ** 2 * low! * (1 - low!)) / 7, 12);
  });

  it("holds the share, within 0 and 1", () => {
    assertProperty(
      property(integer({ min: 1, max: 5000 }), integer({ min: 0, max: 5000 }), (n, some) => {
        const { share, low, high } = wilsonInterval(Math.min(some, n), n);
        expect(0 <= low! && low! <= share! && share! <= high! && high! <= 1).toBe(true);
      }),
    );
  });
});

describe("the smaller measures", () => {
  it("exact agreement counts units on which all who rated them agree", () => {
    expect(exactAgreement([["a", "a"], ["a", "b", "a"], ["b"], []])).toEqual({ share: 0.5, n: 2 });
    expect(exactAgreement([["b"]])).toEqual({ share: null, n: 0 });
  });

  it("the mean absolute difference does not let errors of both signs cancel", () => {
    expect(
      meanAbsoluteDifference([
        [1, 0.5],
        [0.5, 1],
      ]),
    ).toBe(0.5);
    expect(meanAbsoluteDifference([])).toBeNull();
  });

  it("precision and recall count each case as many times as it stands for", () => {
    // Predicted: 2 + 6 = 8, of which 2 are so; so: 2 + 2 = 4, of which 2 were predicted.
    const cases = [
      { predicted: true, actual: true, weight: 2 },
      { predicted: true, actual: false, weight: 6 },
      { predicted: false, actual: true, weight: 2 },
      { predicted: false, actual: false, weight: 90 },
    ];
    const sums = { predicted: 8, actual: 4, both: 2 };
    expect(precisionRecall(cases)).toEqual({ precision: 0.25, recall: 0.5, ...sums });
    const noSums = { predicted: 0, actual: 0, both: 0 };
    expect(precisionRecall([])).toEqual({ precision: null, recall: null, ...noSums });
  });
});
