// ROUGE-L of the published packages: by hand, and on cases the program itself has answered.

import { expect, test } from "vitest";
import {
  publishedChineseRougeL,
  publishedRougeL,
} from "../../../pipelines/evaluate/metrics/published-rouge.ts";
import { metricTokens } from "../../../pipelines/text/metric-tokens.ts";
import { fixtureRows } from "../../support/fixtures.ts";

const f = (precision: number, recall: number) =>
  2 * ((precision * recall) / (precision + recall + 1e-8));

test("words count once, and in the order of a sentence", () => {
  // Common way "red fox": 2 of {the, red, fox} and 2 of {red, fox, ran}.
  expect(publishedRougeL("the red fox the", "red fox ran")).toBe(f(2 / 3, 2 / 3));
  // Of "b a" and "a b" one word is common; the original goes left where both ways are as long.
  expect(publishedRougeL("b a", "a b")).toBe(f(1 / 2, 1 / 2));
});

test("every full stop ends a sentence, and what any two sentences share is joined", () => {
  // "b" and "a" are each a sentence: together both words, though their order is turned.
  expect(publishedRougeL("b. a", "a. b")).toBe(f(1, 1));
  // The blank behind the last stop is a sentence of the empty word: {a, ""} against {a}.
  expect(publishedRougeL("a. ", "a")).toBe(f(1 / 2, 1));
});

test("an empty text gives 0; stops alone crash the original", () => {
  expect(publishedRougeL("", "a")).toBe(0);
  expect(publishedRougeL("a", "")).toBe(0);
  expect(publishedRougeL("...", "a")).toBeNull();
});

test("a sentence of more words than Python recurses crashes the original, whatever stands beside it", () => {
  const long = (words: number) =>
    Array.from({ length: words }, (_, place) => `w${place}`).join(" ");
  expect(publishedRougeL(long(900), long(900))).toBe(f(1, 1));
  expect(publishedRougeL(long(1200), long(1200))).toBeNull();
  expect(publishedRougeL(long(600), long(600).replaceAll("w", "v"))).toBe(0);
  expect(publishedRougeL(long(20_000), long(20_000))).toBeNull();
});

test("Chinese counts words as often as they stand, and a blank line as one", () => {
  // Three words, two in common.
  expect(publishedChineseRougeL(["船", "沉", "船"], ["船", "浮", "船"])).toBe(f(2 / 3, 2 / 3));
  // A stop, a line end, a word: the blank between the two line ends is a word of its own.
  expect(publishedChineseRougeL(["沉", "。", "\n", "船"], ["沉", "。", "船"])).toBe(f(3 / 4, 1));
  expect(publishedChineseRougeL([], ["船"])).toBe(0);
});

interface OracleRow {
  readonly name: string;
  readonly language: "zh" | "en";
  readonly ground_truth: { readonly content: string };
  readonly prediction: { readonly content: string };
  readonly expected: { readonly ROUGELScore: number | string };
}

const published = ({
  language,
  prediction,
  ground_truth,
}: Pick<OracleRow, "language" | "prediction" | "ground_truth">) =>
  language === "en"
    ? publishedRougeL(prediction.content, ground_truth.content)
    : publishedChineseRougeL(
        metricTokens(prediction.content, "zh", "rouge"),
        metricTokens(ground_truth.content, "zh", "rouge"),
      );

test("all forty written cases give the program's values", () => {
  const synthetic = fixtureRows<OracleRow>("published/rageval-metrics.jsonl");
  expect(synthetic).toHaveLength(40);
  for (const row of synthetic)
    expect(published(row), row.name).toBe(
      typeof row.expected.ROUGELScore === "number" ? row.expected.ROUGELScore : null,
    );
});
