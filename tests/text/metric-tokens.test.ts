// Tokens of the text metrics, in both languages.

import fc from "fast-check";
import { expect, test } from "vitest";
import { metricTokens } from "../../pipelines/text/metric-tokens.ts";
import { fixtureRows } from "../support/fixtures.ts";
import { cases } from "../support/cases.ts";

test("Chinese keeps its punctuation and white space, for both uses", () => {
  const tokens = ["水库", "开始", "蓄水", "，", " ", "水位", "上升", "。", "\n"];
  expect([
    metricTokens("水库开始蓄水， 水位上升。\n", "zh", "rouge"),
    metricTokens("水库开始蓄水， 水位上升。\n", "zh", "bleu"),
  ]).toEqual([tokens, tokens]);
});

cases<[text: string, tokens: string[]]>(
  "text/metric-tokens",
  "signs within Latin words and numbers stand apart, decimals and percents do not: %s",
  (text, tokens) => {
    expect(metricTokens(text, "zh", "rouge")).toEqual(tokens);
  },
);

test("English words for ROUGE are lower-case letters and digits", () => {
  expect(metricTokens("The Dam's level rose 3.5% — naïve, isn't it?", "en", "rouge")).toEqual(
    "the dam s level rose 3 5 naïve isn t it".split(" "),
  );
});

test("English tokens for BLEU are words and signs, numbers whole, capitals kept", () => {
  const text = 'The Dam\'s level rose 3.5% (to 1,200 m), a well-known "high" of 2010-2020.';
  expect(metricTokens(text, "en", "bleu")).toEqual(
    `The Dam's level rose 3.5 % ( to 1,200 m ) , a well-known " high " of 2010 - 2020 .`.split(" "),
  );
});

test("a word hyphenated at a line's end is one, and written-out signs are read", () => {
  expect(metricTokens("reser-\nvoir &quot;A&amp;B&quot;\nfull", "en", "bleu")).toEqual(
    `reservoir " A & B " full`.split(" "),
  );
});

test.each(["zh", "en"] as const)("an empty text has no tokens (%s)", language => {
  expect([metricTokens("", language, "rouge"), metricTokens("", language, "bleu")]).toEqual([
    [],
    [],
  ]);
});

test("Chinese tokens put together are the text again, whatever it holds", () => {
  const signs = fc.constantFrom("\r\n", ..."水库蓄。，\n 　aB7.-%+#&_😀é\0");
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 60 }), parts => {
      expect(metricTokens(parts.join(""), "zh", "rouge").join("")).toBe(parts.join(""));
    }),
  );
});

test("a long text is cut as its sentences are, and one without an end is cut whole", () => {
  const sentence = "大坝于2023-08-16开始蓄水，水位在三天内上升了15.7%。\r\n";
  const tokens = metricTokens(sentence, "zh", "rouge");
  expect(metricTokens(sentence.repeat(200), "zh", "rouge")).toEqual(
    Array.from({ length: 200 }, () => tokens).flat(),
  );
  expect(metricTokens("水".repeat(9001), "zh", "rouge").join("")).toHaveLength(9001);
});

test("no text is cut otherwise than by jieba 0.42.1", () => {
  const rows = fixtureRows<{ text: string; tokens: string[] }>("published/jieba-cuts.jsonl");
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.map(({ text }) => metricTokens(text, "zh", "rouge"))).toEqual(
    rows.map(({ tokens }) => tokens),
  );
});
