// Krippendorff's α against his worked examples, against a count of all pairs, and its invariants.

import { array, assert as assertProperty, constantFrom, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  krippendorffAlpha,
  type MeasurementLevel,
} from "../../pipelines/evaluate/descriptive-statistics.ts";

/** α by its meaning: the mean difference within units over that among all values, each ordered pair looked at alone. */
function alphaByPairs(
  units: readonly (readonly string[])[],
  level: MeasurementLevel,
  categories: readonly string[],
): number | null {
  const paired = units.filter(unit => unit.length > 1);
  const all = paired.flat();
  const frequency = (category: string) => all.filter(value => value === category).length;
  const difference = (a: string, b: string): number => {
    if (level === "nominal") return Number(a !== b);
    if (level === "interval") return (Number(a) - Number(b)) ** 2;
    const [low, high] = [categories.indexOf(a), categories.indexOf(b)].sort((x, y) => x - y) as [
      number,
      number,
    ];
    let between = 0;
    for (let place = low; place <= high; place += 1) between += frequency(categories[place]!);
    return (between - (frequency(a) + frequency(b)) / 2) ** 2;
  };
  const overPairs = (values: readonly string[]) => {
    let total = 0;
    for (let i = 0; i < values.length; i += 1)
      for (let j = 0; j < values.length; j += 1)
        total += i === j ? 0 : difference(values[i]!, values[j]!);
    return total;
  };
  const observed =
    paired.reduce((total, unit) => total + overPairs(unit) / (unit.length - 1), 0) / all.length;
  const expected = overPairs(all) / (all.length * (all.length - 1));
  return all.length === 0 || expected === 0 ? null : 1 - observed / expected;
}

/** Units from one line an observer, `.` for a missing value. */
function unitsOf(...observers: readonly string[]): string[][] {
  const rows = observers.map(line => line.split(" "));
  return rows[0]!.map((_, unit) => rows.map(row => row[unit]!).filter(value => value !== "."));
}

describe("Krippendorff's α (worked examples: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability)", () => {
  it("is 0.095 for binary data of two observers", () => {
    // o01 = 4, n0 = 14, n1 = 6, n = 20: 1 − 19 · 4 / (14 · 6).
    const units = unitsOf("0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0");
    const alpha = krippendorffAlpha(units, "nominal");
    expect(alpha).toBeCloseTo(1 - (19 * 4) / (14 * 6), 12);
    expect(alpha).toBeCloseTo(0.095, 3);
  });

  it("is 0.692 for nominal data of two observers", () => {
    const units = unitsOf("a a b b d c c c e d d a", "b a b b b c c c e d d d");
    expect(krippendorffAlpha(units, "nominal")).toBeCloseTo(0.692, 3);
  });

  const five = ["1", "2", "3", "4", "5"];
  const missing = unitsOf(
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
  );

  it.each([
    ["nominal", 0.743],
    ["ordinal", 0.815],
    ["interval", 0.849],
  ] as const)(
    "is, %s, %d for four observers with missing data; the unit with one value does not count",
    (level, published) => {
      expect(krippendorffAlpha(missing, level, five)).toBeCloseTo(published, 3);
    },
  );

  it("is null without a unit that two rated, and where all values are one", () => {
    expect(krippendorffAlpha([], "nominal")).toBeNull();
    expect(krippendorffAlpha([["a"], ["b"], []], "nominal")).toBeNull();
    expect(krippendorffAlpha([["3", "3"]], "interval")).toBeNull();
  });

  const levels: readonly MeasurementLevel[] = ["nominal", "ordinal", "interval"];
  const someUnits = array(array(constantFrom(...five), { maxLength: 5 }), { maxLength: 12 });
  const close = (a: number | null, b: number | null) => {
    expect([a, b].filter(value => value === null).length % 2).toBe(0);
    expect(Math.abs((a ?? 0) - (b ?? 0))).toBeLessThan(1e-9);
  };

  it("equals the count of all pairs, at every level, whatever is missing", () => {
    assertProperty(
      property(someUnits, constantFrom(...levels), (units, level) => {
        close(krippendorffAlpha(units, level, five), alphaByPairs(units, level, five));
      }),
    );
  });

  it("is 1 where raters are identical and units are not", () => {
    assertProperty(
      property(
        array(constantFrom(...five), { minLength: 1, maxLength: 12 }),
        integer({ min: 2, max: 5 }),
        constantFrom(...levels),
        (values, raters, level) => {
          const units = [...values, "1", "2"].map(value =>
            Array.from({ length: raters }, () => value),
          );
          expect(krippendorffAlpha(units, level, five)).toBe(1);
        },
      ),
    );
  });
});
