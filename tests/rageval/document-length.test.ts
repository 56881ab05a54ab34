// A document's length follows its seeds, the setting and the near-twin; short sections share a request.

import { describe, expect, test } from "vitest";
import {
  lengthInWords,
  lengthProblem,
  groupSections,
  divideTarget,
  targetTokens,
} from "../../pipelines/rageval/document-length.ts";
import { aValue } from "../support/facts.ts";

// " word" is one token: 100 and 300 of them are 200 on average.
const seeds = [" word".repeat(100), " word".repeat(300)];

describe("the target", () => {
  test.each([
    ["like-seeds", seeds, 200],
    ["short", seeds, 100],
    ["long", seeds, 400],
    [1234, seeds, 1234],
    ["like-seeds", [], null],
    ["short", [], 600],
    ["long", [], 6000],
  ] as const)("of %s is a share of the seeds' mean, or set", (length, texts, tokens) => {
    expect(targetTokens(length, texts, false)).toBe(tokens);
    expect(targetTokens(length, texts, true)).toBe(tokens && tokens / 2);
  });

  test("is missed below 0.6 and above 1.6 of it, and never where there is none", () => {
    const missed = [59, 60, 160, 161].map(
      tokens => lengthProblem(" word".repeat(tokens), 100) !== undefined,
    );
    expect(missed).toEqual([true, false, false, true]);
    expect(lengthProblem("word", null)).toBeUndefined();
  });

  test("is told in words of English and characters of Chinese", () => {
    expect([
      lengthInWords(1000, "en"),
      lengthInWords(1000, "zh"),
      lengthInWords(null, "en"),
    ]).toEqual([680, 1150, null]);
  });
});

const sectionOf = (id: string, facts: number) => ({
  section: id,
  values: Array.from({ length: facts }, (_, at) => aValue(`${id}/${at}`, "two words")),
});
const ids = (lots: ReturnType<typeof groupSections<string>>) =>
  lots.map(lot => lot.map(({ section }) => section));

test("a section has its share by its facts, and none without facts", () => {
  const shares = divideTarget([sectionOf("a", 1), sectionOf("b", 3), sectionOf("c", 0)], 400);
  expect(shares.map(({ section }) => section)).toEqual(["a", "b"]);
  expect(shares.reduce((sum, { text }) => sum + (text ?? 0), 0)).toBeCloseTo(400);
  expect((shares[1]?.text ?? 0) / (shares[0]?.text ?? 1)).toBeGreaterThan(2.5);
});

test("neighbours share a request as long as none is asked for too much", () => {
  const parts = (sizes: [string, number][], target: number | null) =>
    divideTarget(
      sizes.map(([id, facts]) => sectionOf(id, facts)),
      target,
    );
  const sizes: [string, number][] = [
    ["a", 5],
    ["b", 5],
    ["long", 420],
    ["c", 5],
    ["d", 5],
  ];
  expect(ids(groupSections(parts(sizes, null)))).toEqual([["a", "b"], ["long"], ["c", "d"]]);
  const even = sizes.map(([id]): [string, number] => [id, 5]);
  expect(ids(groupSections(parts(even, null)))).toHaveLength(1);
  expect(ids(groupSections(parts(even, 10_000)))).toHaveLength(5);
  // 2,700 characters of Chinese.
  expect(ids(groupSections(parts(even, 2350)))).toHaveLength(1);
});
